//go:build slow

package limitholdem

import (
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
)

// The four trivial opponents over all flops, in thousandths of a big blind: the published means,
// and the seats as another program has them, which computes in single precision.
func TestTrivialOpponents(t *testing.T) {
	const (
		publishedDigits = 0.005
		programDigits   = 1e-7 // of the value: see TestSinglePrecision
	)
	for _, tc := range []struct {
		name      string
		published float64
		seats     [2]float64
	}{
		{"always-fold", 750, [2]float64{1000, 500}},
		{"always-call", 1163.48, [2]float64{1163.4757, 1163.4757}},
		{"always-raise", 3697.69, [2]float64{3697.6929, 3697.6929}},
		{"uniform", 3466.32, [2]float64{4400.8924, 2531.7513}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, _ := strategy.Trivial(tc.name)
			before := cpuSeconds(t)
			r := solveAll(t, p, Options{ByRound: tc.name == "always-call"})
			if v := r.Mean(); v.Low != v.High || math.Abs(1000*v.Low-tc.published) > publishedDigits {
				t.Errorf("mean %v, published %v", v, tc.published)
			}
			for seat, v := range r.SeatValues {
				must.Near(t, 1000*v.Low, tc.seats[seat], programDigits*tc.seats[seat]+publishedDigits/100, seat, v)
			}
			checkRounds(t, r)
			t.Logf("%.7f %.7f, %.1f CPU seconds", 1000*r.SeatValues[0].Low, 1000*r.SeatValues[1].Low,
				cpuSeconds(t)-before)
		})
	}
}

func solveAll(t *testing.T, p game.Policy, o Options) *Result {
	s := solve(t, p, o)
	return must.Get(s.Combine(run(t, s, Tasks(), 0)))(t)
}

// checkRounds demands that the losses of the rounds are none below 0 and sum to NashConv.
func checkRounds(t *testing.T, r *Result) {
	sum := 0.0
	for round, v := range r.Rounds {
		t.Logf("round %d: %.4f", round, 1000*v)
		if v < 0 {
			t.Errorf("round %d gains %v", round, -v)
		}
		sum += v
	}
	if r.Rounds != nil && math.Abs(sum-r.NashConv().Low) > exact {
		t.Errorf("rounds sum to %v, NashConv is %v", sum, r.NashConv())
	}
}

// A whole flop equals the general solver: in double precision against uniform, which plays
// blindfold, and against an opponent that looks at its cards.
func TestFlopEqualsGeneralSolver(t *testing.T) {
	for name, p := range map[string]game.Policy{"uniform": strategy.Uniform{}, "random": random(t, 61, 100, limps)} {
		t.Run(name, func(t *testing.T) {
			s := solve(t, p, Options{double: true})
			flop := flopOf(t, s, "8c8d8h")
			deal := &s.flops[flop]
			for seat := range 2 {
				start := s.starts[seat][0]
				s.game.Hands().Block(start[:], deal.Dealt)
				state := game.State{Node: s.opens[onFlop][0], Board: deal.State.Board}
				values := must.Get(extensive.Subtree(t.Context(), s.game, p, state, seat, start[:],
					extensive.ResponseOptions{}))(t)
				want := s.byClass(deal, (*vector)(values))
				for class, v := range itemOf(t, s, flop, seat).Values[0][0] {
					if d := bigBlinds(s, flop, class, v-want[class]); math.Abs(d) > exact {
						t.Errorf("%s, seat %d, %v: off by %g", name, seat, cards.Class(class), d)
					}
				}
			}
		})
	}
}

// Single precision moves the value of a flop by a few 1e-7 of it. Here all hands are in one bucket, so that products of
// shares and stakes are rounded in the same direction for all.
func TestSinglePrecision(t *testing.T) {
	const relative = 6e-7
	p := constant(random(t, 62, 1, nil))
	double, single := solve(t, p, Options{}), solve(t, p, Options{general: true})
	for _, text := range []string{"8c8d8h", "7d7c2c", "AhKhQh"} {
		flop := flopOf(t, double, text)
		for seat := range 2 {
			var sums [2]float64
			for i, s := range []*Solver{double, single} {
				for _, values := range itemOf(t, s, flop, seat).Values[0] {
					for _, v := range values {
						sums[i] += v
					}
				}
			}
			must.Near(t, sums[1]/sums[0], 1, relative, text, seat)
		}
	}
}
