package ledger_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
)

// world is three small instances in the place of three hands, so that brute force can decide every claim.
type world struct {
	known map[question.Subject]*prove.Problem
	// best has the least average and the least largest error by number of features.
	best    map[question.Subject]*[2][]float64
	results []*question.Answer
}

var worldHands = []string{"AA", "KK", "QQ"}

// worldWeights are the weights of the questions: few enough for an enumeration of all formulas.
var worldWeights = []weights.Weights{"", "values -10 5 10 25 30", "step 50"}

var theWorld = sync.OnceValues(func() (*world, error) {
	w := &world{known: map[question.Subject]*prove.Problem{}, best: map[question.Subject]*[2][]float64{}}
	r := rand.New(rand.NewPCG(20, 15))
	for _, hand := range worldHands {
		free := tiny(r, hand)
		for _, weights := range worldWeights {
			if err := w.add(asked(hand).With(weights), free); err != nil {
				return nil, err
			}
		}
	}
	return w, nil
})

func (w *world) add(of question.Subject, free *regression.Instance) error {
	inst, err := of.Weighted(free)
	if err != nil {
		return err
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		return err
	}
	w.known[of] = s
	if of.Weights != "" {
		w.best[of] = leastRound(s)
	} else if w.best[of], err = leastErrors(s); err != nil {
		return err
	}
	return w.solve(s, of)
}

// leastRound goes through all formulas with the values or steps of a problem's rules.
func leastRound(s *prove.Problem) *[2][]float64 {
	ids := s.Exact.Features().IDs()
	values := []float64{-1, -0.5, 0.5, 1}
	if s.Rules.Values != nil {
		values = []float64{-0.1, 0.05, 0.1, 0.25, 0.3}
	}
	best := [2][]float64{slices.Repeat([]float64{math.Inf(1)}, len(ids)+1),
		slices.Repeat([]float64{math.Inf(1)}, len(ids)+1)}
	var visit func(k, n int, left []float64)
	visit = func(k, n int, left []float64) {
		if k == len(ids) {
			sum, most := 0.0, 0.0
			for i, e := range left {
				sum, most = sum+s.Weight[i]*math.Abs(e), max(most, math.Abs(e))
			}
			for ; n <= len(ids); n++ {
				best[0][n], best[1][n] = min(best[0][n], sum/s.TotalWeight()), min(best[1][n], most)
			}
			return
		}
		visit(k+1, n, left)
		for _, v := range values {
			less := slices.Clone(left)
			for i := range less {
				if s.Features[i].Has(ids[k]) {
					less[i] -= v
				}
			}
			visit(k+1, n+1, less)
		}
	}
	visit(0, 0, s.Target)
	return &best
}

// tiny returns an instance with few features, one of them always true and one a copy of another.
func tiny(r *rand.Rand, hand string) *regression.Instance {
	const useful, rows = 7, 60
	inst := &regression.Instance{Source: hand, Rows: "ATC", Columns: matrix.Columns(nil)}
	ids := r.Perm(features.Count)[:useful]
	for range rows {
		var v features.Vector
		e := 0.25 + 0.1*r.Float64()
		for k, i := range ids {
			if k == 0 || k == 2 && v.Has(ids[1]+1) || k != 2 && r.IntN(2) == 0 {
				v = v.With(i + 1)
				e += 0.05 * float64(k%4)
			}
		}
		deals := uint64(40 + r.IntN(30))
		wins, ties := uint64(e*float64(deals)), uint64(r.IntN(2))
		inst.Features = append(inst.Features, v)
		inst.Weight = append(inst.Weight, float64(1+r.IntN(3)))
		inst.Ratios = append(inst.Ratios, regression.Ratio{Numerator: 2*wins + ties, Denominator: 2 * deals})
		inst.Target = append(inst.Target, float64(2*wins+ties)/float64(2*deals))
	}
	return inst
}

func leastErrors(s *prove.Problem) (*[2][]float64, error) {
	ids := s.Exact.Features().IDs()
	var best [2][]float64
	for k, loss := range []lad.Loss{lad.Average, lad.Max} {
		problem, err := lad.New(s.Instance, loss)
		if err != nil {
			return nil, err
		}
		best[k] = slices.Repeat([]float64{math.Inf(1)}, len(ids)+1)
		for support := range 1 << len(ids) {
			var set []int
			for i, id := range ids {
				if support>>i&1 != 0 {
					set = append(set, id)
				}
			}
			f, err := problem.Fit(set)
			if err != nil {
				return nil, err
			}
			for n := bits.OnesCount(uint(support)); n <= len(ids); n++ {
				best[k][n] = min(best[k][n], f.Error)
			}
		}
	}
	return &best, nil
}

func (w *world) solve(s *prove.Problem, of question.Subject) error {
	average, largest := w.best[of][0], w.best[of][1]
	for i, p := range []regression.Program{
		{Kind: regression.AvgErr, N: 1}, {Kind: regression.AvgErr, N: 2}, {Kind: regression.AvgErr, N: 3},
		{Kind: regression.AvgErr, N: 4},
		{Kind: regression.MaxErr, N: 1}, {Kind: regression.MaxErr, N: 2}, {Kind: regression.MaxErr, N: 3},
		{Kind: regression.FeatAvgErr, E: (average[2] + average[3]) / 2},
		{Kind: regression.FeatAvgErr, E: average[len(average)-1] / 2},
		{Kind: regression.FeatMaxErr, E: (largest[1] + largest[2]) / 2},
		{Kind: regression.FeatMaxErr, E: largest[len(largest)-1] * 0.9},
	} {
		t := question.Question{Subject: of, Program: p, Engine: question.Exact, TimeLimit: time.Minute}
		if i%4 == 2 {
			t.Engine = question.Search
		}
		r, err := fit.Solve(context.Background(), s.Instance, t, fit.Options{Workers: 1})
		if err != nil {
			return err
		}
		w.results = append(w.results, r)
	}
	return nil
}

const (
	// near is the tolerance between two computations of a number.
	near = 1e-11
	// tight is proof.LimitTolerance and the gap that counts as optimal, below every false number in the tests.
	tight = 1.1e-7
)

// errorsOf computes the errors of a formula without code of the judge.
func errorsOf(inst *regression.Instance, weights []question.Weight) (average, largest, p90 float64) {
	type deviation struct{ size, weight float64 }
	var all []deviation
	total := 0.0
	for i, v := range inst.Features {
		e := inst.Target[i]
		for _, w := range weights {
			if v.Has(w.ID) {
				e -= w.Weight
			}
		}
		all = append(all, deviation{math.Abs(e), inst.Weight[i]})
		total += inst.Weight[i]
		average += math.Abs(e) * inst.Weight[i]
	}
	slices.SortFunc(all, func(a, b deviation) int { return cmp.Compare(a.size, b.size) })
	held := 0.0
	for _, d := range all {
		if held += d.weight; held >= 0.9*total-near {
			p90 = d.size
			break
		}
	}
	return average / total, all[len(all)-1].size, p90
}

func (w *world) lies(r *question.Answer) (lies []string) {
	must := func(holds bool, what string) {
		if !holds {
			lies = append(lies, what)
		}
	}
	kind := r.Kind
	best := w.best[r.Canonical()]
	if best == nil || r.Reading != features.Version {
		return []string{"the question"}
	}
	x := judgedByHand{r: r, counts: kind.CountsFeatures(), inst: w.known[r.Canonical()].Instance, best: best[0]}
	if x.max = kind.UsesMax(); x.max {
		x.best = best[1]
	}
	must(x.counts == (r.N == 0) && (x.counts || r.E == 0), "the size")
	x.bound(must)
	switch r.Status {
	case question.Optimal, question.Feasible:
		x.outcome(must, x.formula(must))
	case question.Infeasible, question.None:
		must(r.Status == question.None || x.counts && x.least(features.Count) > r.E, "infeasible")
		must(len(r.Features) == 0 && r.AverageError.Missing() && r.MaxError.Missing() && r.P90Error.Missing() &&
			r.Gap.Missing(), "numbers of no formula")
	default:
		must(false, "the status")
	}
	return lies
}

type judgedByHand struct {
	r           *question.Answer
	counts, max bool
	inst        *regression.Instance
	best        []float64 // by number of features
}

func (x *judgedByHand) least(n int) float64 { return x.best[min(n, len(x.best)-1)] }

func (x *judgedByHand) bound(must func(bool, string)) {
	b := float64(x.r.LowerBound)
	switch {
	case math.IsNaN(b):
	case !x.counts:
		must(b <= x.least(x.r.N)+near, "the bound")
	case b > 0:
		n := int(min(math.Ceil(b)-1, features.Count))
		must(x.least(n) > x.r.E, "the bound")
	}
}

func (x *judgedByHand) formula(must func(bool, string)) float64 {
	var seen features.Vector
	weights, stated := x.r.Features, [3]question.Number{x.r.AverageError, x.r.MaxError, x.r.P90Error}
	for _, w := range weights {
		f, err := features.ByID(w.ID)
		must(err == nil && f.Name == w.Name && !seen.Has(w.ID) && math.Abs(w.Weight) <= 1, "the formula")
		seen = seen.With(w.ID)
	}
	for _, w := range weights {
		switch at := 100 * w.Weight; x.r.Weights {
		case worldWeights[1]:
			must(slices.ContainsFunc([]float64{-10, 0, 5, 10, 25, 30},
				func(v float64) bool { return math.Abs(v-at) < 1e-6 }), "a value")
		case worldWeights[2]:
			must(math.Abs(at/50-math.Round(at/50)) < 1e-6, "a multiple")
		}
	}
	var e [3]float64
	e[0], e[1], e[2] = errorsOf(x.inst, weights)
	for i := range e {
		must(math.Abs(float64(stated[i])-e[i]) <= near, fmt.Sprintf("error %d", i))
	}
	limited := e[0]
	if x.max {
		limited = e[1]
	}
	if x.counts {
		must(limited <= x.r.E+tight, "the limit")
		return float64(len(weights))
	}
	must(len(weights) <= x.r.N, "the number of features")
	return limited
}

func (x *judgedByHand) outcome(must func(bool, string), objective float64) {
	status, bound, gap := x.r.Status, x.r.LowerBound, x.r.Gap
	if bound.Missing() {
		must(gap.Missing() && status == question.Feasible, "an outcome without a bound")
		return
	}
	must(float64(bound) <= objective+near, "a bound above the objective")
	must(math.Abs(float64(gap)-max(objective-float64(bound), 0)/objective) <= 1e-9, "the gap")
	switch {
	case status == question.Optimal && x.counts:
		must(x.least(int(objective)-1) > x.r.E, "optimal")
	case status == question.Optimal:
		must(objective <= x.least(x.r.N)+max(tight, 1.1e-6*objective), "optimal")
	default:
		must(status == question.Feasible, "the status")
	}
}
