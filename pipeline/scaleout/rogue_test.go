package scaleout

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"feltlab/internal/must"
	"feltlab/pipeline/work"
)

// rogue is a connection with a valid key that says what it likes.
type rogue struct {
	*testing.T
	c    *Coordinator
	conn *nats.Conn
	id   string
}

// invited joins by an invitation of its own.
func invited(t *testing.T, c *Coordinator, name string) *rogue {
	t.Helper()
	path := must.Get(Invite(t.Context(), c.File(), name))(t)
	f := must.Get(resolve(path))(t)
	conn := must.Get(f.dial(nats.NoReconnect()))(t)
	t.Cleanup(conn.Close)
	return &rogue{t, c, conn, f.ID}
}

func (r *rogue) message(verb, key string, data []byte) *nats.Msg {
	m := nats.NewMsg(r.c.run.from(r.id, verb))
	m.Data = data
	m.Header.Set(workerHeader, "x")
	m.Header.Set(keyHeader, key)
	m.Header.Set(stampHeader, stamp.String())
	return m
}

func (r *rogue) send(m *nats.Msg) {
	if err := r.conn.PublishMsg(m); err != nil && !r.conn.IsClosed() {
		r.Error(err)
	}
}

func (r *rogue) beat(b beat) {
	text, err := json.Marshal(b)
	if err != nil {
		r.Fatal(err)
	}
	r.send(r.message("alive", "", text))
}

// until waits for the coordinator to get into a state.
func (r *rogue) until(what string, is func(who *member) bool) {
	r.Helper()
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		r.c.mu.Lock()
		ok := is(r.c.members[r.id])
		r.c.mu.Unlock()
		if ok {
			return
		}
		if time.Since(began) > time.Minute {
			r.Fatalf("not within a minute: %s", what)
		}
	}
}

// TestNonsense sends nonsense of every kind. No message ends the process, not even one at which it panics, and the
// coordinator keeps a bounded amount of all.
func TestNonsense(t *testing.T) {
	t.Parallel()
	c := listen(t, t.TempDir(), func(o *Options) {
		o.Cores = 1
	})
	defer c.Close()
	r := invited(t, c, "rogue")
	for verb := range budgets {
		for _, data := range []string{"", "null", "{", "[]", `{"pieces": [{}, {}], "keys": ["k"]}`,
			strings.Repeat("[", 1<<15), strings.Repeat("x", 1<<17)} {
			r.send(r.message(verb, "k", []byte(data)))
		}
	}
	for i := range 3000 {
		r.beat(beat{Heartbeat: Heartbeat{Worker: fmt.Sprint(i, strings.Repeat("x", 20_000))}})
	}
	for range 2 * mostQueued / (1 << 22) {
		r.send(r.message("answer", "k00001", make([]byte, 1<<22)))
	}
	r.until("the last beat", func(who *member) bool { return len(who.workers) > 100 })
	r.until("bounded", func(who *member) bool {
		return len(who.workers) <= mostNames && who.beats <= mostBeats && who.queued <= mostQueued
	})
	x := &toy{}
	must.Do(t, c.Run(t.Context(), x.jobs(20)))
	x.holdOnce(t, 20)
}

// TestOthersName expects what a credential sends to touch no other: it answers pieces of others, names their subjects
// for replies, and returns their pieces. The honest worker's answers count, and the rogue is dropped.
func TestOthersName(t *testing.T) {
	t.Parallel()
	c := listen(t, t.TempDir(), func(o *Options) { o.Lease = time.Hour })
	t.Cleanup(func() { _ = c.Close() })
	f := must.Get(resolve(c.File()))(t)
	r := invited(t, c, "rogue")
	started, hold := make(chan struct{}, 10), make(chan struct{})
	computed := make(chan string, 100)
	start(t, c.File(), func(o *WorkerOptions) {
		o.Cores, o.Kinds = 1, answering(func(ctx context.Context, task work.Task) ([]byte, error) {
			started <- struct{}{}
			<-hold
			computed <- string(task.Payload)
			return square(ctx, task)
		})
	})
	x := &toy{}
	result := make(chan error, 1)
	go func() { result <- c.Run(t.Context(), x.jobs(1)) }()
	<-started
	m := r.message("status", "", nil)
	m.Reply = c.run.from(f.ID, "answer") // the coordinator may publish there
	r.send(m)
	r.send(r.message("leave", "", nil))
	r.until("the rogue is dropped", func(who *member) bool {
		if !who.dropped {
			r.send(r.message("answer", "k00000", []byte("wrong"))) // "busy" while one is judged
		}
		return who.dropped && who.bad > mostRefused
	})
	close(hold)
	if err := <-result; err != nil {
		t.Fatal(err)
	}
	x.holdOnce(t, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	honest := c.members[f.ID]
	if len(computed) != 1 || honest.good != 1 || honest.bad != 0 || honest.dropped {
		t.Errorf("computed %d times, %d accepted, %d refused, dropped %v", len(computed), honest.good, honest.bad,
			honest.dropped)
	}
	if _, err := os.Stat(c.File()); err != nil {
		t.Error(err)
	}
}

// TestHeld takes pieces back from a worker that only says that it computes them.
func TestHeld(t *testing.T) {
	t.Parallel()
	c := listen(t, t.TempDir())
	defer c.Close()
	r := invited(t, c, "rogue")
	x := &toy{}
	jobs := x.jobs(2)
	for i := range jobs {
		jobs[i].Limit = 300 * time.Millisecond
	}
	result := make(chan error, 1)
	go func() { result <- c.Run(t.Context(), jobs) }()
	for range jobs {
		m := r.message("take", "", nil)
		m.Header.Set(waitHeader, "3000")
		if reply, err := r.conn.RequestMsg(m, 5*time.Second); err != nil || len(reply.Data) == 0 {
			t.Fatal(err)
		}
	}
	for done := false; !done; {
		select {
		case err := <-result:
			if done = true; err != nil {
				t.Error(err)
			}
		case <-time.After(20 * time.Millisecond):
			r.beat(beat{Heartbeat: Heartbeat{Worker: "x"}, Keys: []string{"k00000", "k00001"}})
			c.mu.Lock()
			lost := c.members[r.id].bad >= 2
			if c.mu.Unlock(); lost {
				start(t, c.File())
				r.conn.Close()
			}
		}
	}
	x.holdOnce(t, 2)
}

// TestInvite names what is wrong with an invitation, and revokes one whose file is removed.
func TestInvite(t *testing.T) {
	t.Parallel()
	c := listen(t, t.TempDir())
	defer c.Close()
	path := must.Get(Invite(t.Context(), c.File(), "alice"))(t)
	for name, want := range map[string]string{"alice": "is there already", "a.b": "letters, digits",
		"": "letters, digits"} {
		if _, err := Invite(t.Context(), c.File(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
	f := must.Get(resolve(path))(t)
	must.Do(t, os.Remove(path))
	c.watch()
	if _, err := f.dial(); err == nil {
		t.Error("a removed invitation opens")
	}
	if s, err := Ask(t.Context(), c.File()); err != nil || len(s) != 1 {
		t.Errorf("the other: %v", err)
	}
}
