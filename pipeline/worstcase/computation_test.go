package worstcase

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/strategy"
	"feltlab/pipeline/work"
	"feltlab/solvers/limitholdem"
)

// crowd is a pool in which workers answer by turns, some of them wrongly.
type crowd struct {
	work.Here

	kinds   work.Kinds
	answers map[string][]byte // by key
	workers []func(answer []byte) []byte
	refused map[int]int // by worker
}

func (c *crowd) Run(ctx context.Context, jobs []work.Job) error {
	for i, j := range jobs {
		for turn := i + 1; ; turn++ {
			p, err := j.Piece()
			if err != nil {
				return err
			}
			who := turn % len(c.workers)
			if c.answers[p.Key] == nil {
				if c.answers[p.Key], err = c.kinds[p.Kind](ctx, work.Task{Payload: p.Payload}); err != nil {
					return err
				}
			}
			err = j.Accept(ctx, work.Answer{Worker: fmt.Sprint(who), Bytes: c.workers[who](c.answers[p.Key])})
			if errors.Is(err, work.ErrAnswer) {
				c.refused[who]++
				continue
			}
			if err != nil {
				return err
			}
			break
		}
	}
	return nil
}

// caller solves for always-call.
var caller = sync.OnceValues(func() (*limitholdem.Solver, error) {
	p, _ := strategy.Trivial("always-call")
	return limitholdem.New(p, limitholdem.Options{ByRound: true})
})

// answers are a worker's, that has the solver already.
func answers(t *testing.T) work.Kinds {
	t.Helper()
	solver := must.Get(caller())(t)
	q := payload{Players: []player{{Name: "always-call"}}, Options: limitholdem.Options{ByRound: true}}
	return (&solvers{kept: map[string]*limitholdem.Solver{q.solver(): solver}}).kinds()
}

// holdWorked has a pool compute some items, and holds them to what this process computes.
func holdWorked(t *testing.T, pool work.Pool) *computation {
	t.Helper()
	solver := must.Get(caller())(t)
	tasks := []limitholdem.Task{{Flop: 3, Seat: 0}, {Flop: 3, Seat: 1}, {Flop: 900, Seat: 0}, {Flop: 1700, Seat: 1}}
	o := &Options{ByRound: true, Pool: pool, Store: cache(t)}
	l := o.computation(solver, bestResponses, "call", named(t, "always-call"))
	must.Do(t, l.work(t.Context(), tasks))
	for _, task := range tasks {
		want := must.Get(solver.Flop(t.Context(), task.Flop, task.Seat))(t)
		must.Equal(t, cmp.Diff(want, l.items[task]), "", task)
		stored := o.computation(solver, bestResponses, "call")
		must.Do(t, stored.find(task))
		must.Equal(t, cmp.Diff(want, stored.items[task]), "", task)
	}
	return l
}

// TestCrowd gets the same values from several workers, some of which send wrong items, as from this process.
func TestCrowd(t *testing.T) {
	c := &crowd{kinds: answers(t), answers: map[string][]byte{}, refused: map[int]int{}, workers: []func([]byte) []byte{
		func(b []byte) []byte { return b },
		func(b []byte) []byte { return b[:len(b)-1] },
		func(b []byte) []byte { // more than is at stake
			b = bytes.Clone(b)
			for i := 7; i < len(b); i += 8 {
				b[i] = 0x40
			}
			return b
		},
		func(b []byte) []byte { return make([]byte, len(b)) }, // possible, but its first item is computed again
	}}
	holdWorked(t, c)
	if c.refused[0] != 0 || c.refused[1] == 0 || c.refused[2] == 0 || c.refused[3] == 0 {
		t.Errorf("refused by worker: %v", c.refused)
	}
}

// TestForget removes from the store what a program answered that turned out to be no policy.
func TestForget(t *testing.T) {
	solver := must.Get(limitholdem.New(named(t, "always-fold"), limitholdem.Options{}))(t)
	c := (&Options{Store: cache(t)}).computation(solver, bestResponses, "fold")
	task := limitholdem.Task{Flop: 3, Seat: 1}
	must.Do(t, c.put(must.Get(solver.Flop(t.Context(), 3, 1))(t), ""))
	if a, err := c.options.Store.Find(c.spec(task)); a == nil || err != nil {
		t.Fatalf("it is not kept: %v", err)
	}
	must.Do(t, c.forget([]limitholdem.Task{task, {Flop: 4}}))
	if a, err := c.options.Store.Find(c.spec(task)); a != nil || err != nil {
		t.Errorf("it is still kept: %v", err)
	}
}

// TestReject drops the earlier items of a worker that sends a wrong one, in memory and in the store.
func TestReject(t *testing.T) {
	before := checkedShare
	defer func() { checkedShare = before }()
	checkedShare = 1
	if l := holdWorked(t, wrongWorker{kinds: answers(t)}); !l.rejected["wrong"] || len(l.by) != 0 {
		t.Errorf("rejected %v, items of workers %v", l.rejected, l.by)
	}
}

// wrongWorker is a pool with one worker that sends one right item and then wrong ones. Once it is rejected, this
// process does the jobs.
type wrongWorker struct {
	work.Here

	kinds work.Kinds
}

func (b wrongWorker) Run(ctx context.Context, jobs []work.Job) error {
	rejected := false
	for i, j := range jobs {
		p, err := j.Piece()
		if err != nil {
			return err
		}
		content, err := b.kinds[p.Kind](ctx, work.Task{Payload: p.Payload})
		if err != nil {
			return err
		}
		if i > 0 {
			content = make([]byte, len(content)) // values that are possible
		}
		if !rejected {
			err := j.Accept(ctx, work.Answer{Worker: "wrong", Bytes: content})
			if rejected = errors.Is(err, work.ErrAnswer); err != nil && !rejected {
				return err
			}
		}
		if rejected {
			if err := j.Here(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}
