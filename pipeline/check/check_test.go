package check

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

	"feltlab/model/features"
	"feltlab/model/regression"
)

var seed = flag.Uint64("seed", 1, "seed of the random instances")

// vector returns the vector that has the given features.
func vector(ids ...int) features.Vector {
	var v features.Vector
	for _, id := range ids {
		v[(id-1)/64] |= 1 << ((id - 1) % 64)
	}
	return v
}

// ten is an instance whose errors under the formula .5 F1 + .25 F73 can be done in the head:
// estimates .5 and .75, errors 0, 1/16, ... 9/16.
func ten() (*regression.Instance, regression.Formula) {
	inst := &regression.Instance{Hand: "AA", Range: "any"}
	for i := range 10 {
		v, estimate := vector(1, 40), 0.5
		if i%2 == 1 {
			v, estimate = vector(1, 73), 0.75
		}
		if i < 8 {
			estimate -= float64(i) / 16
		} else {
			estimate -= float64(i)/16 - 1./16
		}
		inst.Features = append(inst.Features, v)
		inst.Equity = append(inst.Equity, max(0, estimate))
		inst.Weight = append(inst.Weight, 1)
	}
	return inst, regression.Formula{{ID: 1, Weight: 0.5}, {ID: 73, Weight: 0.25}}
}

func TestEvaluate(t *testing.T) {
	inst, f := ten()
	// Errors in sixteenths: 0 1 2 3 4 5 6 7 7 8.
	got, err := Evaluate(inst, f)
	want := Errors{Average: 43. / 160, P90: 7. / 16, Max: 8. / 16}
	if err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	inst.Weight[9] = 2 // the worst row now stands for 2 of 11, so the 10th of 11 is one of them
	got, err = Evaluate(inst, f)
	want = Errors{Average: 51. / (16 * 11), P90: 8. / 16, Max: 8. / 16}
	if err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	none, err := Evaluate(inst, nil)
	if err != nil || none.Max != slices.Max(inst.Equity) {
		t.Errorf("without features: %+v, %v", none, err)
	}
}

// random returns an instance and a formula with multiplicities 1 to 9.
func random(r *rand.Rand, rows, terms int) (*regression.Instance, regression.Formula) {
	inst := &regression.Instance{}
	for range rows {
		inst.Features = append(inst.Features, features.Vector{r.Uint64(), r.Uint64() & (1<<9 - 1)})
		inst.Equity = append(inst.Equity, r.Float64())
		inst.Weight = append(inst.Weight, float64(1+r.IntN(9)))
	}
	var f regression.Formula
	ids := r.Perm(features.Count)[:terms]
	slices.Sort(ids)
	for _, id := range ids {
		f = append(f, regression.Term{ID: id + 1, Weight: 2*r.Float64() - 1})
	}
	return inst, f
}

// TestEvaluateExactly compares with rational arithmetic on rows written out by multiplicity.
func TestEvaluateExactly(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 0))
	for range 20 {
		inst, f := random(r, 1+r.IntN(200), r.IntN(8))
		var all []*big.Rat
		total := new(big.Rat)
		for i := range inst.Equity {
			e := new(big.Rat).SetFloat64(inst.Equity[i])
			for _, term := range f {
				if slices.Contains(inst.Features[i].IDs(), term.ID) {
					e.Sub(e, new(big.Rat).SetFloat64(term.Weight))
				}
			}
			e.Abs(e)
			for range int(inst.Weight[i]) {
				all = append(all, e)
				total.Add(total, e)
			}
		}
		slices.SortFunc(all, (*big.Rat).Cmp)
		n := len(all)
		want := [3]*big.Rat{total.Quo(total, big.NewRat(int64(n), 1)), all[(9*n+9)/10-1], all[n-1]}
		got, err := Evaluate(inst, f)
		if err != nil {
			t.Fatal(err)
		}
		for k, value := range [3]float64{got.Average, got.P90, got.Max} {
			const rounding = 4e-16 // two units in the last place of numbers around 1
			if exact, _ := want[k].Float64(); math.Abs(value-exact) > rounding*max(1, exact) {
				t.Errorf("number %d is %v, exactly %v", k, value, exact)
			}
		}
	}
}

func TestSumIsCompensated(t *testing.T) {
	var s sum
	for _, x := range []float64{1, 1e100, 1, -1e100} {
		s.add(x)
	}
	if s.value() != 2 {
		t.Errorf("1 + 1e100 + 1 - 1e100 = %v", s.value())
	}
}

func TestWorst(t *testing.T) {
	inst, f := ten()
	rows, err := Worst(inst, f, 3)
	if err != nil || len(rows) != 3 {
		t.Fatal(rows, err)
	}
	for i, want := range []int{9, 7, 8} {
		r := rows[i]
		if r.Index != want || r.Error != math.Abs(r.Estimate-r.Equity) || r.Equity != inst.Equity[want] {
			t.Errorf("place %d: %+v, want row %d", i, r, want)
		}
	}
	for k, want := range map[int]int{-1: 0, 0: 0, 10: 10, 99: 10} {
		if rows, err := Worst(inst, f, k); err != nil || len(rows) != want {
			t.Errorf("Worst(%d): %d rows, %v", k, len(rows), err)
		}
	}
	if _, err := Worst(inst, regression.Formula{{ID: 0}}, 1); !errors.Is(err, ErrFormula) {
		t.Error(err)
	}
}

// TestVerify starts from a formula and claims that pass and breaks one thing at a time.
func TestVerify(t *testing.T) {
	type state struct {
		inst   *regression.Instance
		p      regression.Program
		f      regression.Formula
		claims []Claim
	}
	fresh := func() *state {
		inst, f := ten()
		e, err := Evaluate(inst, f)
		if err != nil {
			t.Fatal(err)
		}
		return &state{inst, regression.Program{Kind: regression.AvgErr, N: 2}, f,
			[]Claim{{Average, e.Average}, {P90, e.P90}, {Max, e.Max}, {Features, 2}}}
	}
	const more = 2 * Tolerance
	for _, c := range []struct {
		name   string
		change func(*state)
		want   error
	}{
		{"nothing", func(*state) {}, nil},
		{"no claims", func(s *state) { s.claims = nil }, nil},
		{"less than the tolerance", func(s *state) { s.claims[0].Value += Tolerance / 2 }, nil},
		{"average too high", func(s *state) { s.claims[0].Value += more }, ErrMismatch},
		{"average too low", func(s *state) { s.claims[0].Value -= more }, ErrMismatch},
		{"average NaN", func(s *state) { s.claims[0].Value = math.NaN() }, ErrMismatch},
		{"p90", func(s *state) { s.claims[1].Value -= more }, ErrMismatch},
		{"largest", func(s *state) { s.claims[2].Value -= more }, ErrMismatch},
		{"largest infinite", func(s *state) { s.claims[2].Value = math.Inf(1) }, ErrMismatch},
		{"count of features", func(s *state) { s.claims[3].Value = 1 }, ErrMismatch},
		{"unknown quantity", func(s *state) { s.claims[3].Quantity = 200 }, ErrMismatch},
		{"another weight", func(s *state) { s.f[1].Weight += 1e-8 }, ErrMismatch},
		{"another feature", func(s *state) { s.f[1].ID = 40 }, ErrMismatch},
		{"a flipped feature", func(s *state) { s.inst.Features[2] = vector(40) }, ErrMismatch},
		{"another equity", func(s *state) { s.inst.Equity[3] += 1e-7 }, ErrMismatch},
		{"another multiplicity", func(s *state) { s.inst.Weight[0] = 2 }, ErrMismatch},
		{"too many features", func(s *state) { s.p.N = 1 }, ErrConstraint},
		{"too many in MAXERR", func(s *state) { s.p = regression.Program{Kind: regression.MaxErr, N: 1} }, ErrConstraint},
		{"unknown program", func(s *state) { s.p.Kind = 77 }, ErrConstraint},
		{"weight above 1", func(s *state) { s.f[0].Weight = 1 + 1e-8 }, ErrConstraint},
		{"weight below -1", func(s *state) { s.f[0].Weight = -1.5 }, ErrConstraint},
		{"largest error kept", func(s *state) { s.p = regression.Program{Kind: regression.FeatMaxErr, E: 0.5} }, nil},
		{"largest error over", func(s *state) { s.p = regression.Program{Kind: regression.FeatMaxErr, E: 0.5 - more} }, ErrConstraint},
		{"average error kept", func(s *state) { s.p = regression.Program{Kind: regression.FeatAvgErr, E: 43. / 160} }, nil},
		{"average error over", func(s *state) { s.p = regression.Program{Kind: regression.FeatAvgErr, E: 43./160 - more} }, ErrConstraint},
		{"limit NaN", func(s *state) { s.p = regression.Program{Kind: regression.FeatAvgErr, E: math.NaN()} }, ErrConstraint},
		{"id 0", func(s *state) { s.f[0].ID = 0 }, ErrFormula},
		{"id 74", func(s *state) { s.f[1].ID = features.Count + 1 }, ErrFormula},
		{"id -1", func(s *state) { s.f[1].ID = -1 }, ErrFormula},
		{"same id twice", func(s *state) { s.f[1].ID = 1 }, ErrFormula},
		{"weight NaN", func(s *state) { s.f[1].Weight = math.NaN() }, ErrFormula},
		{"weight infinite", func(s *state) { s.f[1].Weight = math.Inf(-1) }, ErrFormula},
		{"no instance", func(s *state) { s.inst = nil }, ErrInstance},
		{"no rows", func(s *state) { s.inst = &regression.Instance{} }, ErrInstance},
		{"vectors missing", func(s *state) { s.inst.Features = s.inst.Features[:9] }, ErrInstance},
		{"weights missing", func(s *state) { s.inst.Weight = s.inst.Weight[:9] }, ErrInstance},
		{"equity above 1", func(s *state) { s.inst.Equity[0] = 50 }, ErrInstance},
		{"equity NaN", func(s *state) { s.inst.Equity[0] = math.NaN() }, ErrInstance},
		{"weight of a row 0", func(s *state) { s.inst.Weight[0] = 0 }, ErrInstance},
		{"weight of a row infinite", func(s *state) { s.inst.Weight[0] = math.Inf(1) }, ErrInstance},
	} {
		s := fresh()
		c.change(s)
		_, err := Verify(s.inst, s.p, s.f, s.claims...)
		if c.want == nil && err != nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
}

// TestVerifyReportsAll expects every fault in one error.
func TestVerifyReportsAll(t *testing.T) {
	inst, f := ten()
	f[0].Weight = 2
	_, err := Verify(inst, regression.Program{Kind: regression.MaxErr, N: 1}, f, Claim{Average, 0}, Claim{Max, 0})
	for _, text := range []string{"outside [-1, 1]", "2 features", "average error claimed 0", "largest error claimed 0"} {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q is missing in %v", text, err)
		}
	}
}

// TestSharesNoCodeWithSolvers holds the package to what its documentation promises.
func TestSharesNoCodeWithSolvers(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatalf("go list is not available: %v", err)
	}
	var own []string
	for _, path := range strings.Fields(string(out)) {
		if strings.HasPrefix(path, "feltlab/") {
			own = append(own, path)
		}
		if strings.HasPrefix(path, "feltlab/solvers") {
			t.Errorf("imports %s", path)
		}
	}
	if !slices.Contains(own, "feltlab/pipeline/check") {
		t.Errorf("go list names only %v", own)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	inst, f := random(rand.New(rand.NewPCG(1, 2)), 19600, 5)
	for b.Loop() {
		if _, err := Evaluate(inst, f); err != nil {
			b.Fatal(err)
		}
	}
}

// TestEvaluateEstimates holds a formula's errors to those of its estimates row by row.
func TestEvaluateEstimates(t *testing.T) {
	inst := &regression.Instance{
		Features: []features.Vector{vector(1), vector(2), vector(1, 2), vector()},
		Equity:   []float64{0.5, 0.25, 1, 0.125},
		Weight:   []float64{1, 2, 3, 4},
	}
	f := regression.Formula{{ID: 1, Weight: 0.375}, {ID: 2, Weight: 0.5}}
	want, err := Evaluate(inst, f)
	if err != nil {
		t.Fatal(err)
	}
	got, err := EvaluateEstimates(inst, []float64{0.375, 0.5, 0.875, 0})
	if err != nil || got != want {
		t.Errorf("estimates: %v, %v, want %v", got, err, want)
	}
	for _, estimates := range [][]float64{nil, {1, 2, 3}, {0, 0, 0, math.NaN()}, {0, 0, 0, math.Inf(1)}} {
		if _, err := EvaluateEstimates(inst, estimates); !errors.Is(err, ErrFormula) {
			t.Errorf("%v: %v, want %v", estimates, err, ErrFormula)
		}
	}
	if _, err := EvaluateEstimates(nil, nil); !errors.Is(err, ErrInstance) {
		t.Errorf("no instance: %v", err)
	}
}
