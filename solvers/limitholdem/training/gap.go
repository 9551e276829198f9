package training

import (
	"context"
	"fmt"
	"math"

	"feltlab/model/strategy"
)

// Gap is an estimate of how far a strategy is from an equilibrium of its abstract game.
type Gap struct {
	// Best[s] is the winnings of seat s by another strategy of its bucketing, learnt for that, and StandardError[s] the
	// standard error of that number.
	Best, StandardError [2]float64
}

// Sum is the winnings of both seats together, an estimate of the abstract game's NashConv from below, and its standard
// error.
func (g *Gap) Sum() (sum, standardError float64) {
	return g.Best[0] + g.Best[1], math.Hypot(g.StandardError[0], g.StandardError[1])
}

// judgeSeed makes the boards of an estimate differ from those of the training.
const judgeSeed = 0x9e3779b97f4a7c15

// EstimateGap looks for strategies of limit hold'em that beat another within its bucketings: one seat learns against
// the other, which stays fixed, for a number of iterations. Then each bucket gets the action with the most regret,
// and that is played on as many new batches of boards. Learning did not see those, so that the estimate is on average
// no more than the winnings of a best response within the bucketing, and less if learning was short.
func EstimateGap(ctx context.Context, t *strategy.Table, seed uint64, iterations int) (*Gap, error) {
	if iterations < 2 {
		return nil, fmt.Errorf("%w: a gap from %d iterations, want at least 2", ErrOptions, iterations)
	}
	gap := &Gap{}
	for seat := range 2 {
		both := [2]strategy.Bucketing{t.Buckets(0), t.Buckets(1)}
		s, err := New(t.Game(), Options{Buckets: both, Seed: seed ^ judgeSeed})
		if err != nil {
			return nil, err
		}
		s.freeze(t, 1-seat)
		var won []float64
		for k := range 2 * iterations {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if k == iterations {
				s.decide(seat)
			}
			values, err := s.play(seat, s.dealt, k < iterations)
			if err != nil {
				return nil, err
			}
			s.dealt += len(values)
			s.iterations++
			if k >= iterations {
				won = append(won, values...)
			}
		}
		spread := 0.0
		gap.Best[seat] = mean(won)
		for _, v := range won {
			spread += (v - gap.Best[seat]) * (v - gap.Best[seat])
		}
		n := float64(len(won))
		gap.StandardError[seat] = math.Sqrt(spread / n / (n - 1))
	}
	return gap, nil
}

// freeze makes a seat play a strategy: its regrets are in proportion to the probabilities.
func (s *Solver) freeze(t *strategy.Table, seat int) {
	s.frozen = true
	s.eachRow(seat, func(at decision, from *table, bucket int) {
		for a, p := range t.Row(at.node.ID, bucket) {
			from.regrets[at.block][bucket][at.entry+a][at.lane] = float32(p)
		}
	})
}

// decide keeps only the largest regret of each decision and bucket.
func (s *Solver) decide(seat int) {
	s.eachRow(seat, func(at decision, from *table, bucket int) {
		best, regrets := 0, &from.regrets[at.block][bucket]
		for a := range at.node.Children {
			if regrets[at.entry+a][at.lane] > regrets[at.entry+best][at.lane] {
				best = a
			}
		}
		for a := range at.node.Children {
			regrets[at.entry+a][at.lane] = 0
		}
		regrets[at.entry+best][at.lane] = 1
	})
}

// eachRow visits the buckets of a seat's decisions.
func (s *Solver) eachRow(seat int, visit func(at decision, from *table, bucket int)) {
	for round := range numRounds {
		for _, at := range s.layout.decisions[round] {
			if at.node.Actor != seat {
				continue
			}
			for b := range s.options.Buckets[seat].Len(round) {
				visit(at, s.tables[seat][round], b)
			}
		}
	}
}
