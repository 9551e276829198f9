package tournament

import (
	"math/bits"
)

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
func returnUncalled(paid []int) {
	for seat := range paid {
		others := 0
		for other, units := range paid {
			if other != seat {
				others = max(others, units)
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
		for seat, units := range paid {
			if in.Has(Seat(seat)) && units > bottom {
				pot.Eligible |= 1 << seat
				if top == 0 || units < top {
					top = units
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

func (p Pot) winners(ranks []uint8) SeatSet {
	var best SeatSet
	rank := ^uint8(0)
	for seat := range Seat(len(ranks)) {
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
		winners := pot.winners(ranks[:])
		share, odd := pot.Units/winners.Len(), pot.Units%winners.Len()
		for i := range outcomes {
			for w := winners; w != 0; w &= w - 1 {
				outcomes[i].Stacks[bits.TrailingZeros16(uint16(w))] += share
			}
		}
		for range odd {
			outcomes = giveOddUnit(outcomes, winners)
		}
	}
	return outcomes
}

func giveOddUnit(outcomes []Outcome, winners SeatSet) []Outcome {
	var split []Outcome
	for _, o := range outcomes {
		o.Probability /= float64(winners.Len())
		for w := winners; w != 0; w &= w - 1 {
			with := o
			with.Stacks[bits.TrailingZeros16(uint16(w))]++
			split = append(split, with)
		}
	}
	return split
}

// out marks a player without a seat in the next hand.
const out = -1

// Transition is the state after a hand with the given final stacks, and the prizes that the hand pays.
type Transition struct {
	Next  Stacks            // next state, all zero when the tournament is over
	Seat  [NumSeats]int8    // seat in Next of the player in each seat, -1 for players who are out
	Prize [NumSeats]float64 // prize that the hand pays to the player in each seat
}

// Transition returns the state that follows final stacks, and the prizes. Start are the stacks before the
// hand; ranks are those of the hands at the showdown, 0 the best, and matter only to ShowdownOrder.
func (r *Rules) Transition(start, final Stacks, ranks [NumSeats]uint8) Transition {
	var s Transition
	s.Next, s.Seat = rotate(final)
	players, live := start.Seated(), final.Seated()
	busted := players &^ live
	switch busted.Len() {
	case 1:
		s.pay(busted, r.prize(players.Len()))
	case 2:
		r.payTwo(&s, busted, start, ranks)
	}
	if live.Len() == 1 {
		s.pay(live, r.prize(1))
	}
	return s
}

func (s *Transition) pay(players SeatSet, prize float64) {
	for seat := range Seat(NumSeats) {
		if players.Has(seat) {
			s.Prize[seat] = prize
		}
	}
}

func (r *Rules) payTwo(s *Transition, busted SeatSet, start Stacks, ranks [NumSeats]uint8) {
	a, b := busted.first(), (busted & (busted - 1)).first()
	lead := 0 // positive if a finishes higher
	switch r.TwoBust {
	case LargerStack:
		lead = start[a] - start[b]
	case ShowdownOrder:
		lead = int(ranks[b]) - int(ranks[a])
	}
	second, third := r.prize(2), r.prize(3)
	switch {
	case lead > 0:
		s.Prize[a], s.Prize[b] = second, third
	case lead < 0:
		s.Prize[a], s.Prize[b] = third, second
	default:
		s.pay(busted, (second+third)/2)
	}
}

// rotate moves the button. Of three live players each moves one seat back: the small blind
// gets the button, the big blind the small blind, and the button the big blind. Of two, the
// first live player after the big blind gets the big blind, the other the small blind.
func rotate(final Stacks) (next Stacks, seats [NumSeats]int8) {
	seats = [NumSeats]int8{out, out, out}
	live := final.Seated()
	switch live.Len() {
	case 3:
		seats = [NumSeats]int8{Button: int8(BigBlind), SmallBlind: int8(Button), BigBlind: int8(SmallBlind)}
	case 2:
		big := live.first() // seats are numbered from the one after the big blind
		small := (live &^ (1 << big)).first()
		seats[big], seats[small] = int8(BigBlind), int8(SmallBlind)
	}
	for seat, to := range seats {
		if to != out {
			next[to] = final[seat]
		}
	}
	return next, seats
}

// Leaf is one end of a hand for one line and one order of the hands: with probability P player i
// receives Prize[i] and, unless he is out, goes on in seat Seat[i] of state Next.
type Leaf struct {
	P     float64
	Next  int32             // index in the hand's Space, -1 if nothing follows
	Seat  [NumSeats]int8    // -1 for players who are out, and for all if nothing follows
	Prize [NumSeats]float64 // final winnings; in a cash game the chips won or lost
}

// Payoffs holds the expected utility of each seat by line and by order of the hands; a line with fewer than 13 orders
// uses the first ones (see Line.NumOrders), and lines that are not possible are 0.
type Payoffs [NumLines][NumOrders][NumSeats]float64

// Leaves returns the ends of a line with order k (see Line.Ranks), one or two of them, or
// none if the line is not possible. They must not be changed.
func (h *Hand) Leaves(l Line, k int) []Leaf {
	return h.leaves[h.starts[l][k]:h.ends[l][k]]
}

// Payoffs fills the table with the utilities, given the values of the states that may follow. Values
// of other states are not read, and none in a cash game. It does not allocate.
func (h *Hand) Payoffs(values Values, table *Payoffs) {
	*table = Payoffs{}
	for l := range Line(NumLines) {
		for k := range l.NumOrders() {
			utility := &table[l][k]
			for i := range h.Leaves(l, k) {
				leaf := &h.leaves[int(h.starts[l][k])+i]
				for seat := range utility {
					u := leaf.Prize[seat]
					if to := leaf.Seat[seat]; to >= 0 {
						u += values[leaf.Next][to]
					}
					utility[seat] += leaf.P * u
				}
			}
		}
	}
}

func (h *Hand) addLeaves(r *Rules) {
	space := h.Space()
	for l := range Line(NumLines) {
		possible := h.Possible(l)
		for k := range l.NumOrders() {
			h.starts[l][k] = uint8(len(h.leaves))
			if possible {
				ranks := l.Ranks(k)
				for _, o := range h.terminals[l].Outcomes(ranks) {
					h.leaves = append(h.leaves, r.leaf(space, h.Stacks, o, ranks))
				}
			}
			h.ends[l][k] = uint8(len(h.leaves))
		}
	}
}

func (r *Rules) leaf(space Space, start Stacks, o Outcome, ranks [NumSeats]uint8) Leaf {
	leaf := Leaf{P: o.Probability, Next: out, Seat: [NumSeats]int8{out, out, out}}
	if r.Mode == Cash {
		for seat := range leaf.Prize {
			leaf.Prize[seat] = float64((o.Stacks[seat] - start[seat]) * r.Unit)
		}
		return leaf
	}
	s := r.Transition(start, o.Stacks, ranks)
	leaf.Seat, leaf.Prize = s.Seat, s.Prize
	if s.Next.Total() > 0 {
		leaf.Next = int32(space.Index(s.Next))
	}
	return leaf
}

// ICMValues returns the ICM value of every state of a space: the start of value iteration, and the
// linear value of the heads-up states. The rules must be valid.
func (r *Rules) ICMValues(space Space) Values {
	values := make(Values, space.Len())
	for i := range values {
		values[i] = r.ICM(space.At(i))
	}
	return values
}

// ICM returns the ICM value of the player in each seat, 0 for an empty button. The rules must be valid
// and both blinds have chips.
func (r *Rules) ICM(stacks Stacks) [NumSeats]float64 {
	var value [NumSeats]float64
	total := float64(stacks.Total())
	for i := range stacks {
		if stacks[i] == 0 {
			continue
		}
		first := float64(stacks[i]) / total
		second := 0.0 // probability to be second
		for j := range stacks {
			if j != i && stacks[j] > 0 {
				second += float64(stacks[j]) / total * float64(stacks[i]) / (total - float64(stacks[j]))
			}
		}
		value[i] = first*r.prize(1) + second*r.prize(2) + (1-first-second)*r.prize(3)
	}
	return value
}
