package extensive

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"feltlab/model/game"
	"feltlab/model/strategy"
)

// CFROptions define the abstract game and when to stop.
type CFROptions struct {
	// Buckets are the seats' bucketings. With two hole cards they must not distinguish suits.
	Buckets    [2]strategy.Bucketing
	Iterations int // largest number of iterations, above 0
	// Gap ends the run earlier, once Equilibrium.Gap is at or below it.
	Gap float64
	// Seed draws random regrets for the start, which lead to another equilibrium if there are several.
	// With 0 all regrets start at 0.
	Seed uint64
	// Predictive expects the next regrets to be like the last and weights iteration t by its square in
	// the average: PCFR+, much faster near an equilibrium than CFR+.
	Predictive bool
}

// Result is an approximate equilibrium of the abstract game.
type Equilibrium struct {
	Strategy *strategy.Table // average strategy of both seats
	Value    float64         // its value to seat 0 when both seats play it
	// Best[s] is the value of seat s's best response within its bucketing. The value of the abstract game
	// to seat 0 lies between -Best[1] and Best[0].
	Best       [2]float64
	Gap        float64 // their sum, the abstract game's NashConv
	Iterations int
}

// ErrCFROptions marks invalid options of CFR.
var ErrCFROptions = errors.New("bad options of CFR")

const (
	// firstCheck is the iteration after which the gap is first computed, checkRatio the factor between
	// further checks, so that they never cost much.
	firstCheck = 50
	checkRatio = 1.1
	// startScale bounds random regrets at the start, in the game's unit. It is large compared to the
	// regrets of one iteration, which are chips times the probability of a deal.
	startScale = 1.0
)

// Solve runs CFR+. A cancelled context returns its error.
func SolveCFR(ctx context.Context, g game.Game, o CFROptions) (*Equilibrium, error) {
	if o.Iterations < 1 {
		return nil, fmt.Errorf("%w: %d iterations", ErrCFROptions, o.Iterations)
	}
	if o.Buckets[0] == nil || o.Buckets[1] == nil {
		return nil, fmt.Errorf("%w: a seat has no bucketing", ErrCFROptions)
	}
	s := newSolver(g, o.Buckets)
	if o.Seed != 0 {
		s.randomise(rand.New(rand.NewPCG(o.Seed, 0)))
	}
	check := float64(firstCheck)
	s.predictive = o.Predictive
	for t := 1; ; t++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for seat := range 2 {
			weight := float64(t)
			if o.Predictive {
				weight *= weight
			}
			s.update(seat, weight)
		}
		if t >= o.Iterations || o.Gap > 0 && float64(t) >= check {
			check *= checkRatio
			if r := s.result(t); t >= o.Iterations || r.Gap <= o.Gap {
				return r, nil
			}
		}
	}
}

// AbstractGap returns the distance of a complete strategy from an equilibrium of its abstract game.
func AbstractGap(t *strategy.Table) *Equilibrium {
	s := newSolver(t.Game(), [2]strategy.Bucketing{t.Buckets(0), t.Buckets(1)})
	for _, n := range s.decisions {
		for b := range len(n.strategy) / len(n.Actions) {
			copy(n.strategy[b*len(n.Actions):], t.Row(n.ID, b))
		}
	}
	return s.evaluate()
}

func (s *solver) evaluate() *Equilibrium {
	r := &Equilibrium{Value: s.value(0, asPlayed), Strategy: s.table()}
	r.Best = [2]float64{s.value(0, best), s.value(1, best)}
	r.Gap = r.Best[0] + r.Best[1]
	return r
}

func (s *solver) result(iterations int) *Equilibrium {
	for _, n := range s.decisions {
		copy(n.saved, n.strategy)
		normalise(n.strategy, n.sum, len(n.Actions))
	}
	r := s.evaluate()
	r.Iterations = iterations
	for _, n := range s.decisions {
		copy(n.strategy, n.saved)
	}
	return r
}

func (s *solver) table() *strategy.Table {
	t := strategy.NewTable(s.game, s.buckets)
	for _, n := range s.decisions {
		for b := range len(n.strategy) / len(n.Actions) {
			copy(t.Row(n.ID, b), n.strategy[b*len(n.Actions):])
		}
	}
	return t
}
