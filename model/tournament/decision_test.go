package tournament

import "testing"

// TestFree pins who has a decision, in units of 300 with blinds of 1 and 2.
func TestFree(t *testing.T) {
	const f, s = true, false // free, or in the pot
	for _, c := range []struct {
		stacks Stacks
		ante   int
		want   []bool // BTN, SB|jam, SB|fold, BB|jam-fold, BB|fold-jam, BB|jam-jam; heads-up SB, BB|jam
		why    string
	}{
		{Stacks{15, 15, 15}, 0, []bool{f, f, f, f, f, f}, "all free"},
		{Stacks{1, 41, 3}, 0, []bool{f, f, f, s, f, f}, "the big blind covers the button's jam"},
		{Stacks{2, 40, 3}, 0, []bool{f, f, f, s, f, f}, "and one of the same size"},
		{Stacks{3, 39, 3}, 0, []bool{f, f, f, f, f, f}, "but not a larger one"},
		{Stacks{20, 1, 24}, 0, []bool{f, s, s, f, s, f}, "the small blind is all-in, which the big blind covers"},
		{Stacks{1, 1, 43}, 0, []bool{f, s, s, s, s, s}, "the big blind covers both"},
		{Stacks{20, 24, 1}, 0, []bool{f, f, s, s, s, s}, "the big blind is all-in, which the small blind covers"},
		{Stacks{20, 23, 2}, 0, []bool{f, f, f, s, s, s},
			"all-in with the full blind, which the small blind does not cover"},
		{Stacks{1, 43, 1}, 0, []bool{f, s, s, s, s, s}, "the small blind covers both"},
		{Stacks{1, 22, 22}, 1, []bool{s, f, f, s, f, f}, "the button is all-in with the ante"},
		{Stacks{20, 1, 1}, 1, []bool{s, s, s, s, s, s}, "the antes of both blinds are all there is to call"},
		{Stacks{0, 20, 25}, 0, []bool{f, f}, "heads-up"},
		{Stacks{0, 1, 44}, 0, []bool{s, s}, "heads-up, small blind all-in"},
	} {
		r := Default()
		r.Chips, r.Ante = c.stacks.Total()*r.Unit, c.ante*r.Unit
		table := r.State(c.stacks).Table
		free, n := table.Free(), len(table.Stacks)
		for i, d := range DecisionsOf(n) {
			if got := free[d.Node()]; got != c.want[i] {
				t.Errorf("%v ante %d, %s: free %v, want %v (%s)", c.stacks, c.ante, d.Name(n), got, c.want[i], c.why)
			}
		}
	}
}

// TestArises compares with the ends of hands: a decision arises if a possible end goes through it.
func TestArises(t *testing.T) {
	for _, c := range []struct {
		stacks Stacks
		ante   int
	}{
		{Stacks{15, 15, 15}, 0}, {Stacks{0, 20, 20}, 0}, {Stacks{0, 1, 44}, 0}, {Stacks{20, 1, 24}, 0},
		{Stacks{1, 22, 22}, 1}, {Stacks{20, 1, 1}, 1}, {Stacks{0, 20, 1}, 1},
	} {
		r := Default()
		r.Chips, r.Ante = c.stacks.Total()*r.Unit, c.ante*r.Unit
		table := r.State(c.stacks).Table
		n := len(table.Stacks)
		for node := range 1<<n - 1 {
			d, want := DecisionOf(node), false
			for in := SeatSet(1); in < 1<<n; in++ {
				want = want || table.Possible(in) && in&(1<<d.Seat-1) == d.Jammed
			}
			if got := table.Arises(d); got != want {
				t.Errorf("%v, ante %d: %+v arises %v, want %v", c.stacks, c.ante, d, got, want)
			}
		}
	}
}

func TestDecisions(t *testing.T) {
	for node := range 1<<5 - 1 {
		d := DecisionOf(node)
		if d.Node() != node || !d.Leads(node) || !(Decision{}).Leads(node) {
			t.Errorf("node %d: %+v", node, d)
		}
		for seat := range d.Seat {
			at, jams := d.Before(seat)
			if !at.Leads(node) || jams != d.Jammed.Has(seat) || d.Leads(at.Node()) {
				t.Errorf("%+v leads to node %d", at, node)
			}
		}
	}
	nodes := []int{ButtonOpens, SmallBlindAfterJam, SmallBlindAfterFold, BigBlindAfterJamFold, BigBlindAfterFoldJam,
		BigBlindAfterJamJam}
	for i, d := range DecisionsOf(3) {
		if d.Node() != nodes[i] {
			t.Errorf("%s is node %d, want %d", d.Name(3), d.Node(), nodes[i])
		}
	}
}

// TestRanks: the k-th order of players in the pot compares them as its number says, so that all are different.
func TestRanks(t *testing.T) {
	for in := SeatSet(1); in < NumEnds; in++ {
		seen := map[[3]uint8]bool{}
		for k := range in.NumOrders() {
			ranks := in.Ranks(k)
			if seen[ranks] {
				t.Errorf("%b: order %d repeats %v", in, k, ranks)
			}
			seen[ranks] = true
			if in.Len() == 2 {
				first, second := in.First(), (in & (in - 1)).First()
				o := OrderOf(-int(ranks[0]), -int(ranks[1]), -int(ranks[2]))
				if got := o.Between(first, second); got != PairOrder(k) {
					t.Errorf("%b: order %d compares as %v", in, k, got)
				}
			}
		}
	}
}
