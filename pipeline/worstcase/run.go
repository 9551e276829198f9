package worstcase

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/pipeline/checkpoint"
	"feltlab/pipeline/work"
	"feltlab/solvers/limitholdem"
)

// Options say what to compute; the zero value computes everything and keeps nothing.
type Options struct {
	// Flops is the size of a random sample of flops; 0 means all.
	Flops int
	// Turns and Rivers, in a sample of flops, are how many turns of a flop and rivers of a turn are
	// drawn; 0 means all. See holdem.Options.
	Turns, Rivers int
	// Seed of the sample, and of the permutations that test the policy for symmetry.
	Seed uint64
	// Checkpoint is a file for finished work, or "".
	Checkpoint string
	// Begun is what a run before left, as Result.Summed returns it; only of all flops.
	Begun []*limitholdem.Item
	// Workers is the number of goroutines; below 1 it is one for each processor.
	Workers int
	// Pool is where items are computed; nil means here, by Workers.
	Pool work.Pool
	// ByRound asks in which round the loss arises.
	ByRound bool
	// Progress gets a bar if it is a terminal; it may be nil.
	Progress io.Writer
}

// Errors of samples.
var (
	ErrSample     = errors.New("worstcase: bad size of a sample")
	ErrUnfinished = errors.New("worstcase: the sample is not finished")
)

// leastFlops is the size of the smallest sample that tells how far off it is.
const leastFlops = 2

// Result is the answer, as far as it was computed.
type Result struct {
	*limitholdem.Result
	// Items are what is done.
	Items []*limitholdem.Item
	begun []*limitholdem.Item
	// Solver is what computed them.
	Solver *limitholdem.Solver
	// Drawn says that turns or rivers were: then intervals mean nothing, and Estimate says all.
	Drawn  bool
	sample []int // flops, with repetitions; nil for all

	turns, rivers int // drawn of each flop and turn; 0 for all
}

// What checkpoints hold.
const (
	bestResponses = "limit-holdem best response"
	matches       = "limit-holdem match"
)

// BestResponse computes best responses from both seats to a policy. The digest tells policies apart in
// checkpoints (see strategy.Digest). When the context ends, the result holds what is done, beside the
// context's error. Other errors are ErrSample, and those of holdem.New, of the policy and of
// checkpoint.Open.
func BestResponse(ctx context.Context, p game.Policy, digest string, o Options) (*Result, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	solver, err := limitholdem.New(p, limitholdem.Options{ByRound: o.ByRound, Seed: o.Seed, Turns: o.Turns, Rivers: o.Rivers})
	if err != nil {
		return nil, err
	}
	return run(ctx, solver, o.header(solver, bestResponses, digest), &o, p)
}

// Match computes what one policy wins against another from both seats: all else is as for Run.
func Match(ctx context.Context, ours, theirs game.Policy, digests [2]string, o Options) (*Result, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	solver, err := limitholdem.NewMatch(ours, theirs, limitholdem.Options{Seed: o.Seed, Turns: o.Turns, Rivers: o.Rivers})
	if err != nil {
		return nil, err
	}
	o.ByRound = false
	return run(ctx, solver, o.header(solver, matches, digests[0]+" against "+digests[1]), &o, ours, theirs)
}

// Check returns what Run would refuse of options, ErrSample, before a policy is at hand.
func (o *Options) Check() error {
	if o.Flops != 0 && (o.Flops < leastFlops || o.Flops > limitholdem.NumFlops) {
		return fmt.Errorf("%w: %d, want %d to %d", ErrSample, o.Flops, leastFlops, limitholdem.NumFlops)
	}
	if o.Turns < 0 || o.Rivers < 0 || o.drawn() && o.Flops == 0 {
		return fmt.Errorf("%w: %d turns and %d rivers of %d flops", ErrSample, o.Turns, o.Rivers, o.Flops)
	}
	if len(o.Begun) > 0 && o.Flops > 0 {
		return fmt.Errorf("%w: %d flops, where a run of all goes on", ErrSample, o.Flops)
	}
	return nil
}

// drawn says that turns or rivers are.
func (o *Options) drawn() bool { return o.Turns > 0 || o.Rivers > 0 }

func run(ctx context.Context, solver *limitholdem.Solver, header checkpoint.Header, o *Options, players ...game.Policy) (r *Result, err error) {
	r = &Result{Solver: solver, Drawn: o.drawn(), begun: o.Begun, turns: o.Turns, rivers: o.Rivers}
	if _, err := solver.Combine(o.Begun); err != nil {
		return nil, err
	}
	tasks := r.tasks(o)
	var file *checkpoint.File
	if o.Checkpoint != "" {
		if file, err = checkpoint.Open(o.Checkpoint, header); err != nil {
			return nil, err
		}
		defer file.Close()
	}
	left := r.take(file, tasks)
	what := strings.TrimPrefix(header.Computation, "limit-holdem ")
	bar := progress.Start(o.Progress, what, len(tasks))
	defer bar.Close()
	bar.Set(len(r.Items))
	l := &ledger{solver: solver, header: header, options: o, file: file, bar: bar, items: map[limitholdem.Task]*limitholdem.Item{}, by: map[limitholdem.Task]string{}, liars: map[string]bool{}}
	for _, item := range r.Items {
		l.items[limitholdem.Task{Flop: item.Flop, Seat: item.Seat}] = item
	}
	if stopped := l.work(ctx, left, players); stopped != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%w; %s", stopped, done(len(l.items), len(tasks), o.Checkpoint))
	}
	r.Items = l.list(tasks)
	if r.Result, err = solver.Combine(slices.Concat(r.begun, r.Items)); err != nil {
		return nil, err
	}
	return r, ctx.Err()
}

// done says what an error leaves.
func done(items, tasks int, path string) string {
	if path == "" {
		return fmt.Sprintf("%d of %d pieces of work were done, which are lost without a checkpoint", items, tasks)
	}
	return fmt.Sprintf("%d of %d pieces of work are kept in %s, from where the same command goes on", items, tasks, path)
}

// Flops returns how many flops were asked for, those that come twice in a sample counted twice.
func (r *Result) Flops() int {
	if r.sample == nil {
		return limitholdem.NumFlops
	}
	return len(r.sample)
}

// Summed returns what is done of all flops in two items, with which Options.Begun goes on on any
// machine; what was computed behind one that was not is lost with it.
func (r *Result) Summed() []*limitholdem.Item {
	return limitholdem.Summed(slices.Concat(r.begun, r.Items))
}

// tasks lists the work: all that is not begun, or both seats of a sample of flops.
func (r *Result) tasks(o *Options) (tasks []limitholdem.Task) {
	if o.Flops == 0 {
		return slices.DeleteFunc(limitholdem.Tasks(), func(t limitholdem.Task) bool {
			return slices.ContainsFunc(o.Begun, func(i *limitholdem.Item) bool { return i.Covers(t) })
		})
	}
	r.sample = sample(r.Solver, o.Flops, o.Seed)
	for _, flop := range slices.Compact(slices.Clone(r.sample)) {
		tasks = append(tasks, limitholdem.Task{Flop: flop, Seat: 0}, limitholdem.Task{Flop: flop, Seat: 1})
	}
	return tasks
}

func (o *Options) header(s *limitholdem.Solver, computation, input string) checkpoint.Header {
	if o.drawn() {
		input += fmt.Sprintf(", %d turns and %d rivers in folds with seed %d", o.Turns, o.Rivers, o.Seed)
	}
	return checkpoint.Header{
		Computation: computation, Input: input, Items: 2 * limitholdem.NumFlops,
		Values: s.Levels() * limitholdem.NumPreflop * cards.NumClasses,
	}
}

// place is a task's number in a checkpoint.
func place(t limitholdem.Task) int { return 2*t.Flop + t.Seat }

// take adopts what a checkpoint has of the work, and nobody doubts, and returns the rest.
func (r *Result) take(file *checkpoint.File, tasks []limitholdem.Task) (left []limitholdem.Task) {
	for _, t := range tasks {
		if file != nil {
			if values := file.Get(place(t)); values != nil && !math.IsNaN(values[0]) {
				r.Items = append(r.Items, unflatten(t, values))
				continue
			}
		}
		left = append(left, t)
	}
	return left
}

// flatten lists an item's values by level, history and class.
func flatten(item *limitholdem.Item) (out []float64) {
	for level := range item.Values {
		for k := range item.Values[level] {
			out = append(out, item.Values[level][k][:]...)
		}
	}
	return out
}

func unflatten(t limitholdem.Task, values []float64) *limitholdem.Item {
	const size = limitholdem.NumPreflop * cards.NumClasses
	item := &limitholdem.Item{Flop: t.Flop, Seat: t.Seat, Values: make([]limitholdem.Values, len(values)/size)}
	for level := range item.Values {
		for k := range item.Values[level] {
			values = values[copy(item.Values[level][k][:], values):]
		}
	}
	return item
}
