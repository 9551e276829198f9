package certificate

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/exact"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

var seed = flag.Uint64("seed", 1, "seed of the random instances")

// random makes an instance of m features of which a few matter, the second a twin of the first.
func random(r *rand.Rand, rows, m int) *regression.Instance {
	inst := &regression.Instance{Hand: "AA", Range: "any"}
	for range rows {
		v := features.Vector{r.Uint64() & (1<<m - 1), 0}
		v[0] = v[0]&^2 | v[0]&1<<1
		inst.Features = append(inst.Features, v)
		inst.Equity = append(inst.Equity, math.Round(50*(0.3+0.2*float64(v[0]&1)+0.2*float64(v[0]>>3&1)+0.2*r.Float64()))/50)
		inst.Weight = append(inst.Weight, float64(1+r.IntN(3)))
	}
	return inst
}

// TestFind holds the bound to the best formula, to the optimum over all features and to what the file says.
func TestFind(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 0))
	for range 6 {
		inst := random(r, 40+r.IntN(60), 8)
		problem, err := exact.FromInstance(inst)
		if err != nil {
			t.Fatal(err)
		}
		p, err := lad.New(inst, lad.Average)
		if err != nil {
			t.Fatal(err)
		}
		all, err := p.Fit([]int{1, 2, 3, 4, 5, 6, 7, 8})
		if err != nil {
			t.Fatal(err)
		}
		last := math.Inf(1)
		for n := 1; n <= 8; n++ {
			c, err := Find(inst, n)
			if err != nil {
				t.Fatal(err)
			}
			best, err := subset.Best(t.Context(), p, n, subset.Options{})
			if err != nil {
				t.Fatal(err)
			}
			const (
				rounding  = 1e-5 // of the multipliers, for eight features
				bisection = 1e-4 // what tau is off by
			)
			if c.Bound > best.Error+slack || c.Bound < all.Error-rounding && n == 8 || c.Bound > last+bisection {
				t.Errorf("%d features: bound %v, formula %v, all %v, fewer %v", n, c.Bound, best.Error, all.Error, last)
			}
			last = c.Bound
			if err := c.Check(problem); err != nil {
				t.Error(err)
			}
			for _, change := range []func(){func() { c.Bound += 1e-12 }, func() { clear(c.Multipliers) }} {
				was := *c
				was.Multipliers = append([]Multiplier(nil), c.Multipliers...)
				change()
				if err := c.Check(problem); !errors.Is(err, ErrBound) {
					t.Errorf("a changed certificate: %v", err)
				}
				*c = was
			}
		}
	}
}

// TestFindIsTight compares with a bound by linear programming done by hand: one feature on half of the rows.
func TestFindIsTight(t *testing.T) {
	inst := &regression.Instance{
		Features: []features.Vector{{1}, {1}, {2}, {2}}, Equity: []float64{0.5, 0.5, 0.25, 0.25}, Weight: []float64{1, 1, 1, 1},
	}
	// Two features of weights 1/2 and 1/4 are exact with a budget of 3/4, less than 1: no bound.
	if c, err := Find(inst, 1); err != nil || math.Abs(c.Bound) > 1e-9 {
		t.Error(c, err)
	}
	// Without features the error is the mean equity.
	if c, err := Find(inst, 0); err != nil || c.Bound != 0.375 {
		t.Error(c, err)
	}
}

// TestTree records proofs, whatever the number of workers, and holds them to the optimum.
func TestTree(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 1))
	for range 3 {
		inst := random(r, 120, 10)
		problem, err := exact.FromInstance(inst)
		if err != nil {
			t.Fatal(err)
		}
		for n := 2; n <= 6; n++ {
			holdTrees(t, inst, problem, regression.Program{Kind: regression.AvgErr, N: n}, prove.AvgErr)
			holdTrees(t, inst, problem, regression.Program{Kind: regression.MaxErr, N: n}, prove.MaxErr)
		}
		// A bound that the relaxation gives still gets a record.
		if _, p, err := Prove(t.Context(), inst, regression.Program{Kind: regression.AvgErr, N: 3}, nil, prove.Options{Workers: 1, Target: 1e-6}); err != nil || p == nil || p.Bound < 1e-6 {
			t.Error(p, err)
		}
	}
}

func holdTrees(t *testing.T, inst *regression.Instance, problem *exact.Problem, program regression.Program,
	solve func(context.Context, *regression.Instance, int, regression.Formula, prove.Options) (*prove.Result, error)) {
	t.Helper()
	best, err := solve(t.Context(), inst, program.N, nil, prove.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for workers := 1; workers <= 3; workers++ {
		_, p, err := Prove(t.Context(), inst, program, best.Incumbent.Formula(), prove.Options{Workers: workers})
		if err != nil || p == nil {
			t.Fatal(p, err)
		}
		if p.Bound > best.Incumbent.Error || p.Bound < best.Incumbent.Error-prove.Tolerance || p.Columns != 10 || p.Largest != program.Kind.UsesMax() ||
			p.Supports != bruteCount(10, program.N, [][2]int{{1, 2}}) {
			t.Errorf("%v: %+v of %v", program, p, best.Incumbent.Error)
		}
		c := &Certificate{Hand: "AA", Range: "any", Reading: features.Version, Proof: *p}
		if err := c.Check(problem); err != nil {
			t.Error(err)
		}
		c.Supports--
		if err := c.Check(problem); !errors.Is(err, ErrBound) {
			t.Error(err)
		}
	}
}

// bruteCount counts the sets of at most k of the features 1..m in which no second of a pair is without the first.
func bruteCount(m, k int, pairs [][2]int) (n uint64) {
	for set := range uint64(1) << m {
		ok := bits.OnesCount64(set) <= k
		for _, p := range pairs {
			ok = ok && (set>>(p[1]-1)&1 == 0 || set>>(p[0]-1)&1 == 1)
		}
		if ok {
			n++
		}
	}
	return n
}

func TestChoices(t *testing.T) {
	for _, c := range []struct {
		m     int
		pairs [][2]int // of twins
	}{{0, nil}, {5, nil}, {2, [][2]int{{1, 2}}}, {6, [][2]int{{2, 5}}}, {9, [][2]int{{1, 9}, {3, 4}}}, {7, [][2]int{{1, 2}, {2, 3}}}} {
		var smallest [features.Count + 1]int
		for id := 1; id <= c.m; id++ {
			smallest[id] = id
		}
		for _, p := range c.pairs {
			smallest[p[1]] = smallest[p[0]]
		}
		all := newChoices(smallest)
		for k := range c.m + 3 {
			if got, want := all.all(k), bruteCount(c.m, k, c.pairs); got != want {
				t.Errorf("at most %d of %d, twins %v: %d, want %d", k, c.m, c.pairs, got, want)
			}
		}
	}
}

func TestFile(t *testing.T) {
	all := []*Certificate{
		{"AA", "RUS", "paper-2", Proof{Kind: Dual, Features: 3, Bound: 0.0181}, []Multiplier{0, 1_000_000, -1_500_000, 1, -12_345_678}},
		{"AKs", "AA, KK", "paper-2", Proof{Kind: Tree, Features: 3, Bound: 0.02, Cutoff: 0.021, Columns: 5, Supports: 26, Leaves: 4, Duals: 2, Digest: "00ff"}, nil},
	}
	var out bytes.Buffer
	if err := Write(&out, all); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if want := `"multipliers":[0,1,-1.5,0.000001,-12.345678]`; !strings.Contains(text, want) {
		t.Errorf("%s lacks %s", text, want)
	}
	got, err := Read(strings.NewReader(text))
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	var again bytes.Buffer
	if err := Write(&again, got); err != nil || again.String() != text {
		t.Errorf("%v\n%s\n%s", err, again.String(), text)
	}
	for bad, want := range map[string]string{
		"":               "empty",
		text[:40]:        "line 1",
		text + text[:40]: "line 3",
		"[]":             "line 1",
		strings.Replace(text, `"dual"`, `"dua"`, 1):               `kind "dua"`,
		strings.Replace(text, `"range"`, `"rang"`, 1):             "unknown field",
		strings.Replace(text, "0.000001", "0.0000001", 1):         "more than 6 decimals",
		strings.Replace(text, "0.000001", "0.x", 1):               "invalid character",
		strings.Replace(text, "0.000001", "1e-6", 1):              "not a decimal",
		strings.Replace(text, `"features":3`, `"features":-1`, 1): "-1 features",
		strings.Replace(text, "\n", "{}\n", 1):                    "after the certificate",
		strings.Replace(text, "\n", "\n\n", 1):                    "line 2 is empty",
	} {
		if _, err := Read(strings.NewReader(bad)); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", bad, err, want)
		}
	}
}
