package tournament

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestLeaf ends hands with given stacks.
func TestLeaf(t *testing.T) {
	best := []uint8{0, 1, 2} // the first seat beats the second, which beats the third
	over := [3]int8{-1, -1, -1}
	state := func(units ...int) int32 { // the last ones are those of the blinds
		var s Stacks
		copy(s[NumSeats-len(units):], units)
		return int32(Space{45}.Index(s))
	}
	for _, c := range []struct {
		why          string
		rule         TwoBust
		start, final []int
		ranks        []uint8
		want         Leaf
	}{
		{"three live", 0, []int{15, 15, 15}, []int{17, 14, 14}, best,
			Leaf{Next: state(14, 14, 17), Seat: [3]int8{2, 0, 1}}},
		{"button out: the small blind is next for the big blind", 0, []int{5, 20, 20}, []int{0, 25, 20}, best,
			Leaf{Next: state(20, 25), Seat: [3]int8{-1, 1, 0}, Prize: [3]float64{20, 0, 0}}},
		{"small blind out: the button is", 0, []int{5, 20, 20}, []int{25, 0, 20}, best,
			Leaf{Next: state(20, 25), Seat: [3]int8{1, -1, 0}, Prize: [3]float64{0, 20, 0}}},
		{"big blind out: the button is", 0, []int{5, 20, 20}, []int{15, 30, 0}, best,
			Leaf{Next: state(30, 15), Seat: [3]int8{1, 0, -1}, Prize: [3]float64{0, 0, 20}}},
		{"heads-up goes on", 0, []int{20, 25}, []int{19, 26}, best[:2],
			Leaf{Next: state(26, 19), Seat: [3]int8{1, 0, -1}}},
		{"heads-up ends", 0, []int{20, 25}, []int{0, 45}, best[:2],
			Leaf{Next: -1, Seat: over, Prize: [3]float64{30, 50}}},
		{"two out, larger stack", LargerStack, []int{25, 8, 12}, []int{45, 0, 0}, best,
			Leaf{Next: -1, Seat: over, Prize: [3]float64{50, 20, 30}}},
		{"two out, equal stacks", LargerStack, []int{25, 10, 10}, []int{45, 0, 0}, best,
			Leaf{Next: -1, Seat: over, Prize: [3]float64{50, 25, 25}}},
		{"two out, split", SplitPrizes, []int{8, 25, 12}, []int{0, 45, 0}, []uint8{1, 0, 2},
			Leaf{Next: -1, Seat: over, Prize: [3]float64{25, 50, 25}}},
		{"two out, showdown", ShowdownOrder, []int{25, 8, 12}, []int{45, 0, 0}, best,
			Leaf{Next: -1, Seat: over, Prize: [3]float64{50, 30, 20}}},
		{"two out, showdown, other way", ShowdownOrder, []int{8, 12, 25}, []int{0, 0, 45}, []uint8{2, 1, 0},
			Leaf{Next: -1, Seat: over, Prize: [3]float64{20, 30, 50}}},
		{"two out, equal hands", ShowdownOrder, []int{25, 8, 12}, []int{45, 0, 0}, []uint8{0, 1, 1},
			Leaf{Next: -1, Seat: over, Prize: [3]float64{50, 25, 25}}},
	} {
		r := Default()
		r.Unit, r.Chips, r.SmallBlind, r.BigBlind, r.TwoBust = 1, 45, 1, 2, c.rule
		table := &Table{Stacks: c.start, Prizes: r.Prizes, TwoBust: c.rule}
		e := Ended{Ranks: c.ranks}
		for _, units := range c.final {
			e.Stacks = append(e.Stacks, float64(units))
		}
		c.want.P = 1
		if diff := cmp.Diff([]Leaf{c.want}, r.leaves(table, e)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

// drawState draws rules and a state with up to 60 units, three or two players.
func drawState(t *rapid.T) (*Rules, *State) {
	r := Default()
	r.BigBlind = rapid.IntRange(0, 20).Draw(t, "big blind") * r.Unit
	r.SmallBlind = rapid.IntRange(0, r.BigBlind/r.Unit).Draw(t, "small blind") * r.Unit
	lowest := 0
	if r.BigBlind == 0 {
		lowest = 1
	}
	r.Ante = rapid.IntRange(lowest, 5).Draw(t, "ante") * r.Unit
	third := rapid.Float64Range(0, 30).Draw(t, "third prize")
	second := third + rapid.Float64Range(0, 30).Draw(t, "second")
	r.Prizes = []float64{second + rapid.Float64Range(0, 30).Draw(t, "first"), second, third}
	r.TwoBust = TwoBust(rapid.IntRange(0, 2).Draw(t, "two bust"))
	stacks := Stacks{
		rapid.IntRange(0, 20).Draw(t, "button"),
		rapid.IntRange(1, 20).Draw(t, "small"),
		rapid.IntRange(1, 20).Draw(t, "big"),
	}
	r.Chips = stacks.Total() * r.Unit
	return &r, r.State(stacks)
}

// eachEnd calls visit with all ends of a state that the rules allow.
func eachEnd(s *State, visit func(in SeatSet, k int, leaves []Leaf)) {
	for in := SeatSet(1); in < NumEnds; in++ {
		for k := range in.NumOrders() {
			if leaves := s.Leaves[in][k]; len(leaves) > 0 {
				visit(in, k, leaves)
			}
		}
	}
}

// TestBigBlindNeverTwice checks that no player has the big blind in two successive hands, and that three rotations of
// three live players end where they began.
func TestBigBlindNeverTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, s := drawState(t)
		last := len(s.Table.Stacks) - 1
		eachEnd(s, func(in SeatSet, _ int, leaves []Leaf) {
			for _, l := range leaves {
				if l.Next >= 0 && int(l.Seat[last]) == len(r.State(r.Space().At(int(l.Next))).Table.Stacks)-1 {
					t.Fatalf("%v, %b: the big blind stays", s.Table.Stacks, in)
				}
			}
		})
		for range NumSeats {
			next := r.State(r.Space().At(int(r.leaves(s.Table, s.Table.Unplayed())[0].Next)))
			if next.Table.Stacks[last] != s.Table.Stacks[0] {
				t.Fatalf("%v leads to %v", s.Table.Stacks, next.Table.Stacks)
			}
			s = next
		}
	})
}

// TestEveryState checks all 990 states of the default tournament under each rule for two busts: probabilities sum to 1,
// chips are conserved and move with their players, and the prizes paid plus the value of the next state are the prizes
// still to be won.
func TestEveryState(t *testing.T) {
	const exact = 1e-12 // dollars
	for _, rule := range []TwoBust{LargerStack, SplitPrizes, ShowdownOrder} {
		r := Default()
		r.TwoBust = rule
		space, values := r.Space(), r.ICMOfAll()
		var payoffs Payoffs
		for i := range values {
			s, stake := r.State(space.At(i)), sumOf(values[i][:])
			s.Payoffs(values, &payoffs)
			after := r.After(s.Table, values)
			eachEnd(s, func(in SeatSet, k int, leaves []Leaf) {
				probability := 0.0
				for _, l := range leaves {
					probability += l.P
					checkLeaf(t, space, s, l)
				}
				u, ranks := payoffs[in][k], in.Ranks(k)
				if probability != 1 || math.Abs(sumOf(u[:])-stake) > exact {
					t.Fatalf("%v, %b, order %d: probability %v, %v sums to %v, not %v", s.Table.Stacks, in, k,
						probability, u, sumOf(u[:]), stake)
				}
				n := len(s.Table.Stacks)
				if diff := cmp.Diff(u[:n], after(s.Table.End(in, ranks[:n]))); diff != "" {
					t.Fatalf("%v, %b, order %d: After differs: %s", s.Table.Stacks, in, k, diff)
				}
			})
		}
	}
}

// checkLeaf checks that players who go on have chips in the next state, and that only the others are paid.
func checkLeaf(t *testing.T, space Space, s *State, l Leaf) {
	t.Helper()
	players := len(s.Table.Stacks)
	if l.Next >= 0 {
		next := space.At(int(l.Next))
		var taken SeatSet
		for _, to := range l.Seat {
			if to >= 0 {
				taken |= 1 << to
			}
		}
		if n := len(next.seated()); taken != 1<<n-1 {
			t.Fatalf("%v leads to %v with players in %b", s.Table.Stacks, next, taken)
		}
	}
	for seat, prize := range l.Prize {
		if playsOn := l.Seat[seat] >= 0; (prize > 0) != (seat < players && !playsOn) {
			t.Fatalf("%v: seat %d is paid %v and goes to %d", s.Table.Stacks, seat, prize, l.Seat[seat])
		}
	}
}

func TestPayoffsDoNotAllocate(t *testing.T) {
	r := Default()
	s, values := r.State(Stacks{1, 41, 3}), make(Values, r.Space().Len())
	var payoffs Payoffs
	if n := testing.AllocsPerRun(100, func() { s.Payoffs(values, &payoffs) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkPayoffs(b *testing.B) {
	r := Default()
	s, values := r.State(Stacks{15, 15, 15}), make(Values, r.Space().Len())
	var payoffs Payoffs
	for b.Loop() {
		s.Payoffs(values, &payoffs)
	}
}

func BenchmarkStates(b *testing.B) {
	r := Default()
	space := r.Space()
	for b.Loop() {
		for i := range space.Len() {
			r.State(space.At(i))
		}
	}
}
