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

// errPart is wrapped by errors about a bad part or reply of a shared search.
var errPart = errors.New("bad part of a shared search")

const (
	helpTime = 100 * time.Millisecond // the time between two requests of a helper with a task
	// shortWait is the time after the first request of a helper without a task; it doubles each time.
	shortWait = 2 * time.Millisecond
)

type assistant struct {
	ask func(ctx context.Context, request []byte) ([]byte, error)
	s   *searcher

	mu     sync.Mutex
	name   string
	known  int              // number of cuts received
	sent   int              // number of the searcher's cuts that were sent or received
	seen   map[columns]bool // cuts received
	number int              // of the task; 0 without one
	task   task
}

// Help joins a shared search for an instance by sending requests with ask, until the search is over,
// the context ends, or ask returns an error. The replies bring tasks and cuts. Help sends the cuts that
// it learns; other workers finish the tasks that it does not.
func Help(
	ctx context.Context, inst *regression.Instance, p Part,
	ask func(ctx context.Context, request []byte) (reply []byte, err error),
) error {
	if !(p.Cutoff >= 0 && p.Cutoff <= inst.Rules.MostCutoff()) || p.Loss != lad.Average && p.Loss != lad.Max {
		return errPart
	}
	t, err := newTable(inst, p.Loss, p.Better)
	if err != nil {
		return err
	}
	problem, err := lad.New(inst, p.Loss)
	if err != nil {
		return err
	}
	if p.Loss == lad.Max {
		t = t.within(p.Cutoff)
	}
	root := newLP(t)
	if !t.large {
		root.solve(math.Inf(1))
	}
	a := &assistant{ask: ask, name: rand.Text(), seen: map[columns]bool{}}
	a.s = newSearcher(ctx, t, problem, root, p.Cutoff*t.total, p.Better, &cuts{})
	a.s.share = newPool(1)
	return a.run(ctx)
}

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

// do searches the task and sends requests meanwhile.
func (a *assistant) do(ctx context.Context) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var sending sync.WaitGroup
	sending.Go(func() {
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
	sending.Wait()
	if broken != nil && ctx.Err() == nil {
		return broken
	}
	last := &request{Done: !a.s.stopped(), Found: a.s.support}
	last.Leave = !last.Done
	after, end := context.WithTimeout(context.WithoutCancel(ctx), helpLease)
	defer end()
	return a.exchange(after, last)
}

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
		return nil, errors.Join(errPart, err)
	}
	all := a.s.t.all()
	if x := out.Task; out.Number != 0 && (x.K < 1 || !x.In.or(x.Free).minus(all).empty() || !x.In.and(x.Free).empty()) {
		return nil, errPart
	}
	for _, c := range out.Cuts {
		if !a.seen[c] {
			a.seen[c] = true
			a.s.known.add(c, nil)
		}
	}
	a.known = out.Known
	a.s.share.needed.Store(out.Needed)
	return &out, nil
}
