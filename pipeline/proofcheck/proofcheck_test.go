package proofcheck

import (
	"context"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/solvers/prove"
)

var seed = flag.Uint64("seed", 1, "seed of the random instances")

// random makes an instance with m features, the third equal to the first and the fourth always true.
func random(r *rand.Rand, rows, m int) *regression.Instance {
	inst := &regression.Instance{Hand: "test", Range: "test"}
	for range rows {
		v := features.Vector{r.Uint64() & r.Uint64() & (1<<m - 1), 0}
		v[0] = v[0]&^4 | v[0]&1<<2 | 8
		e := 0.3 + 0.1*float64(v[0]&1) + 0.2*float64(v[0]>>5&1) + 0.1*r.Float64()
		inst.Features = append(inst.Features, v)
		inst.Equity = append(inst.Equity, math.Round(e*50)/50)
		inst.Weight = append(inst.Weight, float64(1+r.IntN(3)))
	}
	return inst
}

func TestProofsOfTheSolver(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 0))
	for range 10 {
		inst := random(r, 100, 7+r.IntN(5))
		for n := 1; n <= 7; n++ {
			holdProof(t, inst, regression.Program{Kind: regression.AvgErr, N: n}, prove.AvgErr)
			holdProof(t, inst, regression.Program{Kind: regression.MaxErr, N: n}, prove.MaxErr)
			if n > 2 {
				with := []int{1 + r.IntN(3), 4 + r.IntN(3)}
				holdProof(t, inst, regression.Program{Kind: regression.AvgErr, N: n}, prove.AvgErr, with...)
				holdProof(t, inst, regression.Program{Kind: regression.MaxErr, N: n}, prove.MaxErr, with...)
			}
		}
	}
}

// solver is one of package prove.
type solver func(context.Context, *regression.Instance, int, regression.Formula, prove.Options) (*prove.Result, error)

func holdProof(t *testing.T, inst *regression.Instance, program regression.Program, solve solver, with ...int) {
	t.Helper()
	a, err := New(inst, program, with...)
	if err != nil {
		t.Fatal(err)
	}
	res, err := solve(t.Context(), inst, program.N, nil, prove.Options{
		Workers: 3, With: with,
		Witness: func(cutoff float64) prove.Witness { return a.Witness(cutoff) },
	})
	if err != nil {
		t.Fatal(err)
	}
	v, err := a.Verdict()
	if err != nil {
		t.Fatalf("%v: %v", program, err)
	}
	// A multiplier rounded by half a grain moves the bound by that at each pattern and for each feature.
	grains := a.grain / 2 * float64(len(a.patterns)*(1+program.N)) / a.total
	if v.Bound > res.Incumbent.Error || v.Bound < res.Bound-4*rounding-grains {
		t.Errorf("%v: verdict %+v, solver %v of %v", program, v, res.Bound, res.Incumbent.Error)
	}
}

// TestWithIsLess expects a proof for formulas with some features to prove nothing of all formulas, nor of those with others.
func TestWithIsLess(t *testing.T) {
	inst := random(rand.New(rand.NewPCG(1, 2)), 100, 8)
	program := regression.Program{Kind: regression.AvgErr, N: 4}
	for _, with := range [][]int{nil, {1}, {1, 3}, {1, 2}} {
		a, err := New(inst, program, with...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := prove.AvgErr(t.Context(), inst, program.N, nil, prove.Options{
			With: []int{1, 2}, Witness: func(cutoff float64) prove.Witness { return a.Witness(cutoff) },
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Verdict(); (err == nil) != (len(with) == 2 && with[1] == 2) {
			t.Errorf("audit with %v: %v", with, err)
		}
	}
	for _, with := range [][]int{{0}, {74}, {1, 1}, {1, 2, 3, 4}} {
		if _, err := New(inst, program, with...); !errors.Is(err, ErrProgram) {
			t.Errorf("%v: %v", with, err)
		}
	}
}

var average = regression.Program{Kind: regression.AvgErr, N: 1}

// small is two patterns: F1 and nothing, with equities 1/4, 3/4 and 0.
func small() *regression.Instance {
	return &regression.Instance{
		Hand: "test", Range: "test",
		Features: []features.Vector{{1}, {1}, {0}}, Equity: []float64{0.25, 0.75, 0}, Weight: []float64{1, 1, 2},
	}
}

func TestBoundByHand(t *testing.T) {
	a, err := New(small(), average)
	if err != nil {
		t.Fatal(err)
	}
	s := a.Witness(0)
	s.Open(nil, []int{1}, 1)
	s.Certificate(0, []float64{0, 0}) // patterns ascend: nothing, F1
	s.Leaf(0)
	s.Close()
	v, err := a.Verdict()
	// The best weight for F1 is anything between the equities: half a unit of four.
	if err != nil || math.Abs(v.Bound-0.125) > 2*rounding || v.Bound > 0.125 || v.Leaves != 1 {
		t.Error(v, err)
	}
}

// TestTwins checks that the smaller of two features that are true on the same rows must be split off first, and
// that the other goes with it.
func TestTwins(t *testing.T) {
	inst := small()
	inst.Features = []features.Vector{{3}, {3}, {0}}
	for first, want := range map[int]error{1: nil, 2: ErrStep} {
		a, err := New(inst, average)
		if err != nil {
			t.Fatal(err)
		}
		s := a.Witness(0)
		s.Open(nil, []int{1, 2}, 1)
		s.Certificate(0, []float64{0, 0})
		s.Split(first)
		s.Leaf(0)
		if want == nil && s.nodes[0].free != (set{}) {
			t.Errorf("F%d first: %v left", first, s.nodes[0].free)
		}
		s.Leaf(0)
		s.Close()
		if _, err := a.Verdict(); !errors.Is(err, want) {
			t.Errorf("F%d first: %v, want %v", first, err, want)
		}
	}
}

func TestWrongProofs(t *testing.T) {
	zero := []float64{0, 0}
	for name, c := range map[string]struct {
		proof func(a *Audit)
		want  error
	}{
		"nothing": {func(a *Audit) {}, ErrGap},
		"a node left": {func(a *Audit) {
			s := a.Witness(0)
			s.Open(nil, []int{1}, 1)
			s.Certificate(0, zero)
			s.Split(1)
			s.Leaf(0)
			s.Close()
		}, ErrGap},
		"not the root": {func(a *Audit) {
			s := a.Witness(0)
			s.Open([]int{1}, nil, 0)
			s.Certificate(0, zero)
			s.Leaf(0)
			s.Close()
		}, ErrGap},
		"skipped for ever": {func(a *Audit) {
			s := a.Witness(0)
			s.Open(nil, []int{1}, 1)
			s.Certificate(0, zero)
			s.Split(1)
			s.Skip()
			s.Leaf(0)
			s.Close()
		}, ErrGap},
		"circular": {func(a *Audit) {
			s := a.Witness(0)
			s.Open(nil, []int{1}, 1)
			s.Skip()
			s.Close()
		}, ErrStep},
		"empty slot": {func(a *Audit) {
			s := a.Witness(0)
			s.Open(nil, []int{1}, 1)
			s.Leaf(0)
			s.Close()
		}, ErrStep},
		"another stack's own slot": {func(a *Audit) {
			s, other := a.Witness(0), a.Witness(0)
			other.Certificate(-1, zero)
			s.Open(nil, []int{1}, 1)
			s.Leaf(-1)
			s.Close()
		}, ErrStep},
		"a shared slot twice": {func(a *Audit) {
			s := a.Witness(0)
			s.Open(nil, []int{1}, 1)
			s.Certificate(0, zero)
			s.Certificate(0, zero)
			s.Leaf(0)
			s.Close()
		}, ErrStep},
		"split twice": {func(a *Audit) {
			s := a.Witness(0)
			s.Open(nil, []int{1}, 1)
			s.Split(1)
			s.Split(1)
			s.Close()
		}, ErrStep},
	} {
		a, err := New(small(), average)
		if err != nil {
			t.Fatal(err)
		}
		c.proof(a)
		if _, err := a.Verdict(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestMultipliersOutOfLimits feeds rubbish: bounds must hold whatever the multipliers are.
func TestMultipliersOutOfLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	inst := random(r, 60, 6)
	for kind, solve := range map[regression.Kind]solver{regression.AvgErr: prove.AvgErr, regression.MaxErr: prove.MaxErr} {
		res, err := solve(t.Context(), inst, 3, nil, prove.Options{})
		if err != nil || !res.Proved {
			t.Fatal(res, err)
		}
		said := 0
		for i := range 400 {
			a, err := New(inst, regression.Program{Kind: kind, N: 3})
			if err != nil {
				t.Fatal(err)
			}
			s := a.Witness(0)
			var free []int
			for id := 1; id <= features.Count; id++ {
				if a.root.free.has(id) {
					free = append(free, id)
				}
			}
			mu := make([]float64, a.multipliers())
			for k := range mu {
				mu[k] = math.Ldexp(r.NormFloat64(), 3-i%10)
			}
			if i%2 == 0 {
				mu[r.IntN(len(mu))] = math.Inf(1 - 2*r.IntN(2))
				mu[r.IntN(len(mu))] = math.NaN()
			}
			s.Open(nil, free, 3)
			s.Certificate(0, mu)
			s.Leaf(0)
			s.Close()
			v, err := a.Verdict()
			if err == nil && v.Bound > res.Incumbent.Error {
				t.Fatal(kind, v)
			}
			if err == nil {
				said++
			} else if kind == regression.AvgErr { // only for a largest error multipliers can be too large to say anything
				t.Fatal(kind, err)
			}
		}
		if said < 100 {
			t.Errorf("%v: only %d dual vectors said anything", kind, said)
		}
	}
}

// TestLargestByHand proves a largest error of 1/4: one feature estimates the equities 1/4 and 3/4 of its pattern.
func TestLargestByHand(t *testing.T) {
	for size, want := range map[float64]float64{1: 0.25, 0.001: 0.25, 100: math.Inf(-1)} {
		a, err := New(small(), regression.Program{Kind: regression.MaxErr, N: 1})
		if err != nil {
			t.Fatal(err)
		}
		s := a.Witness(0)
		s.Open(nil, []int{1}, 1)
		s.Certificate(0, []float64{0, size, 0, size}) // largest equities: nothing, F1; smallest
		s.Leaf(0)
		s.Close()
		v, err := a.Verdict()
		if math.IsInf(want, -1) {
			if err == nil && v.Bound > 0 {
				t.Error(size, v)
			}
		} else if err != nil || math.Abs(v.Bound-want) > 2*rounding || v.Bound > want {
			t.Error(size, v, err)
		}
	}
}

func TestWeights(t *testing.T) {
	inst := small()
	inst.Weight[0] = 1.0 / 3
	if _, err := New(inst, average); !errors.Is(err, ErrWeights) {
		t.Error(err)
	}
}
