package tournament

// Pot is a main or side pot.
type Pot struct {
	Chips    int
	Eligible SeatSet // players who can win it
}

// returnUncalled returns the part of a contribution that exceeds all others.
func returnUncalled(paid []int) {
	for seat := range paid {
		others := 0
		for other, chips := range paid {
			if other != seat {
				others = max(others, chips)
			}
		}
		paid[seat] = min(paid[seat], others)
	}
}

// sidePots cuts contributions into pots, main pot first: one for each different contribution of a player who is in.
// Nobody who folded put in more than all of them: a player who covers everyone else does not fold.
func sidePots(paid []int, in SeatSet) []Pot {
	var pots []Pot
	bottom := 0
	for {
		var pot Pot
		top := 0
		for seat, chips := range paid {
			if in.Has(seat) && chips > bottom {
				pot.Eligible |= 1 << seat
				if top == 0 || chips < top {
					top = chips
				}
			}
		}
		if pot.Eligible == 0 {
			return pots
		}
		for _, chips := range paid {
			pot.Chips += max(0, min(chips, top)-bottom)
		}
		pots = append(pots, pot)
		bottom = top
	}
}

func (p Pot) winners(ranks []uint8) SeatSet {
	var best SeatSet
	rank := ^uint8(0)
	for seat := range ranks {
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
