package sampled

import (
	"math"
	"slices"

	"feltlab/model/strategy"
)

// Result is the average of what was played, an approximate equilibrium of the abstract game.
type Result struct {
	// Strategy is the average strategy of both seats. Its probabilities are multiples of
	// 1/Resolution, so that files are short; it is this strategy that Strategy's users judge.
	Strategy *strategy.Table
	// Value is what seat 0 won on average while learning, in the game's unit; see Solver.Value.
	Value, StandardError float64
	// Regret is each seat's average regret; see Solver.AverageRegret.
	Regret     [2]float64
	Iterations int
	Boards     int
}

// Resolution is the number of steps from probability 0 to 1 in results.
const Resolution = 1_000_000

// Result returns the average so far. The solver may go on afterwards.
func (s *Solver) Result() *Result {
	r := &Result{Strategy: s.average(), Regret: s.AverageRegret(), Iterations: s.iterations, Boards: s.dealer.dealt}
	r.Value, r.StandardError = s.Value()
	return r
}

// average normalises the sums. Buckets that a seat never brought to a decision get what the
// solver would play now.
func (s *Solver) average() *strategy.Table {
	t := strategy.NewTable(s.game, s.options.Buckets)
	var weights [maxActions]float64
	for _, n := range s.decisions {
		for b := range n.sum {
			quantise(weights[:n.weights(b, &weights)], t.Row(n.ID, b))
		}
	}
	return t
}

// weights fills in how often a bucket's actions were played, and returns their number.
func (n *node) weights(bucket int, weights *[maxActions]float64) int {
	entries := n.sum[bucket]
	if entries == (row{}) {
		entries = n.strategy[bucket]
	}
	for a, v := range entries {
		weights[a] = float64(v)
	}
	return len(n.children)
}

// quantise turns weights into probabilities that are multiples of 1/Resolution and sum to
// one: rounded down, and what is missing goes to the largest remainders.
func quantise(weights, row []float64) {
	total := 0.0
	for _, v := range weights {
		total += v
	}
	var steps, order [maxActions]int
	var remainder [maxActions]float64
	missing := Resolution
	for i, v := range weights {
		exact := v / total * Resolution
		steps[i] = int(exact)
		remainder[i] = exact - math.Floor(exact)
		order[i] = i
		missing -= steps[i]
	}
	slices.SortStableFunc(order[:len(weights)], func(i, j int) int {
		switch {
		case remainder[i] > remainder[j]:
			return -1
		case remainder[i] < remainder[j]:
			return 1
		}
		return 0
	})
	for k := range missing {
		steps[order[k%len(weights)]]++
	}
	for i := range weights {
		row[i] = float64(steps[i]) / Resolution
	}
}

// AverageRegret returns for each seat the sum, over its decisions and buckets, of the largest
// regret, for each iteration and pair of hands, in the game's unit. In games of perfect recall
// it bounds what the seat could gain by playing otherwise; with buckets that forget it is
// only a measure of progress.
func (s *Solver) AverageRegret() (regret [2]float64) {
	if s.iterations == 0 {
		return regret
	}
	for _, n := range s.decisions {
		for _, r := range n.regret {
			regret[n.Actor] += float64(max(r[0], r[1], r[2]))
		}
	}
	pairs := float64(s.options.Boards) * float64(s.dealer.players) * float64(s.dealer.players-1)
	for seat := range regret {
		regret[seat] /= pairs * float64(s.iterations)
	}
	return regret
}

// estimate is a weighted mean with its standard error.
type estimate struct{ weight, sum, weight2, sum2, square2 float64 }

func (e *estimate) add(v, weight float64) {
	e.weight += weight
	e.sum += weight * v
	e.weight2 += weight * weight
	e.sum2 += weight * weight * v
	e.square2 += weight * weight * v * v
}

func (e *estimate) mean() (mean, standardError float64) {
	if e.weight == 0 {
		return 0, 0
	}
	mean = e.sum / e.weight
	spread := e.square2 - 2*mean*e.sum2 + mean*mean*e.weight2
	return mean, math.Sqrt(max(spread, 0)) / e.weight
}
