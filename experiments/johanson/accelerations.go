package johanson

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"feltlab/dataset/buckets"
	"feltlab/experiments/reproduce"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/bestresponse"
	"feltlab/solvers/bestresponse/holdem"
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
	Whole wholeGame         `json:"whole_game"`
}

// wholeGame is the general opponent's whole game, estimated from measured subtrees: a flop, a
// history before it and a seat.
type wholeGame struct {
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
	allSubtrees = holdem.NumFlops * holdem.NumPreflop * 2
	// enoughTime: timings of a subtree are repeated until they take that long.
	enoughTime = time.Second
)

// speedHistory and speedBoard are the subtree: the last bet of a turn, and a board two of whose
// suits may change places.
const (
	speedHistory = "/rc/rc/rrrr"
	speedBoard   = "Kc7c2d9c"
)

// switched are the accelerations, each with what switches it off.
var switched = []struct {
	name, talk string
	off        func(*bestresponse.Options)
}{
	{"public tree", "110", func(o *bestresponse.Options) { o.NoPublicTree = true }},
	{"O(n) terminals", "7.7", func(o *bestresponse.Options) { o.NoFastTerminals = true }},
	{"isomorphism", "21.5", func(o *bestresponse.Options) { o.NoIsomorphism = true }},
	{"parallel subtrees", "", func(o *bestresponse.Options) { o.Workers = 1 }},
}

func accelerationStudy(ctx context.Context, env *reproduce.Env) (*speedStudy, error) {
	study := &speedStudy{}
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
	if err := bestresponse.CheckSymmetric(g, policy, g.Root(), curveSeed); err != nil {
		return nil, err
	}
	measure := func(off func(i int) bool) (float64, error) {
		o := bestresponse.Options{Workers: env.Workers, Symmetric: true}
		for i, s := range switched {
			if off(i) {
				s.off(&o)
			}
		}
		return timed(func() error {
			_, err := bestresponse.Subtree(ctx, g, policy, state, 0, nil, o)
			return err
		})
	}
	none, err := measure(func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	all, err := measure(func(int) bool { return false })
	if err != nil {
		return nil, err
	}
	for i, s := range switched {
		alone, err := measure(func(j int) bool { return j != i })
		if err != nil {
			return nil, err
		}
		without, err := measure(func(j int) bool { return j == i })
		if err != nil {
			return nil, err
		}
		study.Rows = append(study.Rows, accelerationRow{s.name, none / alone, without / all, s.talk, alone})
	}
	study.Rows = append(study.Rows, accelerationRow{"all four", none / all, 1, "", all})
	study.Whole, err = wholeGameOf(ctx, env, policy)
	return study, err
}

// timed returns the shortest of some runs, in seconds; the first is repeated unless it took long.
func timed(run func() error) (float64, error) {
	best, begin := 0.0, time.Now()
	for best == 0 || time.Since(begin) < enoughTime {
		start := time.Now()
		if err := run(); err != nil {
			return 0, err
		}
		if s := time.Since(start).Seconds(); best == 0 || s < best {
			best = s
		}
	}
	return best, nil
}

// wholeGameOf measures items of the fused program one after the other on one core.
func wholeGameOf(ctx context.Context, env *reproduce.Env, policy *strategy.Table) (wholeGame, error) {
	w := wholeGame{Buckets: wholeBuckets, Cores: env.Workers}
	s, err := holdem.New(policy, holdem.Options{})
	if err != nil {
		return w, err
	}
	w.Kernel = s.Method(0)
	seconds := 0.0
	for i := range wholeFlops {
		flop := (2*i + 1) * holdem.NumFlops / (2 * wholeFlops)
		for seat := range 2 {
			start := time.Now()
			if _, err := s.Flop(ctx, flop, seat); err != nil {
				return w, err
			}
			seconds += time.Since(start).Seconds()
			w.Subtrees += holdem.NumPreflop
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
