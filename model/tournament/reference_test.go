package tournament

import (
	"maps"
	"math"
	"slices"
	"testing"
)

// This file plays a hand the slow and obvious way: seat after seat, with the chips that really
// go in, and with pots that are laid out and shared one unit at a time.

// refPlay is a hand in progress.
type refPlay struct {
	stacks, bet Stacks
	folded      [3]bool
}

func refDeal(r *Rules, stacks Stacks) refPlay {
	p := refPlay{stacks: stacks}
	for seat := range 3 {
		post := func(chips int) {
			units := min(chips/r.Unit, p.stacks[seat]-p.bet[seat])
			p.bet[seat] += units
		}
		post(r.Ante)
		switch seat {
		case SmallBlind:
			post(r.SmallBlind)
		case BigBlind:
			post(r.BigBlind)
		}
		p.folded[seat] = stacks[seat] == 0
	}
	return p
}

// act lets a seat jam or fold and says whether it may. A player without a choice keeps the
// bet as it is and counts as jamming.
func (p *refPlay) act(seat int, jam bool) bool {
	if p.folded[seat] {
		return !jam
	}
	stuck := p.bet[seat] == p.stacks[seat]
	if !stuck {
		stuck = true
		for other := range 3 {
			if other != seat && !p.folded[other] {
				allIn := p.bet[other] == p.stacks[other]
				// A player who stayed against all-in players has chips left, but no move.
				moved := other < seat
				stuck = stuck && (allIn || moved) && p.bet[other] <= p.bet[seat]
			}
		}
	}
	switch {
	case stuck:
		return jam
	case jam:
		p.bet[seat] = p.stacks[seat]
	default:
		p.folded[seat] = true
	}
	return true
}

// refOutcomes returns the probability of each final stacks, nil if the line is impossible.
func refOutcomes(r *Rules, stacks Stacks, in SeatSet, ranks [3]uint8) map[Stacks]float64 {
	p := refDeal(r, stacks)
	for seat := range 3 {
		if in == FoldFold && seat == BigBlind {
			break
		}
		if !p.act(seat, in.Has(seat)) {
			return nil
		}
	}
	result := Stacks{}
	for seat := range 3 {
		result[seat] = stacks[seat] - p.bet[seat]
	}
	// Layer by layer, one unit of each contribution at a time. The players in the
	// hand who paid for a layer can win it; layers with the same players are one pot.
	pots := map[[3]bool]int{}
	for layer := 1; layer <= slices.Max(p.bet[:]); layer++ {
		var contenders [3]bool
		units := 0
		for seat, bet := range p.bet {
			if bet >= layer {
				units++
				contenders[seat] = !p.folded[seat]
			}
		}
		pots[contenders] += units
	}
	outcomes := map[Stacks]float64{result: 1}
	for contenders, units := range pots {
		outcomes = refShare(outcomes, contenders, units, ranks)
	}
	return outcomes
}

// refShare hands out a pot unit by unit in rounds; the last, incomplete round by lot.
func refShare(outcomes map[Stacks]float64, contenders [3]bool, units int, ranks [3]uint8) map[Stacks]float64 {
	var winners []int
	for seat, in := range contenders {
		if !in {
			continue
		}
		if len(winners) > 0 && ranks[seat] < ranks[winners[0]] {
			winners = nil
		}
		if len(winners) == 0 || ranks[seat] == ranks[winners[0]] {
			winners = append(winners, seat)
		}
	}
	for ; units > 0; units -= len(winners) {
		next := map[Stacks]float64{}
		if units >= len(winners) {
			for s, p := range outcomes {
				for _, w := range winners {
					s[w]++
				}
				next[s] += p
			}
			outcomes = next
			continue
		}
		for range units {
			for s, p := range outcomes {
				for _, w := range winners {
					with := s
					with[w]++
					next[with] += p / float64(len(winners))
				}
			}
			outcomes, next = next, map[Stacks]float64{}
		}
	}
	return outcomes
}

// refRules are blinds and antes of all kinds, over the stacks too.
func refRules() []Rules {
	var all []Rules
	for _, posts := range [][3]int{{1, 2, 0}, {1, 2, 1}, {0, 1, 0}, {0, 0, 1}, {0, 0, 3}, {1, 1, 0}, {2, 5, 3},
		{3, 3, 2}, {5, 20, 0}, {20, 20, 20}} {
		r := Default()
		r.Unit = 1
		r.SmallBlind, r.BigBlind, r.Ante = posts[0], posts[1], posts[2]
		all = append(all, r)
	}
	return all
}

// TestPlay holds every end of every state of up to 12 units equal to the slow play, with all 13 orders of the ranks
// also for ends with two players at the showdown.
func TestPlay(t *testing.T) {
	const maxUnits = 12
	for _, r := range refRules() {
		for units := 2; units <= maxUnits; units++ {
			r.Chips = units
			space := r.Space()
			for i := range space.Len() {
				s, stacks := r.State(space.At(i)), space.At(i)
				for in := SeatSet(1); in < NumEnds; in++ {
					if stacks[Button] == 0 && in.Has(Button) {
						continue
					}
					for o := range Order(NumOrders) {
						comparePlay(t, &r, s, stacks, in, o.Ranks())
					}
				}
			}
		}
	}
}

// comparePlay compares an end by the seats of a table of three.
func comparePlay(t *testing.T, r *Rules, s *State, stacks Stacks, in SeatSet, ranks [3]uint8) {
	want := refOutcomes(r, stacks, in, ranks)
	absent := NumSeats - len(s.Table.Stacks)
	own := in >> absent
	if possible := s.Table.Possible(own); (want != nil) != possible || possible != (len(s.Leaves[own][0]) > 0) {
		t.Fatalf("%d/%d ante %d, stacks %v, %b: possible %v", r.SmallBlind, r.BigBlind, r.Ante, stacks, in, possible)
	}
	if want == nil {
		return
	}
	got := map[Stacks]float64{}
	for _, l := range r.leaves(s.Table, s.Table.End(own, ranks[absent:])) {
		var final Stacks // the stacks of players who go on, by their seats before
		for seat, to := range l.Seat[:len(s.Table.Stacks)] {
			if to >= 0 {
				next := r.Space().At(int(l.Next))
				final[absent+seat] = next.seated()[to]
			} else if l.Next < 0 && l.Prize[seat] == r.Prizes[0] {
				final[absent+seat] = r.Chips
			}
		}
		if final.Total() != stacks.Total() {
			t.Fatalf("stacks %v, %b, ranks %v: chips lost: %v", stacks, in, ranks, final)
		}
		got[final] += l.P
	}
	if !maps.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-15 }) {
		t.Fatalf("%d/%d ante %d, stacks %v, %b, ranks %v: %v, want %v", r.SmallBlind, r.BigBlind, r.Ante, stacks, in,
			ranks, got, want)
	}
	if len(got) > 2 {
		t.Fatalf("stacks %v, %b, ranks %v: %d outcomes, documented are two", stacks, in, ranks, len(got))
	}
}
