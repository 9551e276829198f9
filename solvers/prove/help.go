package prove

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"math"
	"sync"
	"time"

	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// ErrPart marks what is no part of a proof.
var ErrPart = errors.New("prove: bad part")

const (
	// helpTime is the time between two requests of a helper that has a task.
	helpTime = 100 * time.Millisecond
	// shortWait is that after the first request of one that has none; it doubles each time.
	shortWait = 2 * time.Millisecond
)

// assistant is a call of Help.
type assistant struct {
	ask func(ctx context.Context, request []byte) ([]byte, error)
	s   *searcher

	mu     sync.Mutex
	name   string
	known  int              // cuts that came
	sent   int              // of the searcher's, that were sent or came
	seen   map[columns]bool // that came
	number int              // of the task; 0 without one
	task   task
}

// Help takes part in a search for an instance that somebody else has shared, until it is over, or
// the context ends, or nobody answers. What it learns goes to who asks; what it does not finish is
// for others.
func Help(ctx context.Context, inst *regression.Instance, p Part, ask func(ctx context.Context, request []byte) (reply []byte, err error)) error {
	if !(p.Cutoff >= 0 && p.Cutoff <= 1) || p.Loss != lad.Average && p.Loss != lad.Max {
		return ErrPart
	}
	t, err := newTable(inst, p.Loss)
	if err != nil {
		return err
	}
	problem, err := lad.New(inst, p.Loss)
	if err != nil {
		return err
	}
	if p.Loss == lad.Max {
		t = t.within(p.Cutoff + levelMargin)
	}
	root := newLP(t)
	root.solve(math.Inf(1))
	a := &assistant{ask: ask, name: rand.Text(), seen: map[columns]bool{}}
	a.s = newSearcher(ctx, t, problem, root, p.Cutoff*t.total, p.Better, &cuts{})
	a.s.share = newPool(1)
	return a.run(ctx)
}

// run does one task after the other.
func (a *assistant) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, a.s.share.end)()
	for wait := shortWait; !a.s.stopped(); wait = min(2*wait, helpTime) {
		if err := a.exchange(ctx, &request{}); err != nil {
			return err
		}
		if a.number != 0 {
			if err := a.do(ctx); err != nil {
				return err
			}
			wait = shortWait
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
	return errors.Join(a.s.err, ctx.Err())
}

// do searches the task, and tells of it while that lasts.
func (a *assistant) do(ctx context.Context) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var telling sync.WaitGroup
	telling.Go(func() {
		for every := time.NewTicker(helpTime); ; {
			select {
			case <-inner.Done():
				every.Stop()
				return
			case <-every.C:
				if err := a.exchange(inner, &request{}); err != nil && inner.Err() == nil {
					a.s.share.end()
					cancel(err)
				}
			}
		}
	})
	a.s.run(a.task)
	broken := context.Cause(inner)
	cancel(nil)
	telling.Wait()
	if broken != nil && ctx.Err() == nil {
		return broken
	}
	last := &request{Done: !a.s.stopped(), Found: a.s.support}
	last.Leave = !last.Done
	after, end := context.WithTimeout(context.WithoutCancel(ctx), helpLease)
	defer end()
	return a.exchange(after, last)
}

// exchange sends what is new, and takes what is new elsewhere. Cuts go first, in as many messages as
// it takes.
func (a *assistant) exchange(ctx context.Context, r *request) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for {
		now := *r
		own := a.s.known.since(a.sent)
		for now.Cuts = nil; len(own) > 0 && len(now.Cuts) < mostCuts; own = own[1:] {
			if a.sent++; !a.seen[own[0]] {
				now.Cuts = append(now.Cuts, own[0])
			}
		}
		now.Helper, now.Known, now.Task = a.name, a.known, a.number
		if len(own) > 0 {
			now.Done, now.Leave = false, false
		} else {
			now.Left = a.s.share.drain()
		}
		out, err := a.send(ctx, &now)
		if err != nil {
			return err
		}
		if now.Done || now.Leave {
			a.number = 0
		}
		if out.Number != 0 {
			a.number, a.task = out.Number, out.Task
		}
		if out.Over {
			a.s.share.end()
			return nil
		}
		if len(own) == 0 && len(out.Cuts) < mostCuts {
			return nil
		}
	}
}

// send sends a request, and takes the cuts of the reply.
func (a *assistant) send(ctx context.Context, r *request) (*reply, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if text, err = a.ask(ctx, text); err != nil {
		return nil, err
	}
	var out reply
	if err := json.Unmarshal(text, &out); err != nil || out.Known != r.Known+len(out.Cuts) || len(out.Cuts) > mostCuts {
		return nil, errors.Join(ErrPart, err)
	}
	all := a.s.t.all()
	if out.Number != 0 && (out.Task.K < 1 || !out.Task.In.or(out.Task.Free).minus(all).empty() || !out.Task.In.and(out.Task.Free).empty()) {
		return nil, ErrPart
	}
	for _, c := range out.Cuts {
		if !a.seen[c] {
			a.seen[c] = true
			a.s.known.add(c, nil)
		}
	}
	a.known = out.Known
	a.s.share.starve(out.Hungry)
	return &out, nil
}
