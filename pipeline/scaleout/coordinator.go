package scaleout

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/pipeline/work"
)

// ErrRun is returned for a run that another process coordinates.
var ErrRun = errors.New("another feltlab coordinates this run")

// Options of a coordinator.
type Options struct {
	// Listen is the address to listen on, HOST:PORT, or the URL of a NATS cluster.
	Listen string
	// Folder holds the connection file and the queue's files during the run.
	Folder string
	// Title names the computation, for people.
	Title string
	Stamp Stamp
	// Cores is the number of pieces that this process computes at once. 0 leaves all pieces to
	// workers; jobs without a piece are still computed here.
	Cores int
	// Kinds are the kinds of pieces in which idle cores help workers.
	Kinds work.Kinds
	// Judges is the number of answers that this process judges at once.
	Judges int
	// Lease is the lease of a piece; 0 means DefaultLease.
	Lease time.Duration
}

// DefaultLease is how long a worker may hold a piece without renewing its lease.
const DefaultLease = 30 * time.Second

// Coordinator is a pool of work that sends pieces to workers.
type Coordinator struct {
	o       Options
	run     subjects
	lock    *flock.Flock
	server  *embedded // nil if a cluster serves
	conn    *nats.Conn
	js      jetstream.JetStream
	pieces  jetstream.Stream
	answers jetstream.Stream
	inputs  jetstream.Stream
	queue   jetstream.Consumer // of pieces
	back    jetstream.Consumer // of answers
	sharer  *sharer
	stop    context.CancelFunc
	group   sync.WaitGroup

	running  sync.Mutex // one Run at a time
	mu       sync.Mutex
	batch    *batch // jobs of the present Run, or nil
	registry registry
	ended    bool // all is done; the queue is removed
}

const (
	stateFolder = ".scaleout" // in the run's folder
	runFile     = "run"
	lockName    = "lock"
)

// Listen starts a coordinator. The error wraps ErrListen, ErrConnect or ErrRun, and says what to do.
func Listen(ctx context.Context, o Options) (_ *Coordinator, err error) {
	o.Lease = cmp.Or(o.Lease, DefaultLease)
	state := filepath.Join(o.Folder, stateFolder)
	if err := os.MkdirAll(state, 0o700); err != nil {
		return nil, err
	}
	c := &Coordinator{o: o, lock: flock.New(filepath.Join(state, lockName)), sharer: newSharer(),
		registry: registry{workers: map[string]*Worker{}}}
	if got, err := c.lock.TryLock(); err != nil {
		return nil, err
	} else if !got {
		return nil, fmt.Errorf("%w, in %s; join it with feltlab worker --connect %s, or end it first",
			ErrRun, o.Folder, c.File())
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	if c.run, err = runName(filepath.Join(state, runFile)); err != nil {
		return nil, err
	}
	if err := c.connect(filepath.Join(state, "queue")); err != nil {
		return nil, err
	}
	if err := c.open(ctx); err != nil {
		return nil, err
	}
	if err := c.publish(); err != nil {
		return nil, err
	}
	return c, c.serve()
}

// runName returns the run's name, which lasts until the run ends: after a crash of the coordinator,
// workers hand their answers in to the next one.
func runName(path string) (subjects, error) {
	name := rand.Text()
	text, err := os.ReadFile(path)
	if old := strings.TrimSpace(string(text)); err == nil && len(old) == len(name) {
		return subjects(old), nil
	}
	return subjects(name), os.WriteFile(path, []byte(name+"\n"), 0o600)
}

// File returns the path of the connection file.
func (c *Coordinator) File() string { return filepath.Join(c.o.Folder, ConnectionFile) }

func (c *Coordinator) connect(folder string) (err error) {
	if !strings.Contains(c.o.Listen, "://") {
		if c.server, err = serve(c.o.Listen, folder, c.run); err != nil {
			return err
		}
		c.conn, err = c.server.connect()
		return err
	}
	cluster, err := ofURL(c.o.Listen)
	if err != nil {
		return err
	}
	c.conn, err = cluster.dial(nats.MaxReconnects(-1))
	return err
}

// open creates the run's streams, or opens those of an earlier start.
func (c *Coordinator) open(ctx context.Context) (err error) {
	explain := func(err error) error { return (&connection{source: c.where()}).explain(err) }
	if c.js, err = jetstream.New(c.conn); err != nil {
		return err
	}
	make := func(what string, policy jetstream.RetentionPolicy, perSubject int64) (jetstream.Stream, error) {
		return c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: c.run.stream(what), Subjects: []string{c.run.of(what + ".>")}, Retention: policy,
			Storage: jetstream.FileStorage, AllowDirect: perSubject == 1, MaxMsgsPerSubject: perSubject,
			Duplicates: 2 * time.Minute,
		})
	}
	if c.pieces, err = make("work", jetstream.WorkQueuePolicy, -1); err != nil {
		return explain(err)
	}
	// An input that is offered again has the same parts.
	if c.inputs, err = make("input", jetstream.LimitsPolicy, 1); err != nil {
		return explain(err)
	}
	if c.answers, err = make("answer", jetstream.WorkQueuePolicy, -1); err != nil {
		return explain(err)
	}
	const most = 1 << 17 // pieces with workers, and waiting workers
	c.queue, err = c.pieces.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: queueName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.o.Lease,
		MaxAckPending: most, MaxWaiting: most,
	})
	if err != nil {
		return err
	}
	// A new consumer gets the answers that a killed coordinator was judging at once, not when their leases end.
	if err := c.answers.DeleteConsumer(ctx, judgeName); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	c.back, err = c.answers.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: judgeName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.o.Lease, MaxAckPending: most,
	})
	return err
}

func (c *Coordinator) where() string {
	if u, err := url.Parse(c.o.Listen); err == nil && c.server == nil {
		return u.Redacted()
	}
	return c.o.Listen
}

func (c *Coordinator) publish() error {
	f := &connection{
		Format: connectionFormat, Run: c.run, Title: c.o.Title, Stamp: c.o.Stamp,
		Written: time.Now().UTC().Truncate(time.Second),
	}
	if c.server == nil {
		f.Servers = []string{c.o.Listen}
	} else {
		var err error
		if f.Servers, err = c.server.addresses(); err != nil {
			return err
		}
		f.CA, f.Seed = c.server.ca, c.server.seed
	}
	return f.write(c.File())
}

// checkTime is how often the coordinator checks whether the user has removed the connection file to
// revoke its key.
const checkTime = 3 * time.Second

func (c *Coordinator) serve() error {
	ctx, cancel := context.WithCancel(context.Background())
	c.stop = cancel
	hello, err := json.Marshal(Hello{c.run, c.o.Title, c.o.Stamp, c.o.Lease.Seconds()})
	if err != nil {
		return err
	}
	for subject, handle := range map[string]nats.MsgHandler{
		helloSubject:       func(m *nats.Msg) { m.Respond(hello) },
		c.run.of("alive"):  c.hear,
		c.run.of("status"): func(m *nats.Msg) { m.Respond(c.status()) },
	} {
		if _, err := c.conn.Subscribe(subject, handle); err != nil {
			return err
		}
	}
	if err := c.sharer.serve(c.conn, c.run); err != nil {
		return err
	}
	c.group.Go(func() { repeat(ctx, checkTime, c.watch) })
	return c.conn.Flush()
}

// watch makes a new key for workers if the connection file was removed. It retries after an error.
func (c *Coordinator) watch() {
	if _, err := os.Stat(c.File()); !errors.Is(err, os.ErrNotExist) {
		return
	}
	if c.server != nil && c.server.revoke() != nil {
		return
	}
	_ = c.publish()
}

// Share lets idle workers help with a piece of this process.
func (c *Coordinator) Share(p *work.Piece, answer func([]byte) []byte) (end func()) {
	return c.sharer.share(c.run, p, answer)
}

// End marks the run as finished: Close then removes all its files, and its workers end.
func (c *Coordinator) End() { c.ended = true }

// Close ends the run's connections and removes the connection file. Accepted answers are stored by
// their jobs. The queue's files stay for the next start, unless End was called.
func (c *Coordinator) Close() (err error) {
	if c.stop != nil {
		c.stop()
		c.group.Wait()
		err = os.Remove(c.File())
		if c.ended {
			err = errors.Join(err, c.conn.Publish(c.run.of("end"), nil), c.conn.Flush())
		}
	}
	if c.js != nil && c.server == nil && c.ended {
		for _, what := range []string{"work", "answer", "input"} {
			err = errors.Join(err, c.js.DeleteStream(context.Background(), c.run.stream(what)))
		}
	}
	if c.conn != nil {
		c.conn.Close()
	}
	if c.server != nil {
		c.server.stop()
	}
	if c.ended {
		err = errors.Join(err, os.RemoveAll(filepath.Join(c.o.Folder, stateFolder)))
	}
	return errors.Join(err, c.lock.Close())
}

var _ work.Pool = (*Coordinator)(nil)
