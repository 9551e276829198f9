package limitholdem

import (
	"fmt"
	"math"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// Interval is an interval that holds a value: Low <= value <= High, up to rounding.
type Interval struct{ Low, High float64 }

// Result is the value of best responses, in big blinds a game.
type Result struct {
	// Done and Total count items. If all are done, Low and High of each interval are equal.
	Done, Total int
	// SeatValues[s] is the value of a best response from seat s to the policy in the other.
	SeatValues [2]Interval
	// Hands[s][class] is the same when seat s was dealt a hand of the class.
	Hands [2][cards.NumClasses]Interval
	// Rounds[r] is the part of NashConv that arises when we respond in round r: preflop, flop, turn and river. Only
	// with Options.ByRound and all items.
	Rounds []float64
}

// Complete reports whether all items were there.
func (r *Result) Complete() bool { return r.Done == r.Total }

// NashConv is the sum of both seats' values.
func (r *Result) NashConv() Interval {
	return Interval{r.SeatValues[0].Low + r.SeatValues[1].Low, r.SeatValues[0].High + r.SeatValues[1].High}
}

// Mean is the policy's exploitability, NashConv / 2.
func (r *Result) Mean() Interval {
	sum := r.NashConv()
	return Interval{sum.Low / 2, sum.High / 2}
}

// Combine computes the round before the flop from items, in any order. For a missing item it bounds our value: from
// below by folding (or, if we follow a policy, by losing all that both can bet), from above by winning all bets. So
// the values lie between Low and High whatever the missing items are.
func (s *Solver) Combine(items []*Item) (*Result, error) {
	byPlace, err := s.arrange(items)
	if err != nil {
		return nil, err
	}
	var low, high [2][]Values
	for seat := range 2 {
		low[seat], high[seat] = s.sumFlops(byPlace[seat], seat)
	}
	return s.combine(low, high, len(items))
}

// CombineSums is Combine for the sums of items over all flops, or estimates of them, by seat and level.
func (s *Solver) CombineSums(sums [2][]Values) (*Result, error) {
	return s.combine(sums, sums, 2*NumFlops)
}

func (s *Solver) combine(low, high [2][]Values, done int) (*Result, error) {
	r := &Result{Total: 2 * NumFlops, Done: done}
	var levels [2][]float64 // values by seat and level
	for seat := range 2 {
		for end, sums := range [][]Values{low[seat], high[seat]} {
			values, err := s.beforeFlop(seat, sums)
			if err != nil {
				return nil, err
			}
			r.set(seat, end, values)
			if end == 0 {
				levels[seat] = values.totals()
			}
		}
	}
	if s.options.ByRound && r.Complete() {
		r.setRounds(&levels)
	}
	return r, nil
}

func (s *Solver) arrange(items []*Item) (byPlace [2][NumFlops]*Item, err error) {
	for _, item := range items {
		if err := item.check(s.Levels()); err != nil {
			return byPlace, err
		}
		if byPlace[item.Seat][item.Flop] != nil {
			return byPlace, fmt.Errorf("%w: flop %d, seat %d comes twice", ErrItem, item.Flop, item.Seat+1)
		}
		byPlace[item.Seat][item.Flop] = item
	}
	return byPlace, nil
}

// Levels is the number of levels of values in an item.
func (s *Solver) Levels() int {
	n := 1
	if s.options.ByRound {
		n = numRounds - 1
	}
	if s.holdsOut() {
		n++
	}
	return n
}

func (s *Solver) sumFlops(items [NumFlops]*Item, seat int) (low, high []Values) {
	low, high = make([]Values, s.Levels()), make([]Values, s.Levels())
	for flop, item := range items {
		var below, above Values
		if item == nil {
			below, above = s.bounds(flop, seat)
		}
		for level := range low {
			if item != nil {
				below, above = item.Values[level], item.Values[level]
			}
			low[level].Add(1, &below)
			high[level].Add(1, &above)
		}
	}
	return low, high
}

// Add adds other values times a weight.
func (v *Values) Add(weight float64, other *Values) {
	for k := range v {
		for class := range v[k] {
			v[k][class] += weight * other[k][class]
		}
	}
}

// betsToCome is the most that a seat can bet after the flop: four bets of 1, 2 and 2.
const betsToCome = 4 * (1 + 2 + 2)

func (s *Solver) bounds(flop, seat int) (low, high Values) {
	mass := s.Mass(flop, seat)
	for k, n := range s.opens[onFlop] {
		for class, p := range mass[k] {
			low[k][class] = -p * n.Contributions[seat]
			if s.played {
				low[k][class] -= p * betsToCome
			}
			high[k][class] = p * (n.Contributions[1-seat] + betsToCome)
		}
	}
	return low, high
}

// Mass returns what the values of an item would be if every deal were worth 1 to us: the probability of our hand and of
// the opponent's play before the flop.
func (s *Solver) Mass(flop, seat int) *Values {
	deal, terminals := &s.flops[flop], extensive.NewTerminals(s.game)
	out, reach, mass := new(Values), new(vector), new(vector)
	for k := range s.opens[onFlop] {
		*reach = s.starts[seat][k]
		s.game.Hands().Block(reach[:], deal.Dealt)
		if extensive.AllZero(reach[:]) {
			continue
		}
		terminals.Mass(seat, reach[:], mass[:])
		out[k] = s.byClass(deal, mass)
	}
	return out
}

type handValues []*vector

func (v handValues) totals() []float64 {
	out := make([]float64, len(v))
	for level := range v {
		for _, x := range v[level] {
			out[level] += x
		}
	}
	return out
}

func (s *Solver) beforeFlop(seat int, sums []Values) (handValues, error) {
	walk, err := s.preflop(seat)
	if err != nil {
		return nil, err
	}
	out := walk.out
	err = walk.ascend(s.game.Root().Node, ones(), out, func(chance *game.Node, out []*vector) {
		k := s.after(chance)
		for level, v := range out {
			later := &sums[max(level-1, 0)][k]
			for h := range v {
				class := classes[h]
				v[h] = later[class] / float64(class.Size())
			}
		}
	})
	return out, err
}

func (r *Result) set(seat, end int, values handValues) {
	put := func(at *Interval, v float64) { *[2]*float64{&at.Low, &at.High}[end] = v }
	put(&r.SeatValues[seat], values.totals()[0])
	var sums [cards.NumClasses]float64
	for h, v := range values[0] {
		sums[classes[h]] += v
	}
	for class, v := range sums {
		prior := float64(cards.Class(class).Size()) / cards.NumCombos
		put(&r.Hands[seat][class], v/prior)
	}
}

// setRounds splits the values by level into rounds. With the policy in all rounds one seat wins what the other loses,
// so that the next level would be 0.
func (r *Result) setRounds(levels *[2][]float64) {
	r.Rounds = make([]float64, numRounds)
	for round := range r.Rounds {
		for _, v := range levels {
			r.Rounds[round] += v[round]
			if round+1 < numRounds {
				r.Rounds[round] -= v[round+1]
			}
		}
	}
}

// checkMargin is the rounding by which a value may exceed a bound, relative to the stakes.
const checkMargin = 1e-5

// Check returns an error that wraps ErrItem if an item from elsewhere cannot be right: it has the wrong form, or we
// win or lose more with a class of hands than is at stake, or win less by responding than by folding or by responding
// later. If turns or rivers are drawn, only the form is checked.
func (s *Solver) Check(item *Item) error {
	if err := item.check(s.Levels()); err != nil {
		return err
	}
	if s.options.Turns > 0 || s.options.Rivers > 0 {
		return nil
	}
	low, high := s.bounds(item.Flop, item.Seat)
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
						ErrItem, item.Flop, item.Seat+1, cards.Class(class), v, least, most)
				}
			}
		}
	}
	return nil
}
