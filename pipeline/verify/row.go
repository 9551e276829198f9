package verify

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/lattice"
	"feltlab/solvers/prove"
)

// digits is what the last digits of a number in double precision may be off by: bounds and errors
// are at most 1, or few features.
const digits = 0x1p-50

// row is a result under judgement.
type row struct {
	*question.Answer
	place     string
	program   regression.Program
	subject   *prove.Problem
	report    *Report
	errors    *proof.Errors // of the formula, once it is evaluated
	objective proof.Number
	standing  Standing // of the bound
}

func (r *row) wrong(column, expected, found, note string) {
	r.report.wrong(Problem{r.place, r.Hand.Text, r.RangeText(), column, expected, found, note})
}

// must judges a claim that is true or false.
func (r *row) must(holds bool, column, expected, found, note string) bool {
	if holds {
		r.report.holds()
	} else {
		r.wrong(column, expected, found, note)
	}
	return holds
}

// equal judges a number.
func (r *row) equal(column string, stated question.Number, n proof.Number, note string) {
	r.report.Numbers++
	r.must(n.Is(float64(stated), digits, false), column, text(n.Value), text(float64(stated)), note)
}

func text(x float64) string {
	if math.IsNaN(x) {
		return "nothing"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// judge judges everything but the bound.
func (r *row) judge() {
	found := r.Status == question.Optimal || r.Status == question.Feasible
	switch {
	case r.Reading != features.Version:
		r.wrong("reading", features.Version, cmp.Or(r.Reading, "nothing"), "")
		return
	case !found && r.Status != question.Infeasible && r.Status != question.None:
		r.wrong("status", "optimal, feasible, infeasible or none", string(r.Status), "")
		return
	case !found && len(r.Features) > 0:
		r.wrong("status", "optimal or feasible, as there is a formula", string(r.Status), "")
		return
	case r.Status == question.Infeasible && !r.program.Kind.CountsFeatures():
		r.wrong("status", "another, as any formula is allowed", string(r.Status), "")
		return
	case r.Status == question.Infeasible && !r.LowerBound.Missing():
		r.wrong("lower_bound", "nothing, as no formula is allowed", text(float64(r.LowerBound)), "")
	}
	if !found {
		r.nothing("", r.AverageError, r.MaxError, r.P90Error, r.Gap)
		for k := range r.Integers {
			r.integer(fmt.Sprintf("integers[%d].", k), &r.Integers[k])
		}
		return
	}
	e, ok := r.formula("features", r.Features, 0)
	if !ok {
		return
	}
	r.errors = &e
	r.equal("average_error", r.AverageError, e.Average, "the average error of the formula")
	r.equal("max_error", r.MaxError, e.Max, "the largest error of the formula")
	r.equal("p90_error", r.P90Error, e.P90, "the 90th percentile of the errors of the formula")
	r.objective = r.objectiveOf(e, len(r.Features))
	r.outcome("", r.Status, r.LowerBound, r.Gap, r.objective)
	for k := range r.Integers {
		r.integer(fmt.Sprintf("integers[%d].", k), &r.Integers[k])
	}
}

// nothing judges numbers that only a formula has.
func (r *row) nothing(prefix string, numbers ...question.Number) {
	for i, column := range []string{"average_error", "max_error", "p90_error", "gap", "lower_bound", "cost"}[:len(numbers)] {
		r.must(numbers[i].Missing(), prefix+column, "nothing, as there is no formula", text(float64(numbers[i])), "")
	}
}

// objectiveOf is what the program minimises.
func (r *row) objectiveOf(e proof.Errors, n int) proof.Number {
	if r.program.Kind.CountsFeatures() {
		return proof.Number{Value: float64(n)}
	}
	return r.program.Kind.Measured(e)
}

// formula evaluates a formula and holds it to the program; step is in percentage points, 0 for free
// weights.
func (r *row) formula(column string, weights []question.Weight, step int) (e proof.Errors, ok bool) {
	r.report.Formulas++
	terms := make([]proof.Term, len(weights))
	for i, w := range weights {
		terms[i] = proof.Term{ID: w.ID, Weight: w.Weight}
		if f, err := features.ByID(w.ID); err == nil && f.Name != w.Name {
			r.wrong(column, fmt.Sprintf("F%d %s", w.ID, f.Name), w.Name, "")
		}
		if steps := 100 * w.Weight / float64(max(step, 1)); step > 0 && math.Abs(steps-math.Round(steps)) > 1e-9 {
			r.wrong(column, fmt.Sprintf("multiples of %d percentage points", step), text(w.Weight), "")
		}
	}
	e, err := r.subject.Exact.Evaluate(terms)
	if err != nil {
		r.wrong(column, "a formula", "none", err.Error())
		return e, false
	}
	if p := r.program; p.Kind.CountsFeatures() {
		within := r.program.Kind.Measured(e)
		r.must(proof.Within(within, p.E), column, "an error within "+text(p.E), text(within.Value), "")
	} else {
		r.must(len(terms) <= p.N, column, fmt.Sprintf("at most %d features", p.N), fmt.Sprint(len(terms)), "")
	}
	return e, true
}

// outcome judges gap and status by a bound and an objective. Whether the bound holds is judged
// elsewhere; what rests on it stands and falls with it.
func (r *row) outcome(prefix string, status question.Status, bound, gap question.Number, objective proof.Number) {
	if bound.Missing() {
		r.must(status == question.Feasible, prefix+"status", "feasible, as there is no bound", string(status), "")
		r.must(gap.Missing(), prefix+"gap", "nothing, as there is no bound", text(float64(gap)), "")
		return
	}
	b := float64(bound)
	if !r.must(b <= objective.High()+digits, prefix+"lower_bound", "at most the objective, "+text(objective.Value), text(b), "") {
		return
	}
	want := 0.0
	if b < objective.Value {
		want = (objective.Value - b) / objective.Value
	}
	r.report.Numbers++
	r.must(math.Abs(float64(gap)-want) <= (objective.Radius+digits)/math.Max(objective.Value, digits), prefix+"gap", text(want), text(float64(gap)), "(objective - bound) / objective")
	meets := proof.Optimal(objective, b)
	if r.program.Kind.CountsFeatures() {
		meets = b > objective.Value-1
	}
	expected := question.Feasible
	if meets {
		expected = question.Optimal
	}
	r.must(status == expected, prefix+"status", fmt.Sprintf("%s, as the bound is %s and the objective %s", expected, text(b), text(objective.Value)), string(status), "")
}

// unsettle takes back that a row is optimal, whose bound is not proved.
func (r *row) unsettle() {
	left := func(column string, status question.Status) {
		if status == question.Optimal && r.errors != nil {
			r.report.Claims--
			r.report.Proved--
			r.report.left(Open{r.place, r.Hand.Text, r.RangeText(), column, string(status), "its bound is not proved"})
		}
	}
	left("status", r.Status)
	for k := range r.Integers {
		left(fmt.Sprintf("integers[%d].status", k), r.Integers[k].Status)
	}
}

// integer judges the answer with whole multiples of a step. Its bound is that of the free weights.
func (r *row) integer(prefix string, i *question.Integer) {
	if err := lattice.CheckStep(i.StepPercent); err != nil {
		r.wrong(prefix+"step_percent", "a step", strconv.Itoa(i.StepPercent), err.Error())
		return
	}
	if !i.Found() || !r.Found() {
		// That no multiples are within a limit is not claimed but where no weights are.
		r.must(i.Status == question.None || i.Status == r.Status && len(i.Features) == 0, prefix+"status", "none", string(i.Status), "")
		r.must(len(i.Features) == 0, prefix+"features", "nothing", strconv.Itoa(len(i.Features))+" features", "")
		r.nothing(prefix, i.AverageError, i.MaxError, i.P90Error, i.Gap, i.LowerBound, i.Cost)
		return
	}
	e, ok := r.formula(prefix+"features", i.Features, i.StepPercent)
	if !ok {
		return
	}
	r.equal(prefix+"average_error", i.AverageError, e.Average, "the average error of the formula")
	r.equal(prefix+"max_error", i.MaxError, e.Max, "the largest error of the formula")
	r.equal(prefix+"p90_error", i.P90Error, e.P90, "the 90th percentile of the errors of the formula")
	objective := r.objectiveOf(e, len(i.Features))
	cost := proof.Number{Value: objective.Value - r.objective.Value, Radius: objective.Radius + r.objective.Radius}
	r.equal(prefix+"cost", i.Cost, cost, "the objective less that of the free weights")
	if r.LowerBound.Missing() {
		r.must(i.LowerBound.Missing(), prefix+"lower_bound", "nothing, as the free weights have none", text(float64(i.LowerBound)), "")
	} else {
		bound := proof.Number{Value: math.Min(float64(r.LowerBound), objective.Value), Radius: objective.Radius}
		r.equal(prefix+"lower_bound", i.LowerBound, bound, "the bound of the free weights")
	}
	r.outcome(prefix, i.Status, i.LowerBound, i.Gap, objective)
}
