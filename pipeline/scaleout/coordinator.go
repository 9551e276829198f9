package scaleout

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats.go"

	"feltlab/internal/disk"
	"feltlab/pipeline/store"
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
	// Judges is the number of answers that this process judges at once.
	Judges int
	// Lease is the lease of a piece; 0 means DefaultLease.
	Lease time.Duration
	// Note, if set, is called with one line for each event that the user should know of.
	Note func(line string)
}

// DefaultLease is how long a worker may hold a piece without renewing its lease.
const DefaultLease = 30 * time.Second

// Coordinator is a pool of work that sends pieces to workers.
type Coordinator struct {
	o         Options
	run       subjects
	lock      *flock.Flock
	server    *embedded // nil if a cluster serves
	conn      *nats.Conn
	stop      context.CancelFunc
	group     sync.WaitGroup
	admitting sync.Mutex

	running  sync.Mutex // one Run at a time
	mu       sync.Mutex
	more     *sync.Cond // of mu: an answer to judge, or the end of the batch
	batch    *batch     // jobs of the present Run, or nil
	members  map[string]*member
	parked   []taker // workers that wait for a piece
	inputs   map[string][]byte
	failures []Failure
	late     int
	own      Worker // this process, as the status has it
	ended    bool   // all is done
	why      error  // why a run ended early
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
	if o.Note == nil {
		o.Note = func(string) {}
	}
	lock, err := store.Lock(filepath.Join(state, lockName))
	if err != nil {
		return nil, err
	}
	c := &Coordinator{o: o, lock: lock,
		members: map[string]*member{}, inputs: map[string][]byte{},
		own: Worker{Heartbeat: Heartbeat{Worker: coordinatorName, Cores: o.Cores, Since: time.Now(),
			Pieces: []ActivePiece{}}}}
	c.more = sync.NewCond(&c.mu)
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
	if err := c.connect(); err != nil {
		return nil, err
	}
	if err := c.reissue(); err != nil {
		return nil, err
	}
	return c, c.serve()
}

// runName returns the run's name, which lasts until the run ends: after a crash of the coordinator,
// workers hand their answers in to the next one.
func runName(path string) (subjects, error) {
	name := rand.Text()
	text, err := disk.ReadFile(path, 1<<10)
	if old := strings.TrimSpace(string(text)); err == nil && len(old) == len(name) {
		return subjects(old), nil
	}
	return subjects(name), disk.WriteBytes(path, []byte(name+"\n")) // in a folder of the user alone
}

// File returns the path of the connection file.
func (c *Coordinator) File() string { return filepath.Join(c.o.Folder, ConnectionFile) }

func (c *Coordinator) connect() (err error) {
	if !strings.Contains(c.o.Listen, "://") {
		if c.server, err = serve(c.o.Listen, c.run); err != nil {
			return err
		}
		c.conn, err = c.server.connect()
		return err
	}
	cluster, err := ofURL(c.o.Listen)
	if err != nil {
		return err
	}
	cluster.ID = coordinatorID
	c.conn, err = cluster.dial(nats.MaxReconnects(-1), quiet)
	return err
}

// issued lists the invitations of the run in its folder, except the connection file.
func (c *Coordinator) issued() (all []*connection) {
	entries, _ := os.ReadDir(c.o.Folder) // a folder that cannot be read has none that a worker could
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "connect-") && filepath.Ext(e.Name()) == ".json" {
			if f, err := resolve(filepath.Join(c.o.Folder, e.Name())); err == nil && f.Run == c.run {
				all = append(all, f)
			}
		}
	}
	return all
}

// reissue writes the connection file, and gives the invitations of an earlier start new keys and addresses.
func (c *Coordinator) reissue() (err error) {
	for _, old := range c.issued() {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(old.source), "connect-"), ".json")
		f, newErr := c.connection(name)
		if err = errors.Join(err, newErr); newErr == nil {
			err = errors.Join(err, f.write(old.source))
		}
	}
	return errors.Join(err, c.publish())
}

// connection returns a connection with a new key.
func (c *Coordinator) connection(name string) (*connection, error) {
	f := &connection{
		Format: connectionFormat, Run: c.run, Title: c.o.Title, Stamp: c.o.Stamp, ID: name,
		Written: time.Now().UTC().Truncate(time.Second),
	}
	if c.server == nil {
		cluster, err := ofURL(c.o.Listen)
		f.Servers, f.ID = []string{c.o.Listen}, cluster.ID
		return f, err
	}
	var err error
	if f.Servers, err = c.server.addresses(); err != nil {
		return nil, err
	}
	f.CA = c.server.ca
	return f, f.renew(name)
}

func (c *Coordinator) publish() error {
	f, err := c.connection("connect")
	if err != nil {
		return err
	}
	return f.write(c.File())
}

// checkTime is how often the coordinator looks for invitations that the user has made or removed.
const checkTime = time.Second

// tickTime is how often the coordinator looks for leases and waits that are over.
const tickTime = 100 * time.Millisecond

func (c *Coordinator) serve() error {
	ctx, cancel := context.WithCancel(context.Background())
	c.stop = cancel
	hello, err := json.Marshal(Hello{c.run, c.o.Title, c.o.Stamp, c.o.Lease.Seconds()})
	if err != nil {
		return err
	}
	c.watch()
	if _, err := c.conn.Subscribe(helloSubject, func(m *nats.Msg) {
		if strings.HasPrefix(m.Reply, inboxes+".") {
			_ = m.Respond(hello)
		}
	}); err != nil {
		return err
	}
	if c.server == nil {
		if _, err := c.listen("*"); err != nil {
			return err
		}
	}
	c.group.Go(func() { repeat(ctx, checkTime, c.watch) })
	c.group.Go(func() { repeat(ctx, tickTime, c.tick) })
	return c.conn.Flush()
}

// endTime is how long the coordinator waits for its workers to hear that it ends.
const endTime = time.Second

// tick answers workers that have waited long enough, and ends leases.
func (c *Coordinator) tick() {
	now := time.Now()
	c.mu.Lock()
	var over []taker
	c.parked = slices.DeleteFunc(c.parked, func(t taker) bool {
		if t.until.After(now) && !t.who.dropped {
			return false
		}
		over = append(over, t)
		t.who.waiting--
		return true
	})
	long := c.batch.expire(now)
	c.mu.Unlock()
	for _, t := range over {
		respond(t.m, t.who.id, nil)
	}
	for _, e := range long {
		c.failed(e.last().who, e.last().worker, e.job.Name, "it did not answer within the time limit of the piece")
	}
	c.dispatch()
}

// End marks the run as finished: Close then removes all its files, and its workers end.
func (c *Coordinator) End() { c.ended = true }

// Close ends the run's connections and removes the connection file. Accepted answers are stored by
// their jobs. Workers are told why a run ended early.
func (c *Coordinator) Close() (err error) {
	if c.stop != nil {
		c.stop()
		c.group.Wait()
		if err = os.Remove(c.File()); errors.Is(err, os.ErrNotExist) {
			err = nil // the user has revoked it
		}
		var why []byte
		if !c.ended {
			why = []byte(clean("the coordinator has stopped: " + fmt.Sprint(cmp.Or(c.why, errors.New("interrupted")))))
		}
		err = errors.Join(err, c.conn.Publish(c.run.of("end"), why), c.conn.Flush())
		for began := time.Now(); c.server != nil && time.Since(began) < endTime && c.server.server.NumClients() > 1; {
			time.Sleep(tickTime / 10) // a server that stops drops what it has not sent
		}
	}
	if c.ended {
		for _, f := range c.issued() {
			err = errors.Join(err, os.Remove(f.source))
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
