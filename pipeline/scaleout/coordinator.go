package scaleout

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/time/rate"

	"feltlab/pipeline/store"
	"feltlab/pipeline/work"
)

// ErrRun is returned for a run that another process coordinates.
var ErrRun = errors.New("another feltlab coordinates this run")

// Options of a coordinator.
type Options struct {
	// Listen is the address to listen on, HOST:PORT, or the URLs of a NATS cluster's servers, with commas.
	Listen string
	// Folder holds the connection file, and during the run the server's streams and keys.
	Folder string
	// Title names the computation, for people, and the run: a coordinator continues the run with its title.
	Title string
	Stamp Stamp
	// Cores is the number of pieces that this process computes at once. 0 leaves all pieces to
	// workers; jobs without a piece are still computed here.
	Cores int
	// Lease is the time after which a silent worker loses a piece; 0 means DefaultLease.
	Lease time.Duration
	// Note, if set, is called with one line for each event that the user should know of.
	Note func(line string)
}

// DefaultLease is how long a worker may hold a piece without a sign of life.
const DefaultLease = 30 * time.Second

// Coordinator is a pool of work that sends pieces to workers.
type Coordinator struct {
	o        Options
	run      run
	id       string // of this process
	password string // of this process at its server
	lock     *flock.Flock
	server   *server.Server // nil if a cluster serves
	ca       string         // the server's certificate
	conn     *nats.Conn
	js       jetstream.JetStream
	replicas int
	bucket   jetstream.KeyValue // what this process says
	pieces   jetstream.Stream
	takes    jetstream.Consumer // of pieces
	inputs   jetstream.ObjectStore
	stop     context.CancelFunc
	group    sync.WaitGroup
	said     rate.Sometimes // limits notes about workers

	running  sync.Mutex // one Run at a time
	mu       sync.Mutex
	batch    *batch // jobs of the present Run, or nil
	members  map[string]*member
	failures []Failure
	late     int
	own      Worker // what this process has done
	ended    bool   // all is done
	why      error  // why a run ended early
}

const stateFolder = ".scaleout" // in the run's folder

// Listen starts a coordinator. The error wraps ErrListen, ErrConnect or ErrRun, and says what to do.
func Listen(ctx context.Context, o Options) (_ *Coordinator, err error) {
	o.Lease = cmp.Or(o.Lease, DefaultLease)
	if o.Note == nil {
		o.Note = func(string) {}
	}
	c := &Coordinator{o: o, run: runOf(o.Title), id: rand.Text(), password: rand.Text(), members: map[string]*member{},
		said: rate.Sometimes{Interval: time.Second},
		own:  Worker{Worker: coordinatorName, Cores: o.Cores, Since: time.Now(), Pieces: []ActivePiece{}}}
	if err := os.MkdirAll(c.state(), 0o700); err != nil {
		return nil, err
	}
	if c.lock, err = store.Lock(filepath.Join(c.state(), "lock")); err != nil {
		return nil, err
	}
	if got, err := c.lock.TryLock(); err != nil {
		return nil, err
	} else if !got {
		return nil, fmt.Errorf("%w, in %s; join it with feltlab worker --connect %s, or end it first",
			ErrRun, o.Folder, c.File())
	}
	limited, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	for _, step := range []func(context.Context) error{c.connect, c.openStreams, c.reissue, c.listen} {
		if err := step(limited); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}

func (c *Coordinator) state() string { return filepath.Join(c.o.Folder, stateFolder) }

// File returns the path of the connection file.
func (c *Coordinator) File() string { return filepath.Join(c.o.Folder, ConnectionFile) }

// quiet keeps the library from printing a line for each message that is dropped.
var quiet = nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})

func (c *Coordinator) connect(context.Context) (err error) {
	if !strings.Contains(c.o.Listen, "://") {
		if c.server, c.ca, err = serve(c.o.Listen, c.state(), door{c}); err != nil {
			return err
		}
		c.conn, err = nats.Connect("", nats.InProcessServer(c.server), nats.UserInfo(coordinatorID, c.password),
			nats.MaxReconnects(-1), nats.CustomInboxPrefix(inboxes+"."+coordinatorID), quiet)
	} else {
		var cluster *connection
		if cluster, err = ofURL(c.o.Listen); err != nil {
			return err
		}
		cluster.ID = coordinatorID
		c.conn, err = cluster.dial(nats.MaxReconnects(-1), quiet)
	}
	if err == nil {
		c.js, err = jetstream.New(c.conn)
	}
	return err
}

// clusterSize is the number of servers from which on streams have as many copies.
const clusterSize = 3

// openStreams makes the streams of the run, or finds those of an earlier start. The first is the bucket, which refuses
// a second coordinator.
func (c *Coordinator) openStreams(ctx context.Context) error {
	if _, err := c.js.AccountInfo(ctx); errors.Is(err, jetstream.ErrJetStreamNotEnabled) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) || errors.Is(err, nats.ErrNoResponders) {
		return fmt.Errorf("%w: the server has no JetStream for this account: %w", ErrConnect, err)
	}
	c.replicas = 1
	if c.server == nil && len(c.conn.Servers()) >= clusterSize {
		c.replicas = clusterSize
	}
	err := insist(ctx, func(ctx context.Context) (err error) {
		if c.bucket, err = c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: c.run.bucket(),
			TTL: presence, Replicas: c.replicas}); err != nil {
			return err
		}
		if err = c.greet(ctx, ""); err != nil {
			return err
		}
		if _, err = c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: c.run.reports(),
			TTL: presence, Storage: jetstream.MemoryStorage, MaxBytes: mostReports,
			MaxValueSize: maxReport}); err != nil {
			return err
		}
		if c.inputs, err = c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: c.run.inputs(),
			Replicas: c.replicas}); err != nil {
			return err
		}
		// One message a subject: what is there is not taken twice.
		if c.pieces, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: c.run.pieces(),
			Subjects: []string{c.run.of("work", "*")}, Retention: jetstream.WorkQueuePolicy, Replicas: c.replicas,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true}); err != nil {
			return err
		}
		c.takes, err = c.pieces.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: workConsumer,
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.o.Lease, MaxDeliver: maxFailures,
			MaxAckPending: 1 << 16, MaxWaiting: 1 << 16, MaxRequestBatch: 1 << 6})
		return err
	})
	if err != nil && !errors.Is(err, ErrRun) {
		return fmt.Errorf("%w: %s: streams cannot be made: %w", ErrConnect, c.o.Listen, err)
	}
	return err
}

// listen hears workers, and those of an earlier start: their answers are judged again.
func (c *Coordinator) listen(limited context.Context) error {
	ctx, cancel := context.WithCancel(context.Background())
	c.stop = cancel
	if err := writePrivate(c.idFile(), []byte(c.id)); err != nil {
		return err
	}
	names := c.js.StreamNames(limited, jetstream.WithStreamListSubject(c.run.of("answer", "*", "*")))
	for stream := range names.Name() {
		c.refresh(strings.TrimPrefix(stream, c.run.answers("")))
	}
	if err := names.Err(); err != nil {
		return err
	}
	c.group.Go(func() { repeat(ctx, time.Second, func() { c.watch(ctx) }) })
	c.group.Go(func() { repeat(ctx, heartbeatTime, func() { c.sendStatus(ctx) }) })
	c.group.Go(func() {
		repeat(ctx, presence/3, func() {
			err := c.greet(ctx, "")
			c.mu.Lock()
			defer c.mu.Unlock()
			if errors.Is(err, ErrRun) && c.batch != nil {
				c.batch.cancel(err)
			}
		})
	})
	return nil
}

// End marks the run as finished: Close then removes its streams and files, and its workers end.
func (c *Coordinator) End() { c.ended = true }

// endTime is how long the coordinator waits for its workers to hear that it ends.
const endTime = time.Second

// Close ends the run's connections. Accepted answers are stored by their jobs. If the run goes on later, its keys,
// connection files and streams stay. Workers are told why a run ended early.
func (c *Coordinator) Close() (err error) {
	if c.stop != nil {
		c.stop()
		c.group.Wait()
		err = c.sayEnd()
	}
	if c.conn != nil {
		c.conn.Close()
	}
	if c.server != nil {
		c.server.Shutdown()
		c.server.WaitForShutdown()
	}
	if c.ended {
		for _, f := range c.issued() {
			err = errors.Join(err, os.Remove(f.source))
		}
		err = errors.Join(err, os.RemoveAll(c.state()))
	}
	return errors.Join(err, c.lock.Close())
}

// sayEnd tells workers that the run has ended, or why the coordinator stops, and removes the streams of a run that has
// ended.
func (c *Coordinator) sayEnd() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), callTime)
	defer cancel()
	why := ""
	if !c.ended {
		why = clean("the coordinator has stopped: " + fmt.Sprint(cmp.Or(c.why, errors.New("interrupted"))))
	}
	_ = c.greet(ctx, why) // workers that do not hear it see that the stream or the file is gone
	if !c.ended {
		return nil
	}
	if c.server != nil {
		for began := time.Now(); time.Since(began) < endTime && c.server.NumClients() > 1; {
			time.Sleep(endTime / 100)
		}
		return nil
	}
	names := c.js.StreamNames(ctx, jetstream.WithStreamListSubject(c.run.of(">")))
	for stream := range names.Name() {
		err = errors.Join(err, c.js.DeleteStream(ctx, stream))
	}
	return errors.Join(err, names.Err(), c.js.DeleteObjectStore(ctx, c.run.inputs()),
		c.js.DeleteKeyValue(ctx, c.run.reports()), c.js.DeleteKeyValue(ctx, c.run.bucket()))
}

var _ work.Pool = (*Coordinator)(nil)
