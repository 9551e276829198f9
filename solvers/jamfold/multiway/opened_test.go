package multiway

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// raised is a table of two or three for chips after a raise, as a slow walk of its tree sees it: the blinds act, and
// then the seat that raised, the last one.
type raised struct {
	stacks, posted []int
	x              stochastic.Strategy
	hands          []float64 // of the raise
	pairs          *stochastic.Pairs
}

// walk returns the value of a seat if play goes on from another one with the hands, and what follows from the seat's
// own decision: if own is not nil, it acts so.
func (r *raised) walk(me, seat int, in tournament.SeatSet, hands []cards.Class, own *bool) float64 {
	last := len(r.stacks) - 1
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

// end pays every chip of every bet by itself: the n-th chip of all bets to the best hand in the pot that bet it, and
// back to a seat that alone bet it.
func (r *raised) end(me int, in tournament.SeatSet, hands []cards.Class) float64 {
	var shown []cards.Class
	var seats []int
	for seat := range r.stacks {
		if in.Has(seat) {
			shown, seats = append(shown, hands[seat]), append(seats, seat)
		}
	}
	ranks, chances := showdown(r.pairs, shown)
	value := 0.0
	for i, of := range ranks {
		chips := float64(r.stacks[me])
		for chip := range 100 {
			size, best, winners := 0, 100, 0
			wins := false
			for seat, bet := range r.posted {
				if in.Has(seat) {
					bet = r.stacks[seat]
				}
				if bet <= chip {
					continue
				}
				if size++; seat == me {
					chips--
				}
				for j, s := range seats {
					if s != seat || int(of[j]) > best {
						continue
					}
					if int(of[j]) < best {
						best, winners, wins = int(of[j]), 0, false
					}
					winners++
					wins = wins || seat == me
				}
			}
			if wins {
				chips += float64(size) / float64(winners)
			}
		}
		value += chances[i] * chips
	}
	return value
}

// deals calls do with all hands of the others, given one seat's, and their probability times that the raise is made
// and of the acts before a decision of the seat.
func (r *raised) deals(at tournament.Decision, k cards.Class, do func(hands []cards.Class, p float64)) {
	n := len(r.stacks)
	hands := make([]cards.Class, n)
	hands[at.Seat] = k
	var deal func(seat int, p float64)
	deal = func(seat int, p float64) {
		if p == 0 {
			return
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

// TestOpened holds the values after a raise to a slow walk of the tree: of two players with all cards that block each
// other, of three with hands from decks of their own, for which the product of chances is exact.
func TestOpened(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, c := range []struct {
		removal tournament.Removal
		stacks  []int // in the order before the flop
		seat    int   // that raises
		posted  []int // with the ante, in the order of the table
	}{
		{tournament.RemovalExact, []int{24, 18}, 0, []int{3, 6}},
		{tournament.RemovalNone, []int{24, 18, 28}, 0, []int{2, 3, 6}},
		{tournament.RemovalNone, []int{24, 7, 28}, 0, []int{2, 3, 6}},
	} {
		table := &tournament.Table{Stacks: c.stacks, SmallBlind: 1, BigBlind: 2, Ante: 1}
		opening := &tournament.Opening{Seat: c.seat, To: 5, Hands: make([]float64, cards.NumClasses)}
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
		s := newSolver(g, Options{Target: 1e-9, Workers: 1})
		to, solution := make(decisions, len(x)), &Solution{Strategy: x}
		s.advantages(decisions(x), to, 0)
		s.setValues(solution)
		slow := &raised{table.Stacks, c.posted, x, opening.Hands, g.Pairs}
		compared := 0
		for node, free := range table.Free() {
			at := tournament.DecisionOf(node)
			if !free || !table.Arises(at) {
				continue
			}
			for k := cards.Class(rng.IntN(80)); k < cards.NumClasses; k += 83 {
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
				for i, got := range [2]float64{solution.Jam[node][k], solution.Fold[node][k]} {
					if want := sums[i] / all; math.Abs(got-want) > 1e-7 {
						t.Errorf("%v, %v %v, action %d: %v, want %v", c.stacks, at, k, i, got, want)
					}
				}
			}
		}
		if compared < 2 {
			t.Errorf("%v: %d hands compared", c.stacks, compared)
		}
	}
}
