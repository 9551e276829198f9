package johanson

import (
	"context"
	"fmt"
	"math/rand/v2"

	"feltlab/dataset/buckets"
	"feltlab/experiments"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/limitholdem"
)

// Acceleration is the gain of an acceleration of the best response on a subtree of limit hold'em: the last bet of a
// turn and all rivers after it.
type Acceleration struct {
	Name string `json:"acceleration"`
	// Alone is the speedup of the plain search by this acceleration alone, Without the slowdown of all of them without
	// it.
	Alone   float64 `json:"alone"`
	Without float64 `json:"without"`
	Talk    string  `json:"talk"` // speedup of the talk's program, as printed
	Seconds float64 `json:"seconds"`
	// Added is the speedup of all accelerations before it, on one core; 0 was not measured.
	Added float64 `json:"-"`
}

// Accelerations are measurements on two cores, by a program that could switch each acceleration off. The tests of
// solvers/extensive have the plain methods, and their benchmarks repeat the comparison on a small scale.
var Accelerations = []Acceleration{
	{"public tree", 2.52, 861.43, "110", 5.1471, 2.5},
	{"O(n) terminals", 1.04, 467.40, "7.7", 12.4276, 499.6},
	{"isomorphism", 1.92, 1.30, "21.5", 6.7658, 1.3},
	{"parallel subtrees", 2.03, 1.91, "", 6.3951, 0},
	{"all four", 3172.42, 1, "", 0.0041, 0},
}

type speedStudy struct {
	Rows  []Acceleration `json:"accelerations"`
	Whole WholeGame      `json:"whole_game"`
}

// WholeGame is the time of a best response to an opponent with many buckets in the whole game, estimated from measured
// subtrees: a flop, a history before it and a seat.
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
	wholeFlops   = 4
	allSubtrees  = limitholdem.NumFlops * limitholdem.NumPreflop * 2
)

// speedHistory and speedBoard are the subtree of Accelerations: on this board two suits may change places.
const (
	speedHistory = "/rc/rc/rrrr"
	speedBoard   = "Kc7c2d9c"
)

// Scale describes the subtree of Accelerations.
func Scale() string {
	return fmt.Sprintf("one subtree, %s on %s with all rivers, against %d buckets", speedHistory, speedBoard,
		wholeBuckets)
}

func accelerationStudy(ctx context.Context, env *experiments.Env) (*speedStudy, error) {
	whole, err := Whole(ctx, env)
	return &speedStudy{Accelerations, whole}, err
}

// Whole measures some subtrees against an opponent with many buckets, on one core, and estimates the whole game
// from them.
func Whole(ctx context.Context, env *experiments.Env) (WholeGame, error) {
	w := WholeGame{Buckets: wholeBuckets, Cores: env.Workers}
	policy, err := manyBuckets()
	if err != nil {
		return w, err
	}
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
