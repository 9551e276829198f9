package jamfold

import (
	"cmp"
	"math"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// HeadsUpAnswer is what a solved tournament of two players says of stacks and of hands.
type HeadsUpAnswer struct {
	// Deviation is the largest difference between the probability to win and the share of the chips.
	Deviation float64 `json:"largest_deviation_from_share" text:",4"`
	// Reversals are pairs of hands that no ranking puts in an order, the clearest first.
	Reversals []Reversal   `json:"reversals" text:"-"`
	Rows      []HeadsUpRow `json:"rows"` // the states
}

// HeadsUpRow is a state of two players.
type HeadsUpRow struct {
	SmallBlind   int     `json:"small_blind_chips" text:"SB chips"` // stack of the small blind
	BigBlind     int     `json:"big_blind_chips" text:"BB chips"`   // stack of the big blind
	JamPercent   float64 `json:"jam_percent" text:",2"`             // how often the small blind jams
	CallPercent  float64 `json:"call_percent" text:",2"`            // how often the big blind calls
	ValueDollars float64 `json:"value_dollars" text:",4"`           // value to the small blind
	Share        float64 `json:"share" text:",4"`                   // the small blind's share of the chips
}

// Reversal is two hands that no ranking can order: the small blind jams only one at some stacks, and only the other
// at others.
type Reversal struct {
	Hands [2]string `json:"hands"` // the hands
	// Only holds two pairs of stacks: where only the first hand is jammed, and where only the second is.
	Only   [2][2]int `json:"small_blind_chips_of_only_jams"`
	Margin float64   `json:"margin_dollars"` // smallest of the four differences between jam and fold
}

func (s *Solved) headsUp() (a *HeadsUpAnswer, err error) {
	a = new(HeadsUpAnswer)
	if a.Reversals, err = s.Reversals(); err != nil {
		return nil, err
	}
	prizes := append(slices.Clone(s.Config.Prizes), 0)
	first, second := prizes[0], prizes[1]
	for _, i := range s.Game.Played() {
		stacks, x := s.Game.States[i].Table.Stacks, s.Profile[i]
		row := HeadsUpRow{
			SmallBlind: stacks[0], BigBlind: stacks[1], ValueDollars: s.Certificate.Values[i][0],
			JamPercent:  100 * stochastic.Share(&x[tournament.HeadsUpOpens]),
			CallPercent: 100 * stochastic.Share(&x[tournament.HeadsUpCalls]),
			Share:       float64(stacks[0]) / float64(stacks[0]+stacks[1]),
		}
		if first > second {
			a.Deviation = max(a.Deviation, math.Abs((row.ValueDollars-second)/(first-second)-row.Share))
		}
		a.Rows = append(a.Rows, row)
	}
	return a, nil
}

// Reversals lists the pairs of hands whose order the small blind's jams of a heads-up tournament reverse, the
// clearest first. It names the stacks with the largest margins.
func (s *Solved) Reversals() (found []Reversal, err error) {
	type witness struct {
		margin float64
		state  int
	}
	// best[a][b] is the state in which a is jammed and b folded most clearly.
	var best [cards.NumClasses][cards.NumClasses]witness
	for _, i := range s.Game.Played() {
		at, err := s.At(i)
		if err != nil {
			return nil, err
		}
		var by [cards.NumClasses]float64
		for k := range by {
			jam, fold, _ := at.Actions(tournament.Decision{}, cards.Class(k))
			by[k] = jam - fold
		}
		for a := range by {
			for b := range by {
				if m := min(by[a], -by[b]); m > best[a][b].margin {
					best[a][b] = witness{m, i}
				}
			}
		}
	}
	chips := func(state int) [2]int { return [2]int(s.Game.States[state].Table.Stacks) }
	for a := range best {
		for b := range a {
			one, two := best[a][b], best[b][a]
			// A margin within the solution's own error proves nothing.
			if m := min(one.margin, two.margin); m > s.Certificate.Gain {
				hands := [2]string{cards.Class(a).String(), cards.Class(b).String()}
				found = append(found, Reversal{hands, [2][2]int{chips(one.state), chips(two.state)}, m})
			}
		}
	}
	slices.SortFunc(found, func(x, y Reversal) int { return cmp.Compare(y.Margin, x.Margin) })
	return found, nil
}
