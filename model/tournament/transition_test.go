package tournament

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSettle(t *testing.T) {
	best := [3]uint8{0, 1, 2} // BTN beats SB beats BB
	for _, c := range []struct {
		why          string
		rule         TwoBust
		start, final Stacks
		ranks        [3]uint8
		want         Transition
	}{
		{"three live", 0, Stacks{15, 15, 15}, Stacks{17, 14, 14}, best,
			Transition{Next: Stacks{14, 14, 17}, Seat: [3]int8{2, 0, 1}}},
		{"button out: the small blind is next for the big blind", 0, Stacks{5, 20, 20}, Stacks{0, 25, 20}, best,
			Transition{Next: Stacks{0, 20, 25}, Seat: [3]int8{-1, 2, 1}, Prize: [3]float64{20, 0, 0}}},
		{"small blind out: the button is", 0, Stacks{5, 20, 20}, Stacks{25, 0, 20}, best,
			Transition{Next: Stacks{0, 20, 25}, Seat: [3]int8{2, -1, 1}, Prize: [3]float64{0, 20, 0}}},
		{"big blind out: the button is", 0, Stacks{5, 20, 20}, Stacks{15, 30, 0}, best,
			Transition{Next: Stacks{0, 30, 15}, Seat: [3]int8{2, 1, -1}, Prize: [3]float64{0, 0, 20}}},
		{"heads-up goes on", 0, Stacks{0, 20, 25}, Stacks{0, 19, 26}, best,
			Transition{Next: Stacks{0, 26, 19}, Seat: [3]int8{-1, 2, 1}}},
		{"heads-up ends", 0, Stacks{0, 20, 25}, Stacks{0, 0, 45}, best,
			Transition{Seat: [3]int8{-1, -1, -1}, Prize: [3]float64{0, 30, 50}}},
		{"two out, larger stack", LargerStack, Stacks{25, 8, 12}, Stacks{45, 0, 0}, best,
			Transition{Seat: [3]int8{-1, -1, -1}, Prize: [3]float64{50, 20, 30}}},
		{"two out, equal stacks", LargerStack, Stacks{25, 10, 10}, Stacks{45, 0, 0}, best,
			Transition{Seat: [3]int8{-1, -1, -1}, Prize: [3]float64{50, 25, 25}}},
		{"two out, split", SplitPrizes, Stacks{8, 25, 12}, Stacks{0, 45, 0}, [3]uint8{1, 0, 2},
			Transition{Seat: [3]int8{-1, -1, -1}, Prize: [3]float64{25, 50, 25}}},
		{"two out, showdown", ShowdownOrder, Stacks{25, 8, 12}, Stacks{45, 0, 0}, best,
			Transition{Seat: [3]int8{-1, -1, -1}, Prize: [3]float64{50, 30, 20}}},
		{"two out, showdown, other way", ShowdownOrder, Stacks{8, 12, 25}, Stacks{0, 0, 45}, [3]uint8{2, 1, 0},
			Transition{Seat: [3]int8{-1, -1, -1}, Prize: [3]float64{20, 30, 50}}},
		{"two out, equal hands", ShowdownOrder, Stacks{25, 8, 12}, Stacks{45, 0, 0}, [3]uint8{0, 1, 1},
			Transition{Seat: [3]int8{-1, -1, -1}, Prize: [3]float64{50, 25, 25}}},
	} {
		t.Run(c.why, func(t *testing.T) {
			r := Default()
			r.TwoBust = c.rule
			if diff := cmp.Diff(c.want, r.Transition(c.start, c.final, c.ranks)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

// TestBigBlindNeverTwice checks that no player has the big blind in two successive hands, and that three
// rotations of three live players end where they began.
func TestBigBlindNeverTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, h := drawHand(t)
		for line := range Line(NumLines) {
			for k := range line.NumOrders() {
				for _, leaf := range h.Leaves(line, k) {
					if leaf.Seat[BigBlind] == int8(BigBlind) {
						t.Fatalf("%v, %v: the big blind stays", h.Stacks, line)
					}
				}
			}
		}
		if h.Stacks[Button] > 0 {
			s := h.Stacks
			for range NumSeats {
				s = r.Transition(s, s, [3]uint8{}).Next
			}
			if s != h.Stacks {
				t.Fatalf("three rotations of %v give %v", h.Stacks, s)
			}
		}
	})
}

// TestEveryState checks all 990 states of the default tournament under each rule for two
// busts: probabilities sum to 1, chips are conserved and move with their players, and the prizes paid plus the
// value of the next state are the prizes still to be won.
func TestEveryState(t *testing.T) {
	const exact = 1e-12 // dollars
	for _, rule := range []TwoBust{LargerStack, SplitPrizes, ShowdownOrder} {
		r := Default()
		r.TwoBust = rule
		hands, err := r.Hands()
		if err != nil {
			t.Fatal(err)
		}
		space := r.Space()
		values := r.ICMValues(space)
		var payoffs Payoffs
		for i, h := range hands {
			stake := sum3(values[i])
			h.Payoffs(values, &payoffs)
			for line := range Line(NumLines) {
				for k := range line.NumOrders() {
					if !h.Possible(line) {
						continue
					}
					probability := 0.0
					for _, leaf := range h.Leaves(line, k) {
						probability += leaf.P
						checkLeaf(t, space, h, leaf)
					}
					if probability != 1 {
						t.Fatalf("%v, %v, order %d: probability %v", h.Stacks, line, k, probability)
					}
					if u := payoffs[line][k]; math.Abs(sum3(u)-stake) > exact {
						t.Fatalf("%v, %v, order %d: utilities %v sum to %v, not %v", h.Stacks, line, k, u, sum3(u), stake)
					}
				}
			}
		}
	}
}

func sum3(x [3]float64) float64 { return x[0] + x[1] + x[2] }

// checkLeaf checks that players who go on have chips in the next state, and that only the others are paid.
func checkLeaf(t *testing.T, space Space, h *Hand, leaf Leaf) {
	t.Helper()
	if leaf.Next >= 0 {
		next := space.At(int(leaf.Next))
		if next.Total() != h.Stacks.Total() {
			t.Fatalf("%v leads to %v", h.Stacks, next)
		}
		var taken SeatSet
		for _, to := range leaf.Seat {
			if to >= 0 {
				taken |= 1 << to
			}
		}
		if taken != next.Seated() {
			t.Fatalf("%v leads to %v with players in %v", h.Stacks, next, taken)
		}
	}
	for seat, prize := range leaf.Prize {
		playsOn := leaf.Seat[seat] >= 0
		seated := h.Stacks[seat] > 0
		if (prize > 0) != (seated && !playsOn) {
			t.Fatalf("%v: seat %d is paid %v and goes to %d", h.Stacks, seat, prize, leaf.Seat[seat])
		}
	}
}

// TestPayoffsReference holds the compiled payoffs equal to settling the outcomes afresh.
func TestPayoffsReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, h := drawHand(t)
		values := make(Values, h.Space().Len())
		for i := range values { // any numbers will do, and all different
			values[i] = [3]float64{math.Sin(float64(i)), math.Cos(float64(i)), math.Sin(float64(i) / 3)}
		}
		var got Payoffs
		h.Payoffs(values, &got)
		for line := range Line(NumLines) {
			for k := range line.NumOrders() {
				var want [3]float64
				var outcomes []Outcome
				if h.Possible(line) {
					terminal := h.Terminal(line)
					outcomes = terminal.Outcomes(line.Ranks(k))
				}
				for _, o := range outcomes {
					s := r.Transition(h.Stacks, o.Stacks, line.Ranks(k))
					for seat := range want {
						want[seat] += o.Probability * s.Prize[seat]
						if to := s.Seat[seat]; to >= 0 {
							want[seat] += o.Probability * values[h.Space().Index(s.Next)][to]
						}
					}
				}
				for seat := range want {
					if math.Abs(want[seat]-got[line][k][seat]) > 1e-12 {
						t.Fatalf("%v, %v, order %d: %v, want %v", h.Stacks, line, k, got[line][k], want)
					}
				}
			}
		}
	})
}

// TestCash: the chips won by some are lost by the others, and no value is read.
func TestCash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, h := drawHand(t)
		cash := *r
		cash.Mode, cash.Prizes = Cash, nil
		h, err := NewHand(&cash, h.Stacks)
		if err != nil {
			t.Fatal(err)
		}
		var payoffs Payoffs
		h.Payoffs(nil, &payoffs)
		for line := range Line(NumLines) {
			for k := range line.NumOrders() {
				u := payoffs[line][k]
				if sum3(u) != 0 {
					t.Fatalf("%v, %v, order %d: %v", h.Stacks, line, k, u)
				}
				if !h.Possible(line) {
					continue
				}
				for seat := range u {
					terminal := h.Terminal(line)
					mean := meanStack(terminal.Outcomes(line.Ranks(k)), Seat(seat))
					if want := (mean - float64(h.Stacks[seat])) * float64(r.Unit); u[seat] != want {
						t.Fatalf("%v, %v, order %d: seat %d wins %v, want %v", h.Stacks, line, k, seat, u[seat], want)
					}
				}
			}
		}
	})
}

func TestPayoffsDoNotAllocate(t *testing.T) {
	r := Default()
	h := mustHand(t, &r, Stacks{1, 41, 3})
	values := r.ICMValues(h.Space())
	var payoffs Payoffs
	if n := testing.AllocsPerRun(100, func() { h.Payoffs(values, &payoffs) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkPayoffs(b *testing.B) {
	r := Default()
	h := mustHand(b, &r, Stacks{15, 15, 15})
	values := r.ICMValues(h.Space())
	var payoffs Payoffs
	for b.Loop() {
		h.Payoffs(values, &payoffs)
	}
}

func BenchmarkHands(b *testing.B) {
	r := Default()
	for b.Loop() {
		if _, err := r.Hands(); err != nil {
			b.Fatal(err)
		}
	}
}
