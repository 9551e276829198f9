package scaleout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"feltlab/internal/must"
	"feltlab/pipeline/work"
)

var stamp = Stamp{Commit: "c0ffee", Stages: "test 1"}

// lease is short, so that lost pieces go out again soon.
const lease = 600 * time.Millisecond

func listen(t testing.TB, folder string, change ...func(*Options)) *Coordinator {
	t.Helper()
	o := Options{Listen: "127.0.0.1:0", Folder: folder, Title: "a test", Stamp: stamp, Lease: lease}
	for _, f := range change {
		f(&o)
	}
	return must.Get(Listen(t.Context(), o))(t)
}

func listening(t testing.TB, change ...func(*Options)) *Coordinator {
	t.Helper()
	c := listen(t, t.TempDir(), change...)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// running runs jobs, and returns the error of the run when it ends.
func running(ctx context.Context, c *Coordinator, jobs []work.Job) <-chan error {
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx, jobs) }()
	return ended
}

// toy is a run of made-up pieces: the answer to a number is its square.
type toy struct {
	mu   sync.Mutex
	done map[string]int
}

func (x *toy) jobs(n int) (jobs []work.Job) {
	x.done = map[string]int{}
	for i := range n {
		key := fmt.Sprintf("k%05d", i)
		finish := func() {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.done[key]++
		}
		jobs = append(jobs, work.Job{
			Key: key, Name: "piece " + key,
			Here: func(context.Context) error { finish(); return nil },
			Piece: func() (*work.Piece, error) {
				return &work.Piece{Kind: "square", Key: key, Name: "piece " + key, Payload: fmt.Append(nil, i)}, nil
			},
			Accept: func(_ context.Context, a work.Answer) error {
				if string(a.Bytes) != fmt.Sprint(i*i) {
					return fmt.Errorf("%w: %d squared is not %.20s", work.ErrAnswer, i, a.Bytes)
				}
				finish()
				return nil
			},
		})
	}
	return jobs
}

func compute(t testing.TB, c *Coordinator, n int) {
	t.Helper()
	x := &toy{}
	must.Do(t, c.Run(t.Context(), x.jobs(n)))
	x.holdOnce(t, n)
}

func (x *toy) holdOnce(t testing.TB, n int) {
	t.Helper()
	x.mu.Lock()
	defer x.mu.Unlock()
	must.Equal(t, len(x.done), n)
	for key, times := range x.done {
		must.Equal(t, times, 1, key)
	}
}

func answering(f func(ctx context.Context, t work.Task) ([]byte, error)) work.Kinds {
	return work.Kinds{"square": f}
}

func square(_ context.Context, t work.Task) ([]byte, error) {
	var i int
	_, err := fmt.Sscan(string(t.Payload), &i)
	return fmt.Append(nil, i*i), err
}

func start(t testing.TB, file string, change ...func(*WorkerOptions)) (wait func() error, stop func()) {
	t.Helper()
	o := WorkerOptions{Connect: []string{file}, Cores: 2, Idle: time.Minute, Stamp: stamp, Kinds: answering(square)}
	for _, f := range change {
		f(&o)
	}
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- Work(ctx, o) }()
	t.Cleanup(cancel)
	return func() error { return <-result }, cancel
}

// TestRun computes several batches by workers and the coordinator. Each piece is computed once, jobs
// without a piece here, and only the folder is left at the end.
func TestRun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c := listen(t, folder, func(o *Options) { o.Cores = 1 })
	info, err := os.Stat(c.File())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v, want 0600", info.Mode(), err)
	}
	joined := make(chan bool, 1) // a worker that comes after the run finds no coordinator
	wait, _ := start(t, c.File(), func(o *WorkerOptions) {
		o.Note = func(line string) {
			if strings.HasPrefix(line, "joined") {
				joined <- true
			}
		}
	})
	<-joined
	for _, n := range []int{40, 0, 7} {
		x := &toy{}
		jobs := x.jobs(n)
		home := 0
		jobs = append(jobs, work.Job{Here: func(context.Context) error { home++; return nil }})
		must.Do(t, c.Run(t.Context(), jobs))
		if x.holdOnce(t, n); home != 1 {
			t.Errorf("the job without a piece was computed %d times", home)
		}
	}
	status, err := Ask(t.Context(), c.File())
	if err != nil || len(status) != 1 || status[0].Title != "a test" || len(status[0].Workers) == 0 {
		t.Errorf("%+v, %v", status, err)
	}
	c.End()
	must.Do(t, errors.Join(c.Close(), wait()))
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestAlone computes all pieces in the coordinator.
func TestAlone(t *testing.T) {
	t.Parallel()
	compute(t, listening(t, func(o *Options) { o.Cores = 2 }), 200)
}

// TestDishonestWorkers has workers that answer wrongly, fail, panic, and find nothing, each with an invitation of its
// own. All pieces are done: those that workers fail at by the coordinator. What lied is dropped alone.
func TestDishonestWorkers(t *testing.T) {
	t.Parallel()
	c := listening(t)
	join := func(name string, f func(ctx context.Context, t work.Task) ([]byte, error)) {
		path := must.Get(Invite(c.File(), name))(t)
		start(t, path, func(o *WorkerOptions) { o.Cores, o.Kinds = 1, answering(f) })
	}
	join("wrong", func(context.Context, work.Task) ([]byte, error) { return []byte("wrong"), nil })
	join("fails", func(context.Context, work.Task) ([]byte, error) { return nil, errors.New("it\nfails") })
	join("panics", func(context.Context, work.Task) ([]byte, error) { panic("no") })
	join("none", func(context.Context, work.Task) ([]byte, error) { return []byte("none"), nil })
	start(t, c.File(), func(o *WorkerOptions) { o.Cores = 1 })
	const n = 150
	x := &toy{}
	jobs := x.jobs(n)
	jobs[3].Accept = func(context.Context, work.Answer) error { panic("a judge's fault") }
	for i := range jobs {
		accept := jobs[i].Accept
		jobs[i].Accept = func(ctx context.Context, a work.Answer) error {
			time.Sleep(time.Millisecond)
			if string(a.Bytes) == "none" {
				return work.ErrNone
			}
			return accept(ctx, a)
		}
	}
	must.Do(t, c.Run(t.Context(), jobs))
	x.holdOnce(t, n)
	honest := 0
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, who := range c.members {
		if who.good > 0 {
			honest++
		}
		if who.dropped != (who.bad > mostRefuted) || who.dropped && who.good > 0 {
			t.Errorf("%s: %d right, %d wrong, dropped %v", who.id, who.good, who.bad, who.dropped)
		}
	}
	must.Equal(t, honest, 1)
}

// TestAside sets a piece aside, by name, that fails at workers and here.
func TestAside(t *testing.T) {
	t.Parallel()
	c := listening(t)
	start(t, c.File())
	x := &toy{}
	jobs := x.jobs(5)
	jobs[3].Accept = func(context.Context, work.Answer) error { return fmt.Errorf("%w: never", work.ErrAnswer) }
	jobs[3].Here = func(context.Context) error { return errors.New("not\nhere") }
	err := c.Run(t.Context(), jobs)
	var aside *work.SetAside
	if !errors.As(err, &aside) || len(aside.Pieces) != 1 || aside.Pieces[0].Name != jobs[3].Name {
		t.Fatalf("%v, want that piece 3 is set aside", err)
	}
	if strings.ContainsAny(err.Error(), "\n\x00") {
		t.Errorf("%q is more than a line", err)
	}
	x.holdOnce(t, 4)
}

// TestKilled restarts a killed coordinator: workers hand their answers in to it, and no piece is computed twice there.
func TestKilled(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c := listen(t, folder)
	file := c.File()
	hold := make(chan struct{})
	started := make(chan struct{}, 4)
	start(t, file, func(o *WorkerOptions) {
		o.Kinds = answering(func(ctx context.Context, task work.Task) ([]byte, error) {
			started <- struct{}{}
			<-hold
			return square(ctx, task)
		})
	})
	x := &toy{}
	ctx, cancel := context.WithCancel(t.Context())
	result := running(ctx, c, x.jobs(2))
	<-started
	<-started
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	must.Do(t, c.Close())
	must.Get(os.Stat(file))(t)
	c = listen(t, folder)
	defer c.Close()
	jobs := x.jobs(2)
	go close(hold)
	must.Do(t, c.Run(t.Context(), jobs))
	x.holdOnce(t, 2)
}

// TestKilledJudging restarts a coordinator that was killed while it judged: the worker hands its answer in again.
func TestKilledJudging(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	long := func(o *Options) { o.Lease = time.Hour }
	c := listen(t, folder, long)
	computed := 0
	start(t, c.File(), func(o *WorkerOptions) {
		o.Cores, o.Kinds = 1, answering(func(ctx context.Context, task work.Task) ([]byte, error) {
			computed++
			return square(ctx, task)
		})
	})
	x := &toy{}
	jobs := x.jobs(1)
	judging, hold := make(chan struct{}), make(chan struct{})
	jobs[0].Accept = func(context.Context, work.Answer) error {
		close(judging)
		<-hold
		return context.Canceled
	}
	ctx, cancel := context.WithCancel(t.Context())
	result := running(ctx, c, jobs)
	<-judging
	c.conn.Close() // nothing that it says from now on is heard
	cancel()
	close(hold)
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	_ = c.Close() // it cannot say that it ends
	c = listen(t, folder, long)
	defer c.Close()
	limited, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	must.Do(t, c.Run(limited, x.jobs(1)))
	if x.holdOnce(t, 1); computed != 1 {
		t.Errorf("the piece was computed %d times", computed)
	}
}

// TestStopped expects a stopped worker to return its pieces at once.
func TestStopped(t *testing.T) {
	t.Parallel()
	c := listening(t, func(o *Options) { o.Lease = time.Hour })
	started := make(chan struct{}, 4)
	wait, stop := start(t, c.File(), func(o *WorkerOptions) {
		o.Kinds = answering(func(ctx context.Context, _ work.Task) ([]byte, error) {
			started <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		})
	})
	x := &toy{}
	result := running(t.Context(), c, x.jobs(2))
	<-started
	<-started
	stop()
	must.Fail(t, wait(), context.Canceled)
	start(t, c.File())
	select {
	case err := <-result:
		must.Do(t, err)
	case <-time.After(time.Minute):
		t.Fatal("its pieces did not come back")
	}
	x.holdOnce(t, 2)
}

// TestInput sends an input to a worker, and refuses one that does not match its hash.
func TestInput(t *testing.T) {
	t.Parallel()
	c := listening(t)
	big := []byte(strings.Repeat("0123456789", 130_000))
	hash := must.Get(c.Offer(t.Context(), big))(t)
	_, js, err := reach(c.File())
	must.Do(t, err)
	defer js.Conn().Close()
	got, err := fetch(t.Context(), js, c.run, hash)
	if err != nil || string(got) != string(big) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	meta := jetstream.ObjectMeta{Name: hash}
	must.Get(c.inputs.Put(t.Context(), meta, strings.NewReader("another")))(t)
	must.Fails(fetch(t.Context(), js, c.run, hash))(t, ErrInput)
	must.Fails(fetch(t.Context(), js, c.run, strings.Repeat("0", 64)))(t, ErrInput)
}

// TestEarly has a worker wait for a coordinator, with the file of a killed one and with none, and end if
// it does not start.
func TestEarly(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, ConnectionFile)
	notes := make(chan string, 100)
	early := func(idle time.Duration) func() error {
		wait, _ := start(t, file, func(o *WorkerOptions) {
			o.Idle, o.Note = idle, func(line string) { notes <- line }
		})
		return wait
	}
	if err := early(300 * time.Millisecond)(); !errors.Is(err, ErrConnect) ||
		!strings.Contains(<-notes, "waiting 300ms for it") {
		t.Errorf("nobody came: %v", err)
	}
	wait := early(10 * time.Second)
	<-notes
	c := listen(t, folder)
	compute(t, c, 3)
	c.End()
	must.Do(t, errors.Join(c.Close(), wait()))
}
