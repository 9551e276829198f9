package tournament

import "math/bits"

// Pot is a main or side pot.
type Pot struct {
	Units    int
	Eligible SeatSet // players who can win it
}

// Outcome is one distribution of the chips at the end of a hand.
type Outcome struct {
	Probability float64
	Stacks      Stacks // by the seats of the hand
}

// returnUncalled returns the part of a contribution that exceeds all others.
func returnUncalled(paid Stacks) Stacks {
	for seat := range paid {
		others := 0
		for other, units := range paid {
			if other != seat {
				others = max(others, units)
			}
		}
		paid[seat] = min(paid[seat], others)
	}
	return paid
}

// sidePots cuts contributions into pots, main pot first: one for each different contribution of a
// player who is in. Nobody who folded put in more than all of them: a player who covers everyone else
// does not fold.
func sidePots(paid Stacks, in SeatSet) []Pot {
	var pots []Pot
	bottom := 0
	for {
		var pot Pot
		top := 0
		for seat := range Seat(NumSeats) {
			if in.Has(seat) && paid[seat] > bottom {
				pot.Eligible |= 1 << seat
				if top == 0 || paid[seat] < top {
					top = paid[seat]
				}
			}
		}
		if pot.Eligible == 0 {
			return pots
		}
		for _, units := range paid {
			pot.Units += max(0, min(units, top)-bottom)
		}
		pots = append(pots, pot)
		bottom = top
	}
}

// winners returns the eligible players of the best rank.
func (p Pot) winners(ranks [NumSeats]uint8) SeatSet {
	var best SeatSet
	rank := ^uint8(0)
	for seat := range Seat(NumSeats) {
		switch {
		case !p.Eligible.Has(seat) || ranks[seat] > rank:
		case ranks[seat] < rank:
			best, rank = 1<<seat, ranks[seat]
		default:
			best |= 1 << seat
		}
	}
	return best
}

// award pays the pots to the best of ranks (0 is best; only those of eligible players count) on top of
// the chips that the players kept, and returns all outcomes. Every remaining unit of a side pot goes to
// one of the winners with equal probability.
func award(left Stacks, pots []Pot, ranks [NumSeats]uint8) []Outcome {
	outcomes := []Outcome{{Probability: 1, Stacks: left}}
	for _, pot := range pots {
		winners := pot.winners(ranks)
		share, odd := pot.Units/winners.Len(), pot.Units%winners.Len()
		for i := range outcomes {
			for w := winners; w != 0; w &= w - 1 {
				outcomes[i].Stacks[bits.TrailingZeros8(uint8(w))] += share
			}
		}
		for range odd {
			outcomes = giveOddUnit(outcomes, winners)
		}
	}
	return outcomes
}

// giveOddUnit splits every outcome into one for each winner, who gets the extra unit.
func giveOddUnit(outcomes []Outcome, winners SeatSet) []Outcome {
	var split []Outcome
	for _, o := range outcomes {
		o.Probability /= float64(winners.Len())
		for w := winners; w != 0; w &= w - 1 {
			with := o
			with.Stacks[bits.TrailingZeros8(uint8(w))]++
			split = append(split, with)
		}
	}
	return split
}
