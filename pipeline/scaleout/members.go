package scaleout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"golang.org/x/time/rate"

	"feltlab/internal/parallel"
)

// budgets limits the messages of each kind that a credential sends. The coordinator drops messages above a limit; an
// honest worker sends them again later.
var budgets = map[string]struct {
	bytes   int // size of a message, without headers
	rate    rate.Limit
	atOnce  int
	receive func(c *Coordinator, who *member, m *nats.Msg)
}{
	"take":   {0, 1 << 13, 1 << 16, (*Coordinator).take},
	"answer": {MaxMessage, 1 << 13, 1 << 16, (*Coordinator).answer},
	"alive":  {1 << 16, 1 << 13, 1 << 14, (*Coordinator).hear},
	"leave":  {0, 1 << 10, 1 << 14, (*Coordinator).leave},
	"status": {0, 5, 50, (*Coordinator).sendStatus},
	"input":  {1 << 7, 1 << 12, 1 << 14, (*Coordinator).sendPart},
}

// Budgets of what the coordinator keeps of a credential.
const (
	mostQueued  = 64 << 20 // bytes of answers that wait for a judge
	mostNames   = 1 << 12  // workers
	mostBeats   = 4 << 20  // bytes of heartbeats
	mostWaiting = 1 << 14  // workers that wait for a piece
	mostRefused = 8        // refused answers above a tenth of the accepted ones
	mostMembers = 1 << 10  // credentials
	mostPending = 64 << 20 // bytes of messages that the coordinator has not looked at
	bytesRate   = 32 << 20 // bytes a second
)

// coordinatorID is the coordinator's own name among the credentials.
const coordinatorID = "coordinator"

// token matches names of credentials: they are parts of subjects.
var token = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// member is a credential as the coordinator knows it. The coordinator's lock guards it.
type member struct {
	id      string
	key     string // the public key; "" at a cluster
	limits  map[string]*rate.Limiter
	bytes   *rate.Limiter
	heard   *nats.Subscription // to its messages
	workers map[string]*Worker // by the names that they chose
	beats   int                // bytes of their heartbeats
	queued  int                // bytes of answers that wait for a judge
	judging int                // answers at judges
	waiting int                // workers that wait for a piece
	good    int                // accepted answers
	bad     int                // refused answers
	dropped bool
}

func newMember(id, key string) *member {
	w := &member{id: id, key: key, limits: map[string]*rate.Limiter{}, workers: map[string]*Worker{},
		bytes: rate.NewLimiter(bytesRate, mostPending)}
	for verb, b := range budgets {
		w.limits[verb] = rate.NewLimiter(b.rate, b.atOnce)
	}
	return w
}

// member returns a credential by its name. At a cluster, which admits workers itself, it makes it.
func (c *Coordinator) member(id string) *member {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.members[id]
	if w == nil && c.server == nil && len(c.members) < mostMembers && token.MatchString(id) {
		w = newMember(id, "")
		c.members[id] = w
	}
	if w == nil || w.dropped {
		return nil
	}
	return w
}

// receive handles every message of a worker. The subject names the credential, and the server lets no other credential
// use it. A panic is the message's fault, and counts as a refused one.
func (c *Coordinator) receive(m *nats.Msg) {
	verb := lastToken(m.Subject)
	id := lastToken(strings.TrimSuffix(m.Subject, "."+verb))
	b, ok := budgets[verb]
	who := c.member(id)
	if !ok || who == nil || len(m.Data) > b.bytes || m.Size()-len(m.Data) > headerBytes {
		return
	}
	if !who.limits[verb].Allow() || !who.bytes.AllowN(time.Now(), m.Size()) {
		if verb == "answer" {
			respond(m, id, replyBusy)
		}
		return
	}
	err := parallel.Guard(func() error { b.receive(c, who, m); return nil })
	if err != nil {
		c.failed(who, sender(m), verb, err.Error())
	}
}

func sender(m *nats.Msg) string { return name(m.Header.Get(workerHeader)) }

// listen takes the messages of a credential, or of "*" at a cluster, on a goroutine of its own: others wait neither for
// them nor for room.
func (c *Coordinator) listen(id string) (*nats.Subscription, error) {
	heard, err := c.conn.Subscribe(c.run.from(id, "*"), c.receive)
	if err != nil {
		return nil, err
	}
	return heard, heard.SetPendingLimits(-1, mostPending)
}

// failed records that a worker failed at something, and drops a credential that fails too often.
func (c *Coordinator) failed(who *member, worker, what, reason string) {
	c.mu.Lock()
	c.fail(who.id+"/"+worker, what, reason)
	c.change(who, worker, func(w *Worker) { w.Failures++ })
	who.bad++
	over := who.bad > mostRefused+who.good/10
	good, bad := who.good, who.bad
	c.mu.Unlock()
	if over {
		c.drop(who, fmt.Sprintf("%d of its %d answers were refused; the last: %s", bad, good+bad, reason))
	}
}

// drop refuses everything further from a credential. Its pieces go back to the queue.
func (c *Coordinator) drop(who *member, why string) {
	c.mu.Lock()
	before := who.dropped
	who.dropped = true
	c.fail(who.id, "all its workers", "dropped: "+why)
	c.batch.release(func(h holder) bool { return h.who == who })
	c.mu.Unlock()
	if before {
		return
	}
	if who.heard != nil {
		_ = who.heard.Unsubscribe() // it errs without a connection
	}
	c.o.Note(fmt.Sprintf("credential %s is dropped: %s; feltlab workers invite makes another", who.id, clean(why)))
	_ = c.admit() // a server that keeps the key is no harm: nothing of it counts
	c.dispatch()
}

// admit lets the credentials in that are not dropped.
func (c *Coordinator) admit() error {
	if c.server == nil {
		return nil
	}
	c.admitting.Lock()
	defer c.admitting.Unlock()
	keys := map[string]string{}
	c.mu.Lock()
	for id, w := range c.members {
		if !w.dropped {
			keys[id] = w.key
		}
	}
	c.mu.Unlock()
	return c.server.admit(keys)
}

// ErrInvite is returned for an invitation that cannot be made; the message says why.
var ErrInvite = errors.New("cannot invite")

// inviteTime is how long Invite waits for the coordinator.
const inviteTime = 15 * time.Second

// Invite makes another connection file, with a credential of its own, next to one of a run of this machine: the
// coordinator finds it there. It returns the path.
func Invite(ctx context.Context, source, name string) (string, error) {
	c, err := resolve(source)
	if err != nil {
		return "", err
	}
	if c.CA == "" {
		return "", fmt.Errorf("%w: at a cluster, its operator makes users", ErrInvite)
	}
	if !token.MatchString(name) || len(name) > 32 {
		return "", fmt.Errorf("%w %q: names have up to 32 letters, digits, - and _", ErrInvite, name)
	}
	path := filepath.Join(filepath.Dir(source), "connect-"+name+".json")
	if _, err := os.Lstat(path); err == nil {
		return "", fmt.Errorf("%w: %s is there already; remove it to revoke it, or choose another name",
			ErrInvite, path)
	}
	if err := c.renew(name); err != nil {
		return "", err
	}
	if err := c.write(path); err != nil {
		return "", err
	}
	c.source = path
	for began := time.Now(); ; pause(ctx, checkTime/2) {
		conn, err := c.dial()
		if err == nil {
			conn.Close()
			return path, nil
		}
		if time.Since(began) > inviteTime || ctx.Err() != nil {
			return "", errors.Join(fmt.Errorf("%w: the coordinator does not accept %s; does it write its %s into this "+
				"folder? %w", ErrInvite, path, ConnectionFile, cmp.Or(ctx.Err(), err)), os.Remove(path))
		}
	}
}

// renew gives a connection a new key, and a credential of that name.
func (c *connection) renew(name string) error {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return err
	}
	seed, err1 := pair.Seed()
	public, err2 := pair.PublicKey()
	c.Seed = string(seed)
	c.ID = name + "-" + strings.ToLower(public[1:7])
	return errors.Join(err1, err2)
}

// watch reads the invitations of the run's folder, and admits exactly their keys. It makes a new connection file if
// that was removed. It retries after an error.
func (c *Coordinator) watch() {
	if _, err := os.Lstat(c.File()); errors.Is(err, os.ErrNotExist) {
		_ = c.publish()
	}
	if c.server == nil {
		return
	}
	found := c.invitations()
	changed := false
	c.mu.Lock()
	for id, w := range c.members {
		if _, ok := found[id]; !ok && w.dropped {
			delete(c.members, id)
		} else if !ok {
			w.dropped, changed = true, true
			_ = w.heard.Unsubscribe() // it errs without a connection
			c.batch.release(func(h holder) bool { return h.who == w })
		}
	}
	for id, key := range found {
		if c.members[id] != nil {
			continue
		}
		w := newMember(id, key)
		if heard, err := c.listen(id); err == nil { // otherwise the next look finds it
			w.heard, c.members[id], changed = heard, w, true
		}
	}
	c.mu.Unlock()
	if changed {
		_ = c.admit()
		c.dispatch()
	}
}

// invitations reads the connection files of the run in its folder: public keys by the names of credentials.
func (c *Coordinator) invitations() map[string]string {
	found := map[string]string{}
	connections := c.issued()
	if f, err := resolve(c.File()); err == nil {
		connections = append(connections, f)
	}
	for _, f := range connections[:min(len(connections), mostMembers)] {
		pair, err := nkeys.FromSeed([]byte(f.Seed))
		if err != nil {
			continue
		}
		if key, err := pair.PublicKey(); err == nil {
			found[f.ID] = key
		}
	}
	return found
}
