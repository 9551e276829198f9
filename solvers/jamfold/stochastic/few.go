package stochastic

import (
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// Few is a table in which two or three seats hold hands, as the hand of these seats alone.
type Few struct {
	Seats  []int                                               // as Holders returns them
	Nodes  []int                                               // of the table, by those of a table of the seats alone
	Values [tournament.NumEnds][tournament.NumOrders][]float64 // of all seats of the table, by end
	// Payoffs are the values of the seats that hold hands.
	Payoffs tournament.Payoffs
	// Last is the probability of the raise with which the last seat opened, by class of its hand: each deal counts so
	// much. It is nil if no seat opened.
	Last *[cards.NumClasses]float64
}

// NewFew maps a table.
func NewFew(t *tournament.Table, seats []int) *Few {
	f, value, n := &Few{Seats: seats}, t.Valuer(), len(seats)
	set := func(of tournament.SeatSet) (to tournament.SeatSet) {
		for i, seat := range seats {
			if of.Has(i) {
				to |= 1 << seat
			}
		}
		return to
	}
	if t.Opened != nil {
		f.Last = (*[cards.NumClasses]float64)(t.Opened.Hands)
	}
	for node := range 1<<n - 1 {
		at := tournament.DecisionOf(node)
		f.Nodes = append(f.Nodes, tournament.Node(seats[at.Seat], set(at.Jammed)))
	}
	for in := tournament.SeatSet(1); in < 1<<n; in++ {
		for k := range in.NumOrders() {
			ranks, all := in.Ranks(k), make([]uint8, len(t.Stacks))
			for i, seat := range seats {
				all[seat] = ranks[i]
			}
			values := slices.Clone(value(t.End(set(in), all)))
			f.Values[in][k] = values
			for i, seat := range seats {
				f.Payoffs[in][k][i] = values[seat]
			}
		}
	}
	return f
}

// Of returns the strategy of the seats that hold hands.
func (f *Few) Of(x Strategy) Strategy {
	own := make(Strategy, len(f.Nodes))
	for node, at := range f.Nodes {
		own[node] = x[at]
	}
	return own
}
