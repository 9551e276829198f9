package tournament

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

// addLeaves lists the transitions of every outcome of every possible line.
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

// leaf returns the transition of one outcome.
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
