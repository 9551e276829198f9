package scaleout

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
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

// ErrRun marks a run that another process coordinates.
var ErrRun = errors.New("scaleout: another feltlab coordinates this run")

// Options of a coordinator.
type Options struct {
	// Listen is the address to listen on, HOST:PORT, or the URL of a NATS cluster.
	Listen string
	// Folder gets the connection file, and the queue's files while the run lasts.
	Folder string
	// Title says what is computed, for people.
	Title string
	Stamp Stamp
	// Cores is the number of pieces that are done here at once; 0 leaves all to workers, but for
	// those that nobody else can do.
	Cores int
	// Kinds are what cores help workers with when there is nothing else to do.
	Kinds work.Kinds
	// Judges is the number of answers that are judged at once.
	Judges int
	// Lease is how long a worker may say nothing of a piece; 0 means DefaultLease.
	Lease time.Duration
}

// DefaultLease is how long a worker may say nothing of a piece before others get it.
const DefaultLease = 30 * time.Second

// Coordinator is a pool of work whose pieces go to workers.
type Coordinator struct {
	o       Options
	run     subjects
	lock    *flock.Flock
	server  *embedded // nil where a cluster serves
	conn    *nats.Conn
	js      jetstream.JetStream
	pieces  jetstream.Stream
	answers jetstream.Stream
	inputs  jetstream.Stream
	queue   jetstream.Consumer // of pieces
	back    jetstream.Consumer // of answers
	desk    *desk
	stop    context.CancelFunc
	group   sync.WaitGroup

	running sync.Mutex // one Run at a time
	mu      sync.Mutex
	batch   *batch // what Run works on, or nil
	roster  roster
	ended   bool // all is done, nothing need be kept
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
	c := &Coordinator{o: o, lock: flock.New(filepath.Join(state, lockName)), roster: roster{}, desk: newDesk()}
	if got, err := c.lock.TryLock(); err != nil {
		return nil, err
	} else if !got {
		return nil, fmt.Errorf("%w, in %s: join it with feltlab worker --connect %s, or end it first", ErrRun, o.Folder, c.file())
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

// runName returns the run's name, which lasts until its end: what workers hold of it when the
// coordinator is killed, they can hand in to the next.
func runName(path string) (subjects, error) {
	text, err := os.ReadFile(path)
	const size = 8
	if name := strings.TrimSpace(string(text)); err == nil && len(name) == 2*size {
		return subjects(name), nil
	}
	raw := make([]byte, size)
	if _, err := rand.Read(raw); err != nil {
		return "", err
	}
	name := hex.EncodeToString(raw)
	return subjects(name), os.WriteFile(path, []byte(name+"\n"), 0o600)
}

// file is the path of the connection file.
func (c *Coordinator) file() string { return filepath.Join(c.o.Folder, ConnectionFile) }

// File returns the path of the connection file.
func (c *Coordinator) File() string { return c.file() }

// connect starts a server, or joins a cluster.
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

// open makes the run's streams, or takes up those that are there.
func (c *Coordinator) open(ctx context.Context) (err error) {
	explain := func(err error) error { return (&connection{source: c.where()}).explain(err) }
	if c.js, err = jetstream.New(c.conn); err != nil {
		return err
	}
	make := func(what string, policy jetstream.RetentionPolicy, mostAlike int64) (jetstream.Stream, error) {
		return c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: c.run.stream(what), Subjects: []string{c.run.of(what + ".>")}, Retention: policy,
			Storage: jetstream.FileStorage, AllowDirect: mostAlike == 1, MaxMsgsPerSubject: mostAlike, Duplicates: 2 * time.Minute,
		})
	}
	if c.pieces, err = make("work", jetstream.WorkQueuePolicy, -1); err != nil {
		return explain(err)
	}
	// An input has the same parts whenever it is offered again.
	if c.inputs, err = make("input", jetstream.LimitsPolicy, 1); err != nil {
		return explain(err)
	}
	if c.answers, err = make("answer", jetstream.WorkQueuePolicy, -1); err != nil {
		return explain(err)
	}
	const most = 1 << 17 // pieces under way, and workers that wait
	c.queue, err = c.pieces.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: queueName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.o.Lease, MaxAckPending: most, MaxWaiting: most,
	})
	if err != nil {
		return err
	}
	// What a killed coordinator was judging comes at once, not when its leases run out.
	if err := c.answers.DeleteConsumer(ctx, judgeName); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	c.back, err = c.answers.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: judgeName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.o.Lease, MaxAckPending: most,
	})
	return err
}

// where is what the coordinator listens on, without credentials.
func (c *Coordinator) where() string {
	if u, err := url.Parse(c.o.Listen); err == nil && c.server == nil {
		return u.Redacted()
	}
	return c.o.Listen
}

// publish writes the connection file.
func (c *Coordinator) publish() error {
	f := &connection{Format: connectionFormat, Run: c.run, Title: c.o.Title, Stamp: c.o.Stamp, Written: time.Now().UTC().Truncate(time.Second)}
	if c.server == nil {
		f.Servers = []string{c.o.Listen}
	} else {
		var err error
		if f.Servers, err = c.server.addresses(); err != nil {
			return err
		}
		f.CA, f.Seed = c.server.ca, c.server.seed
	}
	return f.write(c.file())
}

// watchTime is how often the coordinator looks whether somebody removed the connection file, to
// revoke what is in it.
const watchTime = 3 * time.Second

// serve answers workers and people until Close.
func (c *Coordinator) serve() error {
	ctx, cancel := context.WithCancel(context.Background())
	c.stop = cancel
	hello, err := json.Marshal(Hello{c.run, c.o.Title, c.o.Stamp, Duration(c.o.Lease)})
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
	if err := c.desk.serve(c.conn, c.run); err != nil {
		return err
	}
	c.group.Go(func() {
		for every := time.NewTicker(watchTime); ; {
			select {
			case <-ctx.Done():
				every.Stop()
				return
			case <-every.C:
				c.watch()
			}
		}
	})
	return c.conn.Flush()
}

// watch makes a new key for workers where the connection file was removed. Errors show at the next
// time.
func (c *Coordinator) watch() {
	if _, err := os.Stat(c.file()); !errors.Is(err, os.ErrNotExist) {
		return
	}
	if c.server != nil && c.server.revoke() != nil {
		return
	}
	_ = c.publish()
}

// Share lets workers that have nothing else to do help with a piece that is under way here.
func (c *Coordinator) Share(p *work.Piece, answer func([]byte) []byte) (end func()) {
	return c.desk.share(c.run, p, answer)
}

// End says that all is done, so that Close leaves nothing behind, and workers go.
func (c *Coordinator) End() { c.ended = true }

// Close ends the run's connections and removes the connection file. What is done is kept by whoever
// accepted it; unless End was called, the queue's files stay for the next start.
func (c *Coordinator) Close() (err error) {
	if c.stop != nil {
		c.stop()
		c.group.Wait()
		err = os.Remove(c.file())
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
