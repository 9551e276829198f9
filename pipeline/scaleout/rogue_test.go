package scaleout

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/internal/must"
	"feltlab/pipeline/work"
)

type rogue struct {
	*testing.T
	c    *Coordinator
	conn *nats.Conn
	id   string
}

func invited(t *testing.T, c *Coordinator, name string) *rogue {
	t.Helper()
	path := must.Get(Invite(c.File(), name))(t)
	f := must.Get(resolve(path))(t)
	conn := must.Get(f.dial(nats.NoReconnect(), quiet))(t)
	t.Cleanup(conn.Close)
	return &rogue{t, c, conn, f.ID}
}

func (r *rogue) send(subject, reply string, data []byte) {
	m := nats.NewMsg(subject)
	m.Reply, m.Data = reply, data
	m.Header.Set(workerHeader, "x")
	m.Header.Set(stampHeader, stamp.String())
	if err := r.conn.PublishMsg(m); err != nil && !r.conn.IsClosed() {
		r.Error(err)
	}
}

func (r *rogue) answer(key, reply string, data []byte) {
	r.send(r.c.run.of("answer", r.id, key), reply, data)
}

func nextOf(r run) string { return "$JS.API.CONSUMER.MSG.NEXT." + r.pieces() + "." + workConsumer }

// heard waits until the coordinator hears the answers of the credential: a worker sends its own until they are stored.
func (r *rogue) heard() {
	r.Helper()
	must.Do(r.T, insist(r.Context(), func(ctx context.Context) error {
		_, err := r.c.js.Stream(ctx, r.c.run.answers(r.id))
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return errNotRunning // not yet
		}
		return err
	}))
}

func (r *rogue) until(what string, is func(who *member) bool) {
	r.Helper()
	await(r.T, what, func() bool {
		r.c.mu.Lock()
		defer r.c.mu.Unlock()
		return r.c.members[r.id] != nil && is(r.c.members[r.id])
	})
}

func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("not within a minute: %s", what)
		}
	}
}

// TestNonsense sends nonsense of every kind. No message ends the process, and the coordinator keeps a bounded amount
// of all.
func TestNonsense(t *testing.T) {
	t.Parallel()
	c := listening(t, func(o *Options) { o.Cores = 1 })
	r := invited(t, c, "rogue")
	x := &toy{}
	jobs := x.jobs(20)
	here, hold := jobs[0].Here, make(chan struct{})
	jobs[0].Here = func(ctx context.Context) error { <-hold; return here(ctx) }
	ended := running(t.Context(), c, jobs)
	r.heard()
	report := c.run.report(r.id, "")
	for i, data := range []string{"", "null", "{", "[]", `{"pieces": [{}, {}], "worker": "x"}`,
		strings.Repeat("[", 1<<12), strings.Repeat("x", 1<<17)} {
		r.answer(fmt.Sprint("k", i), "", []byte(data))
		r.send(report+fmt.Sprint(i), "", []byte(data))
		r.send(nextOf(c.run), inboxes+"."+r.id+".x", []byte(data))
		for number := range 20 {
			r.send(fmt.Sprintf("$JS.ACK.%s.%s.1.%d.%d.1.0", c.run.pieces(), workConsumer, number, number), "",
				[]byte(data))
		}
	}
	for i := range 1 << 13 {
		r.send(report+fmt.Sprint("w", i), "", fmt.Appendf(nil, `{"worker": "w%d %s"}`, i, strings.Repeat("x", 3_000)))
	}
	for i := range 2 * mostAnswers / (1 << 22) {
		r.answer(fmt.Sprint("flood", i), "", make([]byte, 1<<22))
	}
	must.Do(t, r.conn.FlushTimeout(time.Minute))
	close(hold)
	must.Do(t, <-ended)
	x.holdOnce(t, 20)
	for stream, most := range map[string]uint64{"KV_" + c.run.reports(): mostReports,
		c.run.answers(r.id): mostAnswers} {
		info := must.Get(must.Get(c.js.Stream(t.Context(), stream))(t).Info(t.Context()))(t)
		if info.State.Bytes > most {
			t.Errorf("%d bytes are kept in %s", info.State.Bytes, stream)
		}
	}
}

// TestOthersName expects what a credential sends to touch no other: it answers pieces of others, names their subjects,
// the queue and the coordinator's bucket for replies, and acknowledges their pieces. The honest worker's answer counts,
// and the rogue is dropped, until the user lets it in again.
func TestOthersName(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c := listen(t, folder)
	t.Cleanup(func() { _ = c.Close() })
	f := must.Get(resolve(c.File()))(t)
	r := invited(t, c, "rogue")
	started, hold := make(chan struct{}, 10), make(chan struct{})
	start(t, c.File(), func(o *WorkerOptions) {
		o.Cores, o.Idle, o.Kinds = 1, time.Hour, answering(func(ctx context.Context, task work.Task) ([]byte, error) {
			started <- struct{}{}
			<-hold
			return square(ctx, task)
		})
	})
	x := &toy{}
	jobs := x.jobs(1)
	here := jobs[0].Here
	jobs[0].Here = func(ctx context.Context) error { // three refuted answers leave it to this process
		select {
		case <-hold:
			return here(ctx)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	result := running(t.Context(), c, jobs)
	<-started
	r.heard()
	c.mu.Lock()
	c.members[r.id].bad = mostRefuted // only three answers of a piece are judged while this process computes it
	c.mu.Unlock()
	r.answer("k00000", "", []byte("wrong"))
	r.until("the rogue is dropped", func(who *member) bool { return who.dropped })
	forger := invited(t, c, "forger")
	forger.heard()
	for _, reply := range []string{c.run.of("work", "k00000"), c.run.of("answer", f.ID, "k00000"),
		"$KV." + c.run.bucket() + "." + helloKey} {
		forger.answer("other"+tokenOf(reply), reply, nil)
		forger.send(nextOf(c.run), reply, []byte(`{"no_wait": true}`))
	}
	for number := range 10 {
		forger.send(fmt.Sprintf("$JS.ACK.%s.%s.1.%d.%d.1.0", c.run.pieces(), workConsumer, number, number), "",
			[]byte("+TERM"))
	}
	close(hold)
	must.Do(t, <-result)
	x.holdOnce(t, 1)
	c.mu.Lock()
	if honest := c.members[f.ID]; honest.bad != 0 || honest.dropped {
		t.Errorf("the honest credential: %d refuted, dropped %v", honest.bad, honest.dropped)
	}
	c.mu.Unlock()
	await(t, "the drop is kept", func() bool { return exists(droppedFile(folder, r.id)) })
	must.Do(t, os.Remove(droppedFile(folder, r.id)))
	r.until("it is let in again", func(who *member) bool { return !who.dropped })
}

// TestHeld takes pieces back from a worker that only says that it computes them.
func TestHeld(t *testing.T) {
	t.Parallel()
	c := listening(t)
	r := invited(t, c, "rogue")
	x := &toy{}
	jobs := x.jobs(2)
	for i := range jobs {
		jobs[i].Limit = 300 * time.Millisecond
	}
	result := running(t.Context(), c, jobs)
	var acks []string
	for len(acks) < len(jobs) {
		m, err := r.conn.Request(nextOf(c.run), []byte(`{"batch": 1}`), 5*time.Second)
		if err == nil && len(m.Data) > 0 {
			acks = append(acks, m.Reply)
		}
	}
	start(t, c.File(), func(o *WorkerOptions) { o.Idle = time.Hour })
	for done := false; !done; {
		select {
		case err := <-result:
			done = true
			must.Do(t, err)
		case <-time.After(20 * time.Millisecond):
			for _, ack := range acks {
				_ = r.conn.Publish(ack, []byte("+WPI"))
			}
		}
	}
	x.holdOnce(t, 2)
}

// TestInvite names what is wrong with an invitation, and revokes one whose file is removed. A restarted coordinator
// knows the copies of its files.
func TestInvite(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	free := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	must.Do(t, free.Close())
	same := func(o *Options) { o.Listen = free.Addr().String() }
	c := listen(t, folder, same)
	path := must.Get(Invite(c.File(), "alice"))(t)
	for name, want := range map[string]string{"alice": "is there already", "a.b": "letters, digits",
		"": "letters, digits"} {
		must.Fails(Invite(c.File(), name))(t, want)
	}
	f, ours := must.Get(resolve(path))(t), must.Get(resolve(c.File()))(t)
	must.Do(t, c.Close())
	c = listen(t, folder, same)
	defer c.Close()
	for _, copied := range []*connection{f, ours} {
		conn, err := copied.dial()
		if err != nil {
			t.Fatalf("a copy, after a restart: %v", err)
		}
		conn.Close()
	}
	must.Do(t, os.Remove(path))
	c.watch(t.Context())
	if _, err := f.dial(); err == nil {
		t.Error("a removed invitation opens")
	}
}
