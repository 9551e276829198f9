package exact

import (
	"errors"
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/check"
)

var seed = flag.Uint64("seed", 1, "seed of the random instances")

// random returns an instance on a few features, with multiplicities, and a formula.
func random(r *rand.Rand, rows, terms int) (*regression.Instance, regression.Formula) {
	inst := &regression.Instance{}
	for range rows {
		inst.Features = append(inst.Features, features.Vector{r.Uint64() & 31, r.Uint64() & 3})
		inst.Equity = append(inst.Equity, r.Float64())
		inst.Weight = append(inst.Weight, float64(1+r.IntN(4)))
	}
	ids := []int{1, 2, 3, 4, 5, 65, 66}
	r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	ids = ids[:terms]
	slices.Sort(ids)
	var f regression.Formula
	for _, id := range ids {
		f = append(f, regression.Term{ID: id, Weight: 2*r.Float64() - 1})
	}
	return inst, f
}

// float rounds a ratio.
func float(x *big.Rat) float64 { f, _ := x.Float64(); return f }

// TestErrors holds the exact errors to those of pipeline/check.
func TestErrors(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 0))
	for range 50 {
		inst, f := random(r, 1+r.IntN(300), r.IntN(7))
		p, err := FromInstance(inst)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Errors(Terms(f))
		if err != nil {
			t.Fatal(err)
		}
		want, err := check.Evaluate(inst, f)
		if err != nil {
			t.Fatal(err)
		}
		const rounding = 1e-15
		if math.Abs(float(got.Average)-want.Average) > rounding || math.Abs(float(got.Max)-want.Max) > rounding || math.Abs(float(got.P90)-want.P90) > rounding {
			t.Errorf("%v %v %v, want %v", float(got.Average), float(got.P90), float(got.Max), want)
		}
	}
}

// TestByHand has three rows of which all numbers can be done in the head.
func TestByHand(t *testing.T) {
	inst := &regression.Instance{
		Features: []features.Vector{{1}, {1}, {0}}, Equity: []float64{0.25, 0.75, 0.5}, Weight: []float64{1, 1, 2},
	}
	p, err := FromInstance(inst)
	if err != nil {
		t.Fatal(err)
	}
	e, err := p.Errors([]Term{{1, big.NewRat(3, 10)}})
	// Errors 1/20, 9/20 and twice 1/2.
	if err != nil || e.Average.Cmp(big.NewRat(3, 8)) != 0 || e.Max.Cmp(big.NewRat(1, 2)) != 0 || e.P90.Cmp(big.NewRat(1, 2)) != 0 {
		t.Error(e, err)
	}
	for _, c := range []struct {
		mu   []int64 // nothing, F1
		n    int
		want *big.Rat
	}{
		{[]int64{0, 0}, 1, big.NewRat(1, 8)},             // F1 cannot do better than half a unit of four
		{[]int64{-2_000_000, 0}, 1, big.NewRat(3, 8)},    // and without features nothing does better than 1/2 twice
		{[]int64{-99_000_000, 0}, 1, big.NewRat(3, 8)},   // clamped
		{[]int64{-2_000_000, -2e6}, 0, big.NewRat(1, 2)}, // with no feature at all: 1/4 + 3/4 + 1 of four
		{[]int64{-2_000_000, -2e6}, 1, big.NewRat(0, 1)}, // which F1 could gain
	} {
		b, err := p.DualBound(c.n, c.mu)
		if err != nil || b.Cmp(c.want) != 0 {
			t.Errorf("%v, %d features: %v, %v, want %v", c.mu, c.n, b, err, c.want)
		}
	}
	for _, bad := range [][]int64{nil, {0}, {0, 0, 0}} {
		if _, err := p.DualBound(1, bad); !errors.Is(err, ErrDual) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// TestDualBoundHolds tries random multipliers against random formulas of as many features.
func TestDualBoundHolds(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 1))
	for range 200 {
		n := r.IntN(7)
		inst, f := random(r, 1+r.IntN(60), n)
		p, err := FromInstance(inst)
		if err != nil {
			t.Fatal(err)
		}
		mu := make([]int64, p.Patterns())
		for i := range mu {
			mu[i] = int64((2*r.Float64() - 1) * float64(p.patterns[i].total) * MultiplierUnit)
		}
		bound, err := p.DualBound(n, mu)
		if err != nil {
			t.Fatal(err)
		}
		e, err := p.Errors(Terms(f))
		if err != nil {
			t.Fatal(err)
		}
		if bound.Cmp(e.Average) > 0 {
			t.Errorf("bound %v above %v", float(bound), float(e.Average))
		}
	}
}

// TestLeast compares with the minimum over all equities of a pattern.
func TestLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		inst, _ := random(r, 1+r.IntN(40), 0)
		p, err := FromInstance(inst)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.patterns {
			q := &p.patterns[i]
			m := r.Int64N(2*q.total*MultiplierUnit+1) - q.total*MultiplierUnit
			var want *big.Int
			for _, s := range q.value {
				v := new(big.Int)
				for k, e := range q.value {
					d := new(big.Int).Sub(e, s)
					v.Add(v, d.Mul(d.Abs(d), big.NewInt(q.weight[k]*MultiplierUnit)))
				}
				v.Sub(v, new(big.Int).Mul(big.NewInt(m), s))
				if want == nil || v.Cmp(want) < 0 {
					want = v
				}
			}
			if got := q.least(m); got.Cmp(want) != 0 {
				t.Fatalf("least %v, want %v", got, want)
			}
		}
	}
}

// TestFlops holds counts to the instance made of them by another road.
func TestFlops(t *testing.T) {
	spec, err := ranges.ParseHand("AKs")
	if err != nil {
		t.Fatal(err)
	}
	rng, err := ranges.Parse("RUS")
	if err != nil {
		t.Fatal(err)
	}
	flops, err := equity.FlopsOf(t.Context(), spec.Combo, rng, 2)
	if err != nil {
		t.Fatal(err)
	}
	p, err := FromFlops(spec.Combo, flops)
	if err != nil {
		t.Fatal(err)
	}
	inst := &regression.Instance{}
	for i := range flops {
		inst.Features = append(inst.Features, features.Of(spec.Combo, flops[i].Cards))
		inst.Equity = append(inst.Equity, flops[i].Count().Equity())
		inst.Weight = append(inst.Weight, 1)
	}
	f := regression.Formula{{ID: 43, Weight: 0.57}, {ID: 49, Weight: 0.33}, {ID: 54, Weight: 0.62}}
	want, err := check.Evaluate(inst, f)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Errors(Terms(f))
	if err != nil || math.Abs(float(got.Average)-want.Average) > 1e-15 || math.Abs(float(got.Max)-want.Max) > 1e-15 {
		t.Errorf("%v %v, %v, want %v", float(got.Average), float(got.Max), err, want)
	}
	flops[7].Combos = 0
	if _, err := FromFlops(spec.Combo, flops); !errors.Is(err, ErrProblem) {
		t.Error(err)
	}
}

func TestBadInput(t *testing.T) {
	if _, err := FromInstance(&regression.Instance{}); !errors.Is(err, ErrProblem) {
		t.Error(err)
	}
	half := &regression.Instance{Features: []features.Vector{{1}}, Equity: []float64{1}, Weight: []float64{0.5}}
	if _, err := FromInstance(half); !errors.Is(err, ErrProblem) {
		t.Error(err)
	}
	half.Weight[0] = 1
	p, err := FromInstance(half)
	if err != nil || p.Twins()[1] != 1 || p.Patterns() != 1 {
		t.Fatal(p, err)
	}
	for _, f := range [][]Term{{{0, new(big.Rat)}}, {{74, new(big.Rat)}}, {{1, new(big.Rat)}, {1, new(big.Rat)}}} {
		if _, err := p.Errors(f); !errors.Is(err, ErrFormula) {
			t.Errorf("%v: %v", f, err)
		}
	}
}

// TestSharesNoCodeWithSolvers holds the package to what its documentation promises.
func TestSharesNoCodeWithSolvers(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatalf("go list is not available: %v", err)
	}
	if text := string(out); strings.Contains(text, "feltlab/solvers") || !strings.Contains(text, "feltlab/pipeline/exact") {
		t.Errorf("depends on\n%s", text)
	}
}

func BenchmarkErrors(b *testing.B) { bench(b, func(p *Problem, f []Term, _ []int64) { p.Errors(f) }) }
func BenchmarkDualBound(b *testing.B) {
	bench(b, func(p *Problem, _ []Term, mu []int64) { p.DualBound(10, mu) })
}

func bench(b *testing.B, run func(*Problem, []Term, []int64)) {
	spec, err := ranges.ParseHand("AKs")
	if err != nil {
		b.Fatal(err)
	}
	rng, err := ranges.Parse("RML")
	if err != nil {
		b.Fatal(err)
	}
	flops, err := equity.FlopsOf(b.Context(), spec.Combo, rng, 2)
	if err != nil {
		b.Fatal(err)
	}
	p, err := FromFlops(spec.Combo, flops)
	if err != nil {
		b.Fatal(err)
	}
	f := Terms(regression.Formula{{ID: 43, Weight: 0.57}, {ID: 49, Weight: 0.33}, {ID: 54, Weight: 0.62}})
	mu := make([]int64, p.Patterns())
	for b.Loop() {
		run(p, f, mu)
	}
}
