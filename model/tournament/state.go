package tournament

import (
	"math"
	"slices"
)

// Leaf is a state to which an end of a hand leads, with the prizes that it pays: with probability P player i receives
// Prize[i] and, unless the player is out, goes on in seat Seat[i] of state Next. Seats are those of the tables.
type Leaf struct {
	P     float64
	Next  int32             // index in the Space, -1 if nothing follows
	Seat  [NumSeats]int8    // -1 for players who are out, and for all if nothing follows
	Prize [NumSeats]float64 // final winnings
}

const out = -1 // in Leaf.Seat and Leaf.Next

// State is a hand of a tournament, and what follows its ends. It does not change and may be shared by goroutines.
type State struct {
	Table *Table // in chips
	// Leaves are the states that follow, one or two, by the players in the pot and the order of their hands
	// (SeatSet.Ranks); none if the rules do not allow that end.
	Leaves [NumEnds][NumOrders][]Leaf
}

// Payoffs holds the expected value of each seat by the players in the pot and the order of their hands
// (SeatSet.Ranks). Ends that the rules do not allow are 0.
type Payoffs [NumEnds][NumOrders][NumSeats]float64

// State returns the hand of a state. The rules must be valid, and both blinds have chips.
func (r *Rules) State(stacks Stacks) *State {
	s := &State{Table: &Table{
		SmallBlind: r.SmallBlind, BigBlind: r.BigBlind, Ante: r.Ante, Prizes: r.Prizes, TwoBust: r.TwoBust,
	}}
	for _, units := range stacks.seated() {
		s.Table.Stacks = append(s.Table.Stacks, units*r.Unit)
	}
	n := len(s.Table.Stacks)
	for in := SeatSet(1); in < 1<<n; in++ {
		if !s.Table.Possible(in) {
			continue
		}
		for k := range in.NumOrders() {
			ranks := in.Ranks(k)
			s.Leaves[in][k] = r.leaves(s.Table, s.Table.End(in, ranks[:n]))
		}
	}
	return s
}

// Payoffs fills the table with the values of the ends, given those of the states that may follow. Values of other
// states are not read. It does not allocate.
func (s *State) Payoffs(values Values, table *Payoffs) {
	*table = Payoffs{}
	for in := range s.Leaves {
		for k := range s.Leaves[in] {
			for i := range s.Leaves[in][k] {
				s.Leaves[in][k][i].add(values, table[in][k][:])
			}
		}
	}
}

func (l *Leaf) add(values Values, to []float64) {
	for seat := range to {
		v := l.Prize[seat]
		if at := l.Seat[seat]; at >= 0 {
			v += values[l.Next][at]
		}
		to[seat] += l.P * v
	}
}

// After returns what ends of a state's hand are worth, given the values of the states that may follow: for Table.After.
func (r *Rules) After(t *Table, values Values) func(Ended) []float64 {
	return func(e Ended) []float64 {
		worth := make([]float64, len(t.Stacks))
		for _, l := range r.leaves(t, e) {
			l.add(values, worth)
		}
		return worth
	}
}

// leaves returns what follows the end of a hand. Where two players share a pot of an odd number of units, the odd one
// goes to either with the same probability. More units are never left: see the package documentation.
func (r *Rules) leaves(t *Table, e Ended) (leaves []Leaf) {
	whole := slices.Clone(e.Stacks)
	var odd []int // seats that may get the odd unit
	for seat, chips := range whole {
		if rest := math.Mod(chips, float64(r.Unit)); rest > 0 {
			odd = append(odd, seat)
			whole[seat] -= rest
		}
	}
	if odd == nil {
		return []Leaf{r.leaf(t, e, 1)}
	}
	for _, seat := range odd {
		one := e
		one.Stacks = slices.Clone(whole)
		one.Stacks[seat] += float64(r.Unit)
		leaves = append(leaves, r.leaf(t, one, 1/float64(len(odd))))
	}
	return leaves
}

// leaf returns what follows whole units, which come with probability p.
func (r *Rules) leaf(t *Table, e Ended, p float64) Leaf {
	l := Leaf{P: p, Next: out, Seat: [NumSeats]int8{out, out, out}}
	players := e.playersLeft()
	t.pay(l.Prize[:len(t.Stacks)], e)
	if len(players) == 1 {
		l.Prize[players[0]] = r.Prizes[0]
		return l
	}
	var next Stacks
	for to, seat := range players {
		next[NumSeats-len(players)+to] = int(e.Stacks[seat]) / r.Unit
		l.Seat[seat] = int8(to)
	}
	l.Next = int32(r.Space().Index(next))
	return l
}
