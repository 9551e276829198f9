package worstcase

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"sync"

	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/pipeline/store"
	"feltlab/pipeline/work"
	"feltlab/solvers/limitholdem"
)

// ledger keeps items as they are done here or come from workers. Of a worker's items the first and a
// random share are computed once more; if one is wrong, none of that worker counts.
type ledger struct {
	solver  *limitholdem.Solver
	options *Options
	bar     *progress.Bar

	computation string // bestResponses or matches
	input       string // identifies the policies, and the sample of turns and rivers

	mu    sync.Mutex
	items map[limitholdem.Task]*limitholdem.Item
	by    map[limitholdem.Task]string // workers, of what is theirs
	seen  map[string]bool             // workers of whom an item was computed again
	liars map[string]bool
}

// ledger returns the empty ledger of a computation.
func (o *Options) ledger(s *limitholdem.Solver, computation, input string) *ledger {
	if o.drawn() {
		input += fmt.Sprintf(", %d turns and %d rivers in folds with seed %d", o.Turns, o.Rivers, o.Seed)
	}
	return &ledger{
		solver: s, options: o, computation: computation, input: input,
		items: map[limitholdem.Task]*limitholdem.Item{}, by: map[limitholdem.Task]string{},
		seen: map[string]bool{}, liars: map[string]bool{},
	}
}

// spec keys an item in the store.
func (l *ledger) spec(t limitholdem.Task) store.Spec {
	return store.Spec{
		Stage: "limit hold'em item", Version: itemVersion, Schema: "little-endian doubles by level, history and class",
		Config: map[string]any{
			"computation": l.computation, "input": l.input, "levels": l.solver.Levels(), "flop": t.Flop, "seat": t.Seat,
		},
	}
}

// find takes an item from the store, if it is there.
func (l *ledger) find(t limitholdem.Task) error {
	if l.options.Store == nil || l.options.Fresh {
		return nil
	}
	a, err := l.options.Store.Find(l.spec(t))
	if a == nil || err != nil {
		return err
	}
	content, err := os.ReadFile(a.Path)
	if err != nil {
		return err
	}
	if values, err := l.decode(content); err == nil {
		l.items[t] = unflatten(t, values)
	}
	return nil
}

// work computes items until all are there that nobody doubts.
func (l *ledger) work(ctx context.Context, left []limitholdem.Task, players []game.Policy) error {
	pool := work.Or(l.options.Pool, l.options.Workers)
	named, err := l.offer(ctx, pool, players)
	if err != nil {
		return err
	}
	for len(left) > 0 {
		var jobs []work.Job
		for _, t := range left {
			job, err := l.job(t, named)
			if err != nil {
				return err
			}
			jobs = append(jobs, job)
		}
		if err := pool.Run(ctx, jobs); err != nil {
			return err
		}
		left = l.missing(left)
	}
	return nil
}

// missing lists what is not there.
func (l *ledger) missing(tasks []limitholdem.Task) (left []limitholdem.Task) {
	for _, t := range tasks {
		if l.items[t] == nil {
			left = append(left, t)
		}
	}
	return left
}

// list returns the items in the order of tasks.
func (l *ledger) list(tasks []limitholdem.Task) (items []*limitholdem.Item) {
	for _, t := range tasks {
		if item := l.items[t]; item != nil {
			items = append(items, item)
		}
	}
	return items
}

// put keeps an item; by is its worker, or "".
func (l *ledger) put(item *limitholdem.Item, by string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := limitholdem.Task{Flop: item.Flop, Seat: item.Seat}
	l.items[t] = item
	if by != "" {
		l.by[t] = by
	}
	l.bar.Set(len(l.items))
	if l.options.Store == nil {
		return nil
	}
	if l.options.Fresh {
		if err := l.remove(t); err != nil {
			return err
		}
	}
	err := l.options.Store.Keep(context.Background(), l.spec(t), encode(flatten(item)))
	if errors.Is(err, store.ErrRoot) {
		return nil // a read-only cache keeps nothing
	}
	return err
}

// job is an item to be computed.
func (l *ledger) job(t limitholdem.Task, named []player) (j work.Job, err error) {
	j.Here = func(ctx context.Context) error {
		item, err := l.solver.Flop(ctx, t.Flop, t.Seat)
		if err != nil {
			return err
		}
		return l.put(item, "")
	}
	if named == nil {
		return j, nil
	}
	o := l.options
	payload, err := json.Marshal(question{named, t.Flop, t.Seat, o.ByRound, o.Seed, o.Turns, o.Rivers})
	if err != nil {
		return j, err
	}
	key, err := l.spec(t).Key()
	if err != nil {
		return j, err
	}
	j.Key, j.Name = key.String(), fmt.Sprintf("%s, flop %d, seat %d", l.computation, t.Flop, t.Seat)
	j.Piece = func() (*work.Piece, error) {
		return &work.Piece{Kind: PieceKind, Key: j.Key, Name: j.Name, Payload: payload}, nil
	}
	j.Accept = func(ctx context.Context, a work.Answer) error { return l.accept(ctx, t, a) }
	return j, nil
}

// accept checks a worker's item and keeps it.
func (l *ledger) accept(ctx context.Context, t limitholdem.Task, a work.Answer) error {
	bad := func(err error) error {
		return fmt.Errorf("%w: flop %d, seat %d: %w", work.ErrAnswer, t.Flop, t.Seat, err)
	}
	values, err := l.decode(a.Bytes)
	if err != nil {
		return bad(err)
	}
	item := unflatten(t, values)
	if err := l.solver.Check(item); err != nil {
		return bad(err)
	}
	again, lies := l.doubt(a.Worker)
	if lies {
		return bad(errLied)
	}
	if again {
		ours, err := l.solver.Flop(ctx, t.Flop, t.Seat)
		if err != nil {
			return err
		}
		if !alike(ours, item) {
			if err := l.banish(a.Worker); err != nil {
				return err
			}
			return bad(errLied)
		}
	}
	return l.put(item, a.Worker)
}

// errLied is what is wrong with an item that comes out otherwise here.
var errLied = fmt.Errorf("an item of this worker, computed again, has other values")

// againShare is the share of items that are computed again.
var againShare = 0.02

// doubt reports whether a worker's next item is to be computed again, and whether it has lied.
func (l *ledger) doubt(worker string) (again, lies bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	again = !l.seen[worker] || rand.Float64() < againShare
	l.seen[worker] = true
	return again, l.liars[worker]
}

// banish removes a worker's answers, from the store too, and refuses its further answers.
func (l *ledger) banish(worker string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.liars[worker] = true
	for t, by := range l.by {
		if by != worker {
			continue
		}
		delete(l.items, t)
		delete(l.by, t)
		if l.options.Store == nil {
			continue
		}
		if err := l.remove(t); err != nil {
			return err
		}
	}
	l.bar.Set(len(l.items))
	return nil
}

// remove deletes an item from the store.
func (l *ledger) remove(t limitholdem.Task) error {
	key, err := l.spec(t).Key()
	if err != nil {
		return err
	}
	return l.options.Store.Remove(key)
}

// likeness is how far values may differ, as a part of the largest of their history: machines round
// the river differently.
const likeness = 1e-4

// alike reports whether two items are the same but for rounding.
func alike(a, b *limitholdem.Item) bool {
	for level := range a.Values {
		for k := range a.Values[level] {
			most := 0.0
			for _, v := range a.Values[level][k] {
				most = max(most, math.Abs(v))
			}
			for class, v := range a.Values[level][k] {
				if !(math.Abs(v-b.Values[level][k][class]) <= likeness*most) {
					return false
				}
			}
		}
	}
	return true
}

// encode writes values as a worker sends them.
func encode(values []float64) []byte {
	out := make([]byte, 0, 8*len(values))
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

// decode reads what encode wrote, of an item's size.
func (l *ledger) decode(text []byte) ([]float64, error) {
	values := make([]float64, l.solver.Levels()*limitholdem.NumPreflop*cards.NumClasses)
	if len(text) != 8*len(values) {
		return nil, fmt.Errorf("%d bytes, want %d", len(text), 8*len(values))
	}
	for i := range values {
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(text[8*i:]))
	}
	return values, nil
}
