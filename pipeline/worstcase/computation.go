package worstcase

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"feltlab/internal/progress"
	"feltlab/model/game"
	"feltlab/pipeline/store"
	"feltlab/pipeline/work"
	"feltlab/solvers/limitholdem"
)

// computation collects items that are computed here or come from workers. Of a worker's items the first and a random
// share are computed again here; if one differs, all items of that worker are rejected.
type computation struct {
	solver  *limitholdem.Solver
	options *Options
	bar     *progress.Bar
	asking  bool // the bar counts answers of programs, not items
	players []game.Policy

	kind  string // bestResponses or matches
	input string // identifies the policies, and the sample of turns and rivers

	mu       sync.Mutex
	items    map[limitholdem.Task]*limitholdem.Item
	by       map[limitholdem.Task]string // workers, by the tasks of their items
	checked  map[string]bool             // workers of which an item was computed again
	rejected map[string]bool
}

func (o *Options) computation(s *limitholdem.Solver, kind, input string, players ...game.Policy) *computation {
	if o.drawn() {
		input += fmt.Sprintf(", %d turns and %d rivers in folds with seed %d", o.Turns, o.Rivers, o.Seed)
	}
	return &computation{
		solver: s, options: o, players: players, kind: kind, input: input,
		items: map[limitholdem.Task]*limitholdem.Item{}, by: map[limitholdem.Task]string{},
		checked: map[string]bool{}, rejected: map[string]bool{},
	}
}

func (c *computation) spec(t limitholdem.Task) store.Spec {
	return store.Spec{
		Stage: "limit hold'em item", Version: itemVersion, Schema: "little-endian doubles by level, history and class",
		Config: map[string]any{
			"computation": c.kind, "input": c.input, "levels": c.solver.Levels(), "flop": t.Flop, "seat": t.Seat,
		},
	}
}

func (c *computation) find(t limitholdem.Task) error {
	if c.options.Store == nil || c.options.Fresh {
		return nil
	}
	a, err := c.options.Store.Find(c.spec(t))
	if a == nil || err != nil {
		return err
	}
	content, err := a.Read()
	if err != nil {
		return err
	}
	if item, err := c.decode(t, content); err == nil {
		c.items[t] = item
	}
	return nil
}

func (c *computation) work(ctx context.Context, left []limitholdem.Task) error {
	pool := work.Or(c.options.Pool, c.options.Workers)
	named, err := c.offer(ctx, pool)
	if err != nil {
		return err
	}
	for len(left) > 0 {
		var jobs []work.Job
		for _, t := range left {
			job, err := c.job(t, named)
			if err != nil {
				return err
			}
			jobs = append(jobs, job)
		}
		if err := pool.Run(ctx, jobs); err != nil {
			return err
		}
		left = c.missing(left)
	}
	return nil
}

// step shows the number of items, unless the bar counts answers.
func (c *computation) step() {
	if !c.asking {
		c.bar.Set(len(c.items))
	}
}

func (c *computation) missing(tasks []limitholdem.Task) (left []limitholdem.Task) {
	for _, t := range tasks {
		if c.items[t] == nil {
			left = append(left, t)
		}
	}
	return left
}

// put keeps an item; by is its worker, or "" for this process. It asks programs again first, so that a stopped run
// leaves nothing of one that has changed its answers.
func (c *computation) put(item *limitholdem.Item, by string) error {
	if err := Steady(c.players...); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t := limitholdem.Task{Flop: item.Flop, Seat: item.Seat}
	c.items[t] = item
	if by != "" {
		c.by[t] = by
	}
	c.step()
	if c.options.Store == nil {
		return nil
	}
	if c.options.Fresh {
		if err := c.remove(t); err != nil {
			return err
		}
	}
	content, err := encode(item)
	if err != nil {
		return err
	}
	if err = c.options.Store.Keep(context.Background(), c.spec(t), content); errors.Is(err, store.ErrRoot) {
		return nil // a read-only cache keeps nothing
	}
	return err
}

func (c *computation) job(t limitholdem.Task, named []player) (j work.Job, err error) {
	j.Here = func(ctx context.Context) error {
		item, err := c.solver.Flop(ctx, t.Flop, t.Seat)
		if err != nil {
			return err
		}
		return c.put(item, "")
	}
	if named == nil {
		return j, nil
	}
	text, err := json.Marshal(payload{named, t.Flop, t.Seat, c.options.solver()})
	if err != nil {
		return j, err
	}
	key, err := c.spec(t).Key()
	if err != nil {
		return j, err
	}
	j.Key, j.Name = key.String(), fmt.Sprintf("%s, flop %v, seat %d", c.kind, c.solver.FlopCards(t.Flop), t.Seat+1)
	j.Piece = func() (*work.Piece, error) {
		return &work.Piece{Kind: PieceKind, Key: j.Key, Name: j.Name, Payload: text}, nil
	}
	j.Accept = func(ctx context.Context, a work.Answer) error { return c.accept(ctx, t, a) }
	return j, nil
}

func (c *computation) accept(ctx context.Context, t limitholdem.Task, a work.Answer) error {
	bad := func(err error) error {
		return fmt.Errorf("%w: flop %v, seat %d: %w", work.ErrAnswer, c.solver.FlopCards(t.Flop), t.Seat+1, err)
	}
	item, err := c.decode(t, a.Bytes)
	if err != nil {
		return bad(err)
	}
	if err := c.solver.Check(item); err != nil {
		return bad(err)
	}
	again, rejected := c.checkAgain(a.Worker)
	if rejected {
		return bad(errOtherValues)
	}
	if again {
		ours, err := c.solver.Flop(ctx, t.Flop, t.Seat)
		if err != nil {
			return err
		}
		if !equalItems(ours, item) {
			if err := c.reject(a.Worker); err != nil {
				return err
			}
			return bad(errOtherValues)
		}
	}
	return c.put(item, a.Worker)
}

var errOtherValues = fmt.Errorf("%w: an item of this worker, computed again, has other values", work.ErrLied)

var checkedShare = 0.02

// checkAgain reports whether a worker's next item is to be computed again, and whether the worker has been rejected.
func (c *computation) checkAgain(worker string) (again, rejected bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	again = !c.checked[worker] || rand.Float64() < checkedShare
	c.checked[worker] = true
	return again, c.rejected[worker]
}

// reject removes a worker's items, from the store too, and refuses further ones.
func (c *computation) reject(worker string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rejected[worker] = true
	for t, by := range c.by {
		if by != worker {
			continue
		}
		delete(c.items, t)
		delete(c.by, t)
		if c.options.Store == nil {
			continue
		}
		if err := c.remove(t); err != nil {
			return err
		}
	}
	c.step()
	return nil
}

func (c *computation) remove(t limitholdem.Task) error {
	key, err := c.spec(t).Key()
	if err != nil {
		return err
	}
	return c.options.Store.Remove(key)
}

// forget removes items of policies that turned out to be no policies.
func (c *computation) forget(tasks []limitholdem.Task) (err error) {
	for _, t := range tasks {
		if c.options.Store != nil && c.items[t] != nil {
			err = errors.Join(err, c.remove(t))
		}
	}
	return err
}

// itemTolerance is how far values may differ, relative to the largest of their history: machines round the river
// differently.
const itemTolerance = 1e-4

func equalItems(a, b *limitholdem.Item) bool {
	for level := range a.Values {
		for k := range a.Values[level] {
			most := 0.0
			for _, v := range a.Values[level][k] {
				most = max(most, math.Abs(v))
			}
			for class, v := range a.Values[level][k] {
				if !(math.Abs(v-b.Values[level][k][class]) <= itemTolerance*most) {
					return false
				}
			}
		}
	}
	return true
}

func encode(item *limitholdem.Item) ([]byte, error) {
	return binary.Append(nil, binary.LittleEndian, item.Values)
}

func (c *computation) decode(t limitholdem.Task, content []byte) (*limitholdem.Item, error) {
	item := &limitholdem.Item{Flop: t.Flop, Seat: t.Seat, Values: make([]limitholdem.Values, c.solver.Levels())}
	if size := binary.Size(item.Values); len(content) != size {
		return nil, fmt.Errorf("%d bytes, want %d", len(content), size)
	}
	_, err := binary.Decode(content, binary.LittleEndian, item.Values)
	return item, err
}

// watch lets the bar count the answers of programs among the players. It returns a function that ends this.
func (c *computation) watch(tasks []limitholdem.Task) (end func()) {
	var agents []*Agent
	for _, p := range c.players {
		if a, ok := p.(*Agent); ok {
			agents = append(agents, a)
		}
	}
	total := 0
	for _, t := range tasks {
		total += c.solver.Questions(t.Seat)
	}
	if len(agents) == 0 || total == 0 {
		return func() {}
	}
	c.asking = true
	c.bar.Of(0, total)
	var mu sync.Mutex
	answered, start := 0, time.Now()
	watch := func(states int) {
		mu.Lock()
		defer mu.Unlock()
		answered = min(answered+states, total)
		c.bar.Latest(fmt.Sprintf("%.0f public states a second", float64(answered)/time.Since(start).Seconds()))
		c.bar.Set(answered)
	}
	for _, a := range agents {
		a.watch.Store(&watch)
	}
	return func() {
		for _, a := range agents {
			a.watch.Store(nil)
		}
	}
}
