package limitholdem

import (
	"fmt"
	"math"

	"feltlab/model/cards"
	"feltlab/solvers/extensive"
)

// checkMargin is the rounding by which a value may exceed a bound, relative to the stakes.
const checkMargin = 1e-5

// Check returns an error that wraps ErrItem if an item from elsewhere cannot be right: it has the wrong form, or we win or
// lose more with a class of hands than is at stake, or win less by responding than by folding or by responding later. If
// turns or rivers are drawn, only the form is checked.
func (s *Solver) Check(item *Item) error {
	if err := item.check(s.Levels()); err != nil {
		return err
	}
	if s.options.Turns > 0 || s.options.Rivers > 0 {
		return nil
	}
	low, high := s.bounds(item.Flop, item.Seat, extensive.NewTerminals(s.game))
	for level := range item.Values {
		for k := range item.Values[level] {
			for class, v := range item.Values[level][k] {
				least, most := low[k][class], high[k][class]
				margin := checkMargin * (most - least)
				if level > 0 { // following the policy may lose all bets
					least = -math.Abs(most) - math.Abs(least)
					most = item.Values[level-1][k][class]
				}
				if v < least-margin || v > most+margin {
					return fmt.Errorf("%w: flop %d, seat %d, %v: %v, want %v to %v",
						ErrItem, item.Flop, item.Seat, cards.Class(class), v, least, most)
				}
			}
		}
	}
	return nil
}
