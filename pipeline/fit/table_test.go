package fit

import (
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"feltlab/dataset/data"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/mip"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/solvers/highs"
	"feltlab/solvers/lad"
)

const tables = "../../examples/"

// leastByEnumeration fits every set of at most n columns that the rules allow, and returns the least error.
func leastByEnumeration(t *testing.T, in *regression.Instance, kind regression.Kind, n int) float64 {
	t.Helper()
	single, rules := *in, *in.Rules // fits that know nothing of groups
	single.Rules, rules.Groups = &rules, nil
	p := must.Get(lad.New(&single, kind.Loss()))(t)
	least := math.Inf(1)
	var try func(ids []int, from int)
	try = func(ids []int, from int) {
		has := func(id int) bool { return slices.Contains(ids, id) }
		if !slices.ContainsFunc(in.With, func(id int) bool { return !has(id) }) {
			f := must.Get(p.Fit(ids))(t)
			least = min(least, f.Error)
		}
		for id := from; id <= in.Columns.Count(); id++ {
			if more := append(slices.Clone(ids), id); matrixtest.Permits(in.Rules, n, more) {
				try(more, id+1)
			}
		}
	}
	try(nil, 1)
	return least
}

func ask(t *testing.T, path string, o data.Options, p regression.Program) (question.Question, *regression.Instance) {
	t.Helper()
	s := must.Get(question.OfTable(path, o))(t)
	in := must.Get(NewInstances(nil, 1).Get(t.Context(), s))(t)
	return question.Question{Subject: s, Program: p, Engine: question.Exact, TimeLimit: time.Minute}, in
}

// checkOptimal solves a question about a table, and compares its error with that of all sets of columns, and its proof
// with the judge.
func checkOptimal(t *testing.T, q question.Question, in *regression.Instance) {
	t.Helper()
	a, err := Solve(t.Context(), in, q, Options{Workers: 1})
	if err != nil {
		t.Fatalf("%v %s: %v", q, q.Table().OptionsText(), err)
	}
	want := leastByEnumeration(t, in, q.Program.Kind, q.Program.N)
	if a.Status != question.Optimal || math.Abs(a.Objective()-want) > 1e-6*want+1e-7 {
		t.Errorf("%v %s: %s with the error %v, want %v", q, q.Table().OptionsText(), a.Status, a.Objective(), want)
	}
	kept, err := ledger.Check(t.Context(), in, a, 1)
	if err != nil {
		t.Fatalf("%v %s: %v", q, q.Table().OptionsText(), err)
	}
	if a.LowerBound > 0 && (kept.Proof == nil || kept.Proof.Bound < float64(a.LowerBound)) {
		t.Errorf("%v: the bound %v has no proof", q, a.LowerBound)
	}
}

// TestTablesByEnumeration takes all sets of up to two columns of small real tables.
func TestTablesByEnumeration(t *testing.T) {
	for _, x := range []struct{ file, target string }{{"mammo", "Malignant"}, {"breastcancer", "Benign"}} {
		for n := 1; n <= 2; n++ {
			q, in := ask(t, tables+x.file+".csv.gz", data.Options{Target: x.target, Thresholds: 4},
				regression.Program{Kind: regression.AvgErr, N: n})
			checkOptimal(t, q, in)
		}
	}
}

func randomTable(t *testing.T, r *rand.Rand) (path string, o data.Options) {
	t.Helper()
	lines := []string{"y,a,b,c,x,w"}
	for range 12 + r.IntN(25) {
		lines = append(lines, fmt.Sprintf("%.2f,%d,%d,%s,%d,%d", float64(r.IntN(400)-250)/8, r.IntN(2), r.IntN(2),
			[]string{"red", "green", "blue"}[r.IntN(3)], r.IntN(4), 1+r.IntN(3)))
	}
	o = data.Options{Target: "y", RowWeight: "w"}
	o.NoIntercept, o.OnePerColumn = r.IntN(3) == 0, r.IntN(3) == 0
	o.Bound = []string{"2", "0.25", "1", "8"}[r.IntN(4)]
	if r.IntN(3) == 0 {
		o.Nonnegative = []string{[]string{"*", "a", "c"}[r.IntN(3)]}
	}
	if r.IntN(3) == 0 {
		o.With = []string{"c = red"}
	}
	if !o.OnePerColumn && r.IntN(2) == 0 {
		o.Groups = [][]string{{"a", "b"}, {"x", "c = blue"}}
		o.Most = [][]int{nil, {1, 2}, {0, 1}, {1, 0}}[r.IntN(4)]
	} else if !o.OnePerColumn && r.IntN(2) == 0 {
		o.Factors = true
	}
	return writeLines(t, lines...), o
}

// randomQuestion asks about a made-up table for an error, by turns the average and the largest, of at most n columns.
func randomQuestion(t *testing.T, r *rand.Rand, i, n int) (question.Question, *regression.Instance) {
	t.Helper()
	path, o := randomTable(t, r)
	kind := []regression.Kind{regression.AvgErr, regression.MaxErr}[i%2]
	return ask(t, path, o, regression.Program{Kind: kind, N: 1 + r.IntN(n)})
}

// TestRandomTables asks about made-up tables with all options.
func TestRandomTables(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 60 {
		q, in := randomQuestion(t, r, i, 3)
		checkOptimal(t, q, in)
	}
}

// TestProgramsOfTables: in every formulation the optimum is feasible with its error, and HiGHS, where it is there,
// finds the same error.
func TestProgramsOfTables(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 8))
	for i := range 30 {
		q, in := randomQuestion(t, r, i, 3)
		a, err := Solve(t.Context(), in, q, Options{Workers: 1})
		if err != nil || a.Status != question.Optimal {
			t.Fatalf("%v, %+v", err, a)
		}
		for _, f := range []regression.Formulation{regression.Plain, regression.Merged, regression.Pattern} {
			built := must.Get(mip.Build(in, q.Program, f))(t)
			x := built.Start(a.Formula())
			if v, e := built.Model.Violation(x), built.Model.Objective(x); v > 1e-9 ||
				math.Abs(e-a.Objective()) > 1e-9 {
				t.Errorf("%v %v %s: the optimum violates a row by %v, and has %v, want %v", q, f,
					q.Table().OptionsText(), v, e, a.Objective())
			}
			if highs.Available() {
				checkByHiGHS(t, built, in, q, a.Objective())
			}
		}
	}
}

// TestTablesByHiGHS solves made-up tables with all options by HiGHS alone: its formula must have the least error, as
// the judge computes it.
func TestTablesByHiGHS(t *testing.T) {
	if !highs.Available() {
		t.Skip("built without HiGHS")
	}
	r := rand.New(rand.NewPCG(27, 8))
	for i := range 30 {
		q, in := randomQuestion(t, r, i, 3)
		q.Engine, q.Start = question.HiGHS, question.StartNone
		q.Formulation = []regression.Formulation{regression.Pattern, regression.Plain, regression.Merged}[i%3]
		a := must.Get(Solve(t.Context(), in, q, Options{Workers: 1}))(t)
		want := leastByEnumeration(t, in, q.Program.Kind, q.Program.N)
		if a.Solver == nil || a.Solver.Status != "optimal" || math.Abs(a.Objective()-want) > 2e-6 {
			t.Errorf("%v %s: %+v with the error %v, want %v", q, q.Table().OptionsText(), a.Solver, a.Objective(), want)
		}
		if _, err := ledger.Check(t.Context(), in, a, 1); err != nil {
			t.Errorf("%v %s: %v", q, q.Table().OptionsText(), err)
		}
	}
}

func checkByHiGHS(t *testing.T, built *mip.Built, in *regression.Instance, q question.Question, want float64) {
	t.Helper()
	const tolerance = 2e-6 // of HiGHS
	solved, err := highs.Solve(t.Context(), built.Model, nil, highs.Options{})
	if err != nil || solved.X == nil {
		t.Fatalf("%v, %+v", err, solved)
	}
	e := built.Model.Objective(solved.X)
	scored := must.Get(ledger.Score(in, q.Program, built.Formula(solved.X)))(t)
	if math.Abs(e-want) > tolerance || math.Abs(scored.Objective(q.Program.Kind)-want) > tolerance {
		t.Errorf("%v %v %s: HiGHS finds %v, and its formula has %v, want %v", q, built.Formulation,
			q.Table().OptionsText(), e, scored.Objective(q.Program.Kind), want)
	}
}

// TestKnownTables answers from the cache, asks for fewest features, and refuses what tables cannot.
func TestKnownTables(t *testing.T) {
	cache := must.Get(store.Open(t.TempDir(), slog.New(slog.DiscardHandler)))(t)
	s := NewSolver(cache, 1)
	q, in := ask(t, tables+"mammo.csv.gz", data.Options{Target: "Malignant"},
		regression.Program{Kind: regression.AvgErr, N: 3})
	first, cached, err := s.Answer(t.Context(), q, false, Options{Workers: 1})
	if err != nil || cached {
		t.Fatal(cached, err)
	}
	again, cached, err := s.Answer(t.Context(), q, false, Options{Workers: 1})
	if err != nil || !cached || again.Objective() != first.Objective() || again.Intercept != first.Intercept {
		t.Errorf("%v, %v, %+v, want %+v", cached, err, again, first)
	}
	at := func(path string) question.Subject { return q.At(func(string) string { return path }) }
	other := q
	other.Subject = at("elsewhere.csv")
	if a, final, err := s.Known.Answer(other); err != nil || !final || a == nil {
		t.Errorf("a moved file is another table: %v %v", final, err)
	}
	q.Program = regression.Program{Kind: regression.FeatAvgErr, E: 0.1}
	for range 2 {
		a, _, err := s.Answer(t.Context(), q, false, Options{Workers: 1})
		if err != nil || a.Status != question.Infeasible {
			t.Errorf("%v %+v", err, a)
		}
	}
	q.Program.E = 0.3
	if a, _, err := s.Answer(t.Context(), q, false, Options{Workers: 1}); err != nil || a.Status != question.Optimal ||
		a.Objective() != 1 {
		t.Errorf("%v %+v", err, a)
	}
	q.Program = regression.Program{Kind: regression.AvgErr, N: 17}
	must.Fail(t, checkRules(in, q), "16")
	q.Program.N, q.Engine, q.Weights = 2, question.HiGHS, "step 1"
	in = must.Get(q.Weighted(in))(t)
	if highs.Available() {
		byHiGHS := must.Get(Solve(t.Context(), in, q, Options{Workers: 1}))(t)
		q.Engine = question.Exact
		exact := must.Get(Solve(t.Context(), in, q, Options{Workers: 1}))(t)
		if math.Abs(byHiGHS.Objective()-exact.Objective()) > 2e-6 {
			t.Errorf("round weights by HiGHS: %v, want %v", byHiGHS.Objective(), exact.Objective())
		}
	}
	q.Weights = ""
	q.Subject = at(tables + "diabetes.csv.gz")
	if _, err := NewInstances(nil, 1).Get(t.Context(), q.Subject); err == nil {
		t.Error("another file was taken for the table")
	}
	q.Subject = at("")
	must.Fails(NewInstances(nil, 1).Get(t.Context(), q.Subject))(t, question.ErrQuestion)
}

// TestCurveOfTable holds a curve to the enumeration.
func TestCurveOfTable(t *testing.T) {
	q, in := ask(t, tables+"mammo.csv.gz", data.Options{Target: "Density", Rules: data.Rules{OnePerColumn: true}},
		regression.Program{Kind: regression.MaxErr, N: 2})
	points, err := Curve(t.Context(), in, CurveQuestion{Subject: q.Subject, Kind: regression.MaxErr, MaxFeatures: 2,
		Workers: 1, Prove: time.Minute})
	if err != nil || len(points) != 2 {
		t.Fatal(err)
	}
	for i, p := range points {
		if want := leastByEnumeration(t, in, regression.MaxErr, i+1); math.Abs(p.MaxError-want) > 1e-7 ||
			p.Status != question.Optimal {
			t.Errorf("%d: %v %v, want %v", i+1, p.Status, p.MaxError, want)
		}
	}
}

// The rows of hands together are counted once, and are the same from the store.
func TestTogetherKept(t *testing.T) {
	cache := must.Get(store.Open(t.TempDir(), slog.Default()))(t)
	hands := must.Get(ranges.Parse("AA"))(t)
	s := must.Get(question.Together(hands, question.MustSubject("AA", "TT+").Against()))(t)
	counted := 0
	var all []*regression.Instance
	for range 2 {
		in := NewInstances(cache, 1)
		in.Counting = func(question.Subject) (func(int, int), func()) {
			counted++
			return func(int, int) {}, func() {}
		}
		all = append(all, must.Get(in.Get(t.Context(), s))(t))
	}
	if counted != 1 || !slices.Equal(all[0].Features, all[1].Features) || !slices.Equal(all[0].Ratios, all[1].Ratios) ||
		!slices.Equal(all[0].Weight, all[1].Weight) {
		t.Errorf("counted %d times, or other rows from the store", counted)
	}
}

// TestTrivialBound ends before there is a bound: then it is 0, which all errors meet.
func TestTrivialBound(t *testing.T) {
	q, in := ask(t, tables+"mushroom.csv.gz", data.Options{Target: "poisonous"},
		regression.Program{Kind: regression.AvgErr, N: 5})
	q.Engine, q.TimeLimit = question.Search, 20*time.Millisecond
	a := must.Get(Solve(t.Context(), in, q, Options{Workers: 1}))(t)
	if a.Found() && (a.LowerBound != 0 || a.Gap != 1 || a.Status != question.Feasible) {
		t.Errorf("%+v, want the bound 0", a)
	}
	must.Get(ledger.Check(t.Context(), in, a, 1))(t)
}
