package johanson

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"feltlab/dataset/buckets"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem"
)

// accelerationRow is what an acceleration gains on a subtree of limit hold'em: the end of the
// betting on a turn, and all rivers after it.
type accelerationRow struct {
	Acceleration string `json:"acceleration"`
	// Alone is how many times as fast the plainest way becomes by it, Without how many times slower
	// all others are without it.
	Alone   float64 `json:"alone"`
	Without float64 `json:"without"`
	Talk    string  `json:"talk"`
	Seconds float64 `json:"seconds"` // alone
}

// speedStudy is what was measured.
type speedStudy struct {
	Rows  []accelerationRow `json:"accelerations"`
	Whole WholeGame         `json:"whole_game"`
}

// WholeGame is the general opponent's whole game, estimated from measured subtrees: a flop, a
// history before it and a seat.
type WholeGame struct {
	Buckets        int     `json:"buckets"`
	Kernel         string  `json:"kernel"`
	Subtrees       int     `json:"subtrees_measured"`
	SubtreeSeconds float64 `json:"cpu_seconds_a_subtree"`
	Cores          int     `json:"cores"`
	Hours          float64 `json:"hours"`
}

const (
	wholeBuckets = 1000
	// wholeFlops is the number of flops, spread over all, that are measured.
	wholeFlops = 4
	// allSubtrees counts flops, histories and seats.
	allSubtrees = limitholdem.NumFlops * limitholdem.NumPreflop * 2
	// enoughTime: timings of a subtree are repeated until they take that long.
	enoughTime = time.Second
)

// speedHistory and speedBoard are the subtree: the last bet of a turn, and a board two of whose
// suits may change places.
const (
	speedHistory = "/rc/rc/rrrr"
	speedBoard   = "Kc7c2d9c"
)

// began is where the wall clock begins.
var began = time.Now()

// switched are the accelerations, each with what switches it off.
var switched = []struct {
	name, talk string
	off        func(*extensive.ResponseOptions)
}{
	{"public tree", "110", func(o *extensive.ResponseOptions) { o.NoPublicTree = true }},
	{"O(n) terminals", "7.7", func(o *extensive.ResponseOptions) { o.NoFastTerminals = true }},
	{"isomorphism", "21.5", func(o *extensive.ResponseOptions) { o.NoIsomorphism = true }},
	{"parallel subtrees", "", func(o *extensive.ResponseOptions) { o.Workers = 1 }},
}

func accelerationStudy(ctx context.Context, env *experiments.Env) (*speedStudy, error) {
	study := &speedStudy{}
	sub, err := newSubtree(env.Workers)
	if err != nil {
		return nil, err
	}
	none, err := sub.seconds(ctx, func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	all, err := sub.seconds(ctx, func(int) bool { return false })
	if err != nil {
		return nil, err
	}
	for i, s := range switched {
		alone, err := sub.seconds(ctx, func(j int) bool { return j != i })
		if err != nil {
			return nil, err
		}
		without, err := sub.seconds(ctx, func(j int) bool { return j == i })
		if err != nil {
			return nil, err
		}
		study.Rows = append(study.Rows, accelerationRow{s.name, none / alone, without / all, s.talk, alone})
	}
	study.Rows = append(study.Rows, accelerationRow{"all four", none / all, 1, "", all})
	study.Whole, err = wholeGameOf(ctx, env, sub.policy)
	return study, err
}

// Gain is what an acceleration adds to those before it.
type Gain struct {
	Acceleration string `json:"acceleration"`
	// Talk is how many times as fast the talk's program became by it, as printed.
	Talk string `json:"talk"`
	// Times is how many times as fast the subtree becomes, Seconds what it takes then.
	Times   float64 `json:"times"`
	Seconds float64 `json:"seconds"`
}

// Scale says on what OneAfterAnother measures.
func Scale() string {
	return fmt.Sprintf("one subtree, %s on %s with all rivers, against %d buckets", speedHistory, speedBoard, wholeBuckets)
}

// OneAfterAnother switches those accelerations on whose gains the talk tells, in its order, each on
// top of those before it, and measures the subtree of Scale by its processor time on one core.
func OneAfterAnother(ctx context.Context, env *experiments.Env) ([]Gain, error) {
	sub, err := newSubtree(1)
	if err != nil {
		return nil, err
	}
	sub.clock = experiments.CPUTime
	before, err := sub.seconds(ctx, func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	var gains []Gain
	for i, s := range switched {
		if s.talk == "" {
			continue
		}
		seconds, err := sub.seconds(ctx, func(j int) bool { return j > i })
		if err != nil {
			return nil, err
		}
		gains = append(gains, Gain{s.name, s.talk, before / seconds, seconds})
		before = seconds
	}
	return gains, nil
}

// subtree is what accelerations are measured on.
type subtree struct {
	policy  *strategy.Table
	state   game.State
	workers int
	clock   func() time.Duration
}

// newSubtree is timed by the wall clock, with so many workers.
func newSubtree(workers int) (*subtree, error) {
	policy, err := manyBuckets()
	if err != nil {
		return nil, err
	}
	g := policy.Game()
	board, err := cards.ParseCards(speedBoard)
	if err != nil {
		return nil, err
	}
	state, err := stateOf(g, speedHistory, board)
	if err != nil {
		return nil, err
	}
	// Once for each policy, not for each subtree.
	wall := func() time.Duration { return time.Since(began) }
	return &subtree{policy, state, workers, wall}, extensive.CheckSymmetric(g, policy, g.Root(), curveSeed)
}

// seconds times the subtree with some of the accelerations off.
func (s *subtree) seconds(ctx context.Context, off func(i int) bool) (float64, error) {
	o := extensive.ResponseOptions{Workers: s.workers, Symmetric: true}
	for i, a := range switched {
		if off(i) {
			a.off(&o)
		}
	}
	return timed(s.clock, func() error {
		_, err := extensive.Subtree(ctx, s.policy.Game(), s.policy, s.state, 0, nil, o)
		return err
	})
}

// timed returns the shortest of some runs by a clock, in seconds; the first is repeated unless it
// took long.
func timed(clock func() time.Duration, run func() error) (float64, error) {
	best, begin := 0.0, time.Now()
	for best == 0 || time.Since(begin) < enoughTime {
		start := clock()
		if err := run(); err != nil {
			return 0, err
		}
		if s := (clock() - start).Seconds(); best == 0 || s < best {
			best = s
		}
	}
	return best, nil
}

// Whole measures some subtrees against an opponent with many buckets and estimates the whole game
// from them.
func Whole(ctx context.Context, env *experiments.Env) (WholeGame, error) {
	policy, err := manyBuckets()
	if err != nil {
		return WholeGame{}, err
	}
	return wholeGameOf(ctx, env, policy)
}

// wholeGameOf measures items of the fused program one after the other on one core.
func wholeGameOf(ctx context.Context, env *experiments.Env, policy *strategy.Table) (WholeGame, error) {
	w := WholeGame{Buckets: wholeBuckets, Cores: env.Workers}
	s, err := limitholdem.New(policy, limitholdem.Options{})
	if err != nil {
		return w, err
	}
	w.Kernel = s.Method(0)
	seconds := 0.0
	for i := range wholeFlops {
		flop := (2*i + 1) * limitholdem.NumFlops / (2 * wholeFlops)
		for seat := range 2 {
			start := experiments.CPUTime()
			if _, err := s.Flop(ctx, flop, seat); err != nil {
				return w, err
			}
			seconds += (experiments.CPUTime() - start).Seconds()
			w.Subtrees += limitholdem.NumPreflop
		}
	}
	w.SubtreeSeconds = seconds / float64(w.Subtrees)
	const hour = 3600
	w.Hours = w.SubtreeSeconds * allSubtrees / float64(env.Workers) / hour
	return w, nil
}

// manyBuckets plays at random, but always with all actions, in each of a thousand buckets.
func manyBuckets() (*strategy.Table, error) {
	g := game.LimitHoldem()
	b, err := buckets.Lookup(g, fmt.Sprintf("strength-%d", wholeBuckets))
	if err != nil {
		return nil, err
	}
	t := strategy.NewTable(g, [2]strategy.Bucketing{b, b})
	random := rand.New(rand.NewPCG(curveSeed, 0))
	for id, n := range g.Root().Decisions() {
		for bucket := range b.Len(n.Round) {
			row, sum := t.Row(id, bucket), 0.0
			for i := range row {
				row[i] = 1 - random.Float64()
				sum += row[i]
			}
			for i := range row {
				row[i] /= sum
			}
		}
	}
	return t, nil
}

// stateOf returns the first decision of a betting history on a board.
func stateOf(g game.Game, history string, board []cards.Card) (game.State, error) {
	for _, n := range g.Root().Decisions() {
		if n.History == history {
			return game.State{Node: n, Board: game.BoardOf(board...)}, nil
		}
	}
	return game.State{}, fmt.Errorf("%w: %s", strategy.ErrState, history)
}
