package sampled

import (
	"context"
	"fmt"
	"math"
)

// Gap is an estimate of how far the average strategy is from an equilibrium of the abstract
// game.
type Gap struct {
	// Best[s] is what seat s wins from the average strategy by a strategy of its bucketing that
	// was made for that, and StandardError[s] the standard error of that number.
	Best, StandardError [2]float64
}

// Sum is what both seats together win, the abstract game's NashConv estimated from below,
// and its standard error.
func (g *Gap) Sum() (sum, standardError float64) {
	return g.Best[0] + g.Best[1], math.Hypot(g.StandardError[0], g.StandardError[1])
}

// judgeSeed keeps the boards of a judgement apart from those learnt from.
const judgeSeed = 0x9e3779b97f4a7c15

// Gap looks for strategies that beat the average so far, within the bucketings: from the last
// decisions up it gives each bucket the action that wins most on a number of boards, and then
// plays the result on as many other boards. Those do not know what was chosen on the first,
// so the estimate is honest: no more than what a best response within the bucketing wins, but
// for the standard error, and less with few boards for many buckets. 2,048 boards take some
// 4 CPU-seconds in hold'em.
func (s *Solver) Gap(ctx context.Context, boards int) (*Gap, error) {
	if boards < 2 {
		return nil, fmt.Errorf("%w: a gap from %d boards", ErrOptions, boards)
	}
	o := s.options
	o.Boards, o.Seed = boards, o.Seed^judgeSeed
	judge, err := New(s.game, o)
	if err != nil {
		return nil, err
	}
	gap := &Gap{}
	for seat := range 2 {
		judge.copyAverage(s)
		for _, m := range []mode{choose, play} {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			judge.deal()
			judge.walk(seat, m)
		}
		best := mean(judge.won)
		spread := 0.0
		for _, v := range judge.won {
			spread += (v - best) * (v - best)
		}
		gap.Best[seat] = best
		gap.StandardError[seat] = math.Sqrt(spread / float64(boards) / float64(boards-1))
	}
	return gap, nil
}

// copyAverage makes the average of another solver of the same tree the strategy.
func (s *Solver) copyAverage(from *Solver) {
	var weights [maxActions]float64
	for id, n := range s.decisions {
		for b := range n.strategy {
			actions, total := from.decisions[id].weights(b, &weights), 0.0
			for _, v := range weights[:actions] {
				total += v
			}
			for a, v := range weights[:actions] {
				n.strategy[b][a] = float32(v / total)
			}
		}
	}
}
