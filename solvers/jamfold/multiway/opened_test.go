package multiway

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/stochastic"
	"feltlab/solvers/jamfold/stochastic/stochastictest"
)

// raised is a table of two or three after a raise, as a slow walk of its tree sees it: the blinds act, and then the
// seat that raised, the last one.
type raised struct {
	table *tournament.Table
	x     stochastic.Strategy
	hands []float64 // of the raise
	pairs *stochastic.Pairs
	known map[raisedEnd]float64 // values of ends
	exact bool                  // cards of three hands block each other: a folded hand counts at a showdown
}

// raisedEnd is an end of a hand for a seat.
type raisedEnd struct {
	me    int
	in    tournament.SeatSet
	ranks [3]uint8
}

// walk returns the value of a seat if play goes on from another one with the hands, and what follows from the seat's
// own decision: if own is not nil, it acts so.
func (r *raised) walk(me, seat int, in tournament.SeatSet, hands []cards.Class, own *bool) float64 {
	last := len(r.table.Stacks) - 1
	if seat == last && in == 0 {
		in |= 1 << last
		seat++
	}
	if seat > last {
		return r.end(me, in, hands)
	}
	p := r.x[tournament.Node(seat, in)][hands[seat]]
	if own != nil && seat == me {
		if p = 0; *own {
			p = 1
		}
	}
	v := 0.0
	if p > 0 {
		v += p * r.walk(me, seat+1, in|1<<seat, hands, own)
	}
	if p < 1 {
		v += (1 - p) * r.walk(me, seat+1, in, hands, own)
	}
	return v
}

// end returns the mean value of a seat at an end with these hands.
func (r *raised) end(me int, in tournament.SeatSet, hands []cards.Class) (value float64) {
	var shown []cards.Class
	var seats []int
	for seat, hand := range hands {
		if in.Has(seat) || r.exact {
			shown, seats = append(shown, hand), append(seats, seat)
		}
	}
	ranks, chances := showdown(r.pairs, shown)
	for i, of := range ranks {
		key := raisedEnd{me: me, in: in}
		for j, seat := range seats {
			key.ranks[seat] = of[j]
		}
		if _, ok := r.known[key]; !ok {
			r.known[key] = r.table.Values(r.table.End(in, key.ranks[:len(hands)]))[me]
		}
		value += chances[i] * r.known[key]
	}
	return value
}

// deals calls do with all hands of the others, given one seat's, and their probability times that the raise is made
// and of the acts before a decision of the seat.
func (r *raised) deals(at tournament.Decision, k cards.Class, do func(hands []cards.Class, p float64)) {
	n := len(r.table.Stacks)
	hands := make([]cards.Class, n)
	hands[at.Seat] = k
	var deal func(seat int, p float64)
	deal = func(seat int, p float64) {
		if p == 0 {
			return
		}
		if seat == n && n == 3 && r.exact {
			for _, k := range hands {
				p /= stochastic.Prior(k)
			}
			p *= float64(stochastictest.Rollout{}.Orders(hands[0], hands[1], hands[2]).Deals())
		}
		if seat == n {
			do(hands, p)
			return
		}
		for c := range cards.Class(cards.NumClasses) {
			if seat == at.Seat && c != k {
				continue
			}
			hands[seat] = c
			q := p * stochastic.Prior(c)
			if n == 2 && seat == 1 {
				joint := r.pairs.Joint(hands[0], c)
				q = p / stochastic.Prior(hands[0]) * (joint[0] + joint[1] + joint[2])
			}
			if seat == n-1 {
				q *= r.hands[c]
			}
			if seat < at.Seat {
				before, jams := at.Before(seat)
				q *= chance(r.x[before.Node()][c], jams)
			}
			deal(seat+1, q)
		}
		hands[at.Seat] = k
	}
	deal(0, 1)
}

// TestOpened holds the values after a raise to a slow walk of the tree, for chips and for prizes and bounties: those of
// the exact check with all cards that block each other, those of the product of chances with hands from decks of their
// own, for which it is exact. The seat that is not fixed plays its best action.
func TestOpened(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	prizes, heads := []float64{50, 30, 20}, []float64{7, 9, 11}
	for _, c := range []struct {
		removal       tournament.Removal
		stacks        []int // in the order before the flop
		prizes, heads []float64
	}{
		{tournament.RemovalExact, []int{24, 18}, nil, nil},
		{tournament.RemovalExact, []int{24, 18}, nil, heads[:2]},
		{tournament.RemovalExact, []int{24, 18, 28}, nil, nil},
		{tournament.RemovalExact, []int{24, 18, 28}, prizes, heads},
		{tournament.RemovalNone, []int{24, 18, 28}, nil, nil},
		{tournament.RemovalNone, []int{24, 7, 28}, prizes, heads},
	} {
		table := &tournament.Table{Stacks: c.stacks, SmallBlind: 1, BigBlind: 2, Ante: 1, Prizes: c.prizes,
			Heads: c.heads}
		opening := &tournament.Opening{To: 5, Hands: make([]float64, cards.NumClasses)}
		for k := range opening.Hands {
			opening.Hands[k] = max(0, float64(rng.IntN(6)-3)) / 2
		}
		table.Open(opening)
		g := toyGame(c.removal, table)
		g.From = table.Start()
		x := stochastic.NewStrategy(table)
		for node, free := range table.Free() {
			for k := range x[node] {
				if free {
					x[node][k] = float64(rng.IntN(3)) / 2
				}
			}
		}
		slow := &raised{table, x, opening.Hands, g.Pairs, map[raisedEnd]float64{}, c.removal == tournament.RemovalExact}
		values := openedValues(t, g, x)
		compared := 0
		for node, free := range table.Free() {
			at := tournament.DecisionOf(node)
			if !free || !table.Arises(at) {
				continue
			}
			response := bestAt(t, g, x, node)
			for k := cards.Class(rng.IntN(80)); k < cards.NumClasses; k += 89 {
				if at.Seat == len(c.stacks)-1 && opening.Hands[k] == 0 {
					continue
				}
				compared++
				sums, all := [2]float64{}, 0.0
				slow.deals(at, k, func(hands []cards.Class, p float64) {
					all += p
					for i, jams := range [2]bool{true, false} {
						sums[i] += p * slow.walk(at.Seat, at.Seat, at.Jammed, hands, &jams)
					}
				})
				for i, got := range values(node, k) {
					if want := sums[i] / all; math.Abs(got-want) > 1e-7 {
						t.Errorf("%v, %v %v, action %d: %v, want %v", c.stacks, at, k, i, got, want)
					}
				}
				if jams := sums[0] > sums[1]; response[k] != 1 && jams || response[k] != 0 && !jams {
					t.Errorf("%v, %v %v: jams with probability %v, values %v", c.stacks, at, k, response[k], sums)
				}
			}
		}
		if compared < 2 {
			t.Errorf("%v: %d hands compared", c.stacks, compared)
		}
	}
}

// openedValues returns the values of jam and fold by decision and class.
func openedValues(t *testing.T, g Game, x stochastic.Strategy) func(node int, k cards.Class) [2]float64 {
	if g.Triples.Removal() == tournament.RemovalExact {
		_, actions, err := expost.CheckTableExactly(g.Table, x, g.From, g.Triples, g.Pairs)
		must.Do(t, err)
		return func(node int, k cards.Class) [2]float64 {
			a := actions[node][k]
			return [2]float64{a.Jam / a.Reach, a.Fold / a.Reach}
		}
	}
	s := newSolver(g, Options{Target: 1e-9, Workers: 1})
	solution := &Solution{Strategy: x}
	s.advantages(decisions(x), make(decisions, len(x)), 0)
	s.setValues(solution)
	return func(node int, k cards.Class) [2]float64 {
		return [2]float64{solution.Jam[node][k], solution.Fold[node][k]}
	}
}

// bestAt returns what the solver plays at a decision if all others are given.
func bestAt(t *testing.T, g Game, x stochastic.Strategy, free int) [cards.NumClasses]float64 {
	g.Fixed = map[int]*[cards.NumClasses]float64{}
	for node := range x {
		if node != free {
			g.Fixed[node] = &x[node]
		}
	}
	return must.Get(Solve(t.Context(), g, Options{Target: 1e-9, Iterations: 50, Workers: 1}))(t).Strategy[free]
}
