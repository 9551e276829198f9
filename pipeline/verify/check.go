package verify

import (
	"fmt"
	"math/big"
	"slices"

	"feltlab/model/features"
	"feltlab/pipeline/check"
	"feltlab/pipeline/exact"
	"feltlab/pipeline/fit"
)

// Problem is something that does not hold.
type Problem struct {
	Place    string `json:"place,omitempty"` // "row 3", and whose it is
	Hand     string `json:"hand,omitempty"`
	Range    string `json:"range,omitempty"`
	Column   string `json:"column"`
	Expected string `json:"expected"`
	Found    string `json:"found"`
	Note     string `json:"note,omitempty"`
}

// String says it in a line.
func (p Problem) String() string {
	text := fmt.Sprintf("%s (%s against %s), column %s: expected %s, found %s", p.Place, p.Hand, p.Range, p.Column, p.Expected, p.Found)
	if p.Note != "" {
		text += ": " + p.Note
	}
	return text
}

var (
	// rounding is what errors and bounds may differ by because files hold double precision: equities are off
	// by up to 2^-54 each, and their sums are compensated.
	rounding = ratio(1e-14)
	// beyond is what a weight may exceed 1 by, and an error the limit of its program, as in pipeline/check.
	beyond = ratio(check.Tolerance)
)

func ratio(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// judge checks one row.
type judge struct {
	*row
	s       *subject
	numbers int // compared
	// objective is recomputed where all terms are known, else what is stated; nil without a formula.
	objective *big.Rat
	slack     *big.Rat // what it may be off by
}

func (j *judge) fail(column, expected, found, note string) {
	j.problems = append(j.problems, Problem{Column: column, Expected: expected, Found: found, Note: note})
}

// text writes a ratio in the unit of a stated number.
func (s *stated) show(x *big.Rat) string {
	// The unit of the text is that of value times some power of ten.
	scaled := new(big.Rat).Set(x)
	if v, _, err := decimal(s.text); err == nil && v.Sign() != 0 && s.value.Sign() != 0 {
		scaled.Mul(scaled, v.Quo(v, s.value))
	}
	const digits = 17
	f, _ := scaled.Float64()
	return fmt.Sprintf("%.*g", digits, f)
}

// is reports whether a stated number has a value, up to the rounding of its last digit and slack.
func (s *stated) is(want, slack *big.Rat) bool {
	d := new(big.Rat).Sub(s.value, want)
	least := new(big.Rat).Add(s.half, slack)
	if s.floored { // value <= want < value + 2 half
		d.Add(d, s.half)
	}
	return d.Abs(d).Cmp(least.Add(least, rounding)) <= 0
}

// equal holds a stated number to its value, up to the rounding of its last digit and slack.
func (j *judge) equal(s *stated, want, slack *big.Rat, note string) {
	if s == nil {
		return
	}
	j.numbers++
	if !s.is(want, slack) {
		j.fail(s.column, s.show(want), s.text, note)
	}
}

// check recomputes everything but the proofs.
func (j *judge) check() {
	j.checkStatus()
	if j.formula != nil {
		if e := j.errors(j.formula); e != nil {
			j.checkObjective(e)
		} else if j.formula.partial {
			j.takeStated()
		}
	} else if j.status == fit.Optimal || j.status == fit.Feasible {
		j.fail("features", "a formula, as the row is "+string(j.status), "nothing", "")
	}
	for _, w := range j.wholes {
		if e := j.errors(w); e != nil {
			j.checkWhole(w, e)
		}
	}
	if j.objective != nil {
		j.checkOutcome(&outcome{status: j.status, bound: j.bound, gap: j.gap}, j.objective, j.slack)
	}
}

func (j *judge) checkStatus() {
	known := []fit.Status{fit.Optimal, fit.Feasible, fit.Infeasible, fit.None}
	if !slices.Contains(known, j.status) {
		j.fail("status", "optimal, feasible, infeasible or none", string(j.status), "")
	}
	if j.status == fit.Infeasible && !j.program.Kind.CountsFeatures() {
		j.fail("status", "another, as any formula is allowed", string(j.status), "")
	}
	if j.status == fit.Infeasible && j.bound != nil {
		j.fail("lower_bound", "nothing, as no formula is allowed", j.bound.text, "")
	}
	if j.formula != nil && (j.status == fit.Infeasible || j.status == fit.None) {
		j.fail("status", "optimal or feasible, as there is a formula", string(j.status), "")
	}
}

// errors checks a formula and what is stated of it. It returns nil if there is nothing to compute.
func (j *judge) errors(f *formula) *exact.Errors {
	ok := true
	var seen [features.Count + 1]bool
	for _, t := range f.terms {
		name := fmt.Sprintf("F%d", t.ID)
		switch limit := new(big.Rat).Add(one, beyond); {
		case t.ID < 1 || t.ID > features.Count:
			j.fail(f.column, "features F1 to F73", name, "")
			ok = false
		case seen[t.ID]:
			j.fail(f.column, "each feature once", name+" twice", "")
			ok = false
		case new(big.Rat).Abs(t.Weight).Cmp(limit) > 0:
			j.fail(f.column, "weights in [-1, 1]", name+" "+t.Weight.FloatString(6), "")
		}
		if ok {
			seen[t.ID] = true
		}
		if step := big.NewRat(int64(f.step), 100); f.step > 0 && !nearInteger(new(big.Rat).Quo(t.Weight, step)) {
			j.fail(f.column, fmt.Sprintf("multiples of %d percentage points", f.step), name+" "+t.Weight.FloatString(6), "")
		}
	}
	if n := len(f.terms); !j.program.Kind.CountsFeatures() && n > j.program.N {
		j.fail(f.column, fmt.Sprintf("at most %d features", j.program.N), fmt.Sprint(n), "")
	}
	if !ok || f.partial {
		return nil
	}
	e, err := j.s.exact.Errors(f.terms)
	if err != nil {
		j.fail(f.column, "a formula", "none", err.Error())
		return nil
	}
	// Rounded weights move an estimate by no more than their roundings together.
	slack := new(big.Rat).Mul(f.half, big.NewRat(int64(len(f.terms)), 1))
	j.equal(f.average, e.Average, slack, "the average error of the formula")
	j.equal(f.max, e.Max, slack, "the largest error of the formula")
	j.equal(f.p90, e.P90, slack, "the 90th percentile of the errors of the formula")
	j.withinLimit(f, &e, slack)
	return &e
}

// nearInteger allows for decimals such as 0.15 in binary.
func nearInteger(x *big.Rat) bool {
	f, _ := x.Float64()
	nearest := new(big.Rat).SetInt64(int64(f + 0.5))
	if f < 0 {
		nearest.SetInt64(int64(f - 0.5))
	}
	d := nearest.Sub(nearest, x)
	return d.Abs(d).Cmp(beyond) <= 0
}

// withinLimit holds the error to the limit of a program that counts features.
func (j *judge) withinLimit(f *formula, e *exact.Errors, slack *big.Rat) {
	if !j.program.Kind.CountsFeatures() {
		return
	}
	value := e.Average
	if j.program.Kind.UsesMax() {
		value = e.Max
	}
	most := new(big.Rat).Add(ratio(j.program.E), beyond)
	if value.Cmp(most.Add(most, slack)) > 0 {
		x, _ := value.Float64()
		j.fail(f.column, fmt.Sprintf("an error within %v", j.program.E), fmt.Sprint(x), "")
	}
}

// objectiveOf is what the program minimises, of a formula with its errors.
func (j *judge) objectiveOf(f *formula, e *exact.Errors) *big.Rat {
	switch k := j.program.Kind; {
	case k.CountsFeatures():
		return big.NewRat(int64(len(f.terms)), 1)
	case k.UsesMax():
		return e.Max
	}
	return e.Average
}

// checkObjective takes the objective from the recomputed errors.
func (j *judge) checkObjective(e *exact.Errors) {
	n := big.NewRat(int64(len(j.formula.terms)), 1)
	j.equal(j.count, n, zero(), "the number of features of the formula")
	j.objective = j.objectiveOf(j.formula, e)
	j.slack = new(big.Rat).Mul(j.formula.half, n)
}

// checkWhole holds what is stated of multiples of a step to their objective and to the free weights, whose bound is theirs.
func (j *judge) checkWhole(w *formula, e *exact.Errors) {
	if w.own == nil || j.objective == nil {
		return
	}
	objective := j.objectiveOf(w, e)
	j.equal(w.own.cost, new(big.Rat).Sub(objective, j.objective), rounding, "the objective less that of the free weights")
	if j.bound != nil {
		bound := j.bound.value
		if bound.Cmp(objective) > 0 {
			bound = objective
		}
		j.equal(w.own.bound, bound, zero(), "the bound of the free weights")
	}
	j.checkOutcome(w.own, objective, zero())
}

// takeStated takes the objective as it is stated where not all terms are known.
func (j *judge) takeStated() {
	s := j.formula.average
	switch k := j.program.Kind; {
	case k.CountsFeatures():
		s = j.count
	case k.UsesMax():
		s = j.formula.max
	}
	if s != nil {
		j.objective, j.slack = s.value, s.half
	}
	if s := j.count; s != nil && !j.program.Kind.CountsFeatures() {
		if n, _ := s.value.Float64(); n > float64(j.program.N) {
			j.fail(s.column, fmt.Sprintf("at most %d", j.program.N), s.text, "")
		}
	}
}

// checkOutcome holds bound, gap and status to an objective that is known up to slack.
func (j *judge) checkOutcome(o *outcome, objective, slack *big.Rat) {
	if o.bound == nil {
		if o.status == fit.Optimal {
			j.fail("status", "feasible, as there is no bound", string(o.status), "")
		}
		return
	}
	j.numbers++
	slack = new(big.Rat).Add(slack, o.bound.half)
	if o.bound.floored {
		slack.Add(slack, o.bound.half)
	}
	slack.Add(slack, rounding)
	if d := new(big.Rat).Sub(o.bound.value, objective); d.Cmp(slack) > 0 {
		j.fail(o.bound.column, "at most the objective, "+o.bound.show(objective), o.bound.text, "")
		return
	}
	j.checkMeeting(o, objective, slack)
	if o.gap != nil && objective.Sign() != 0 {
		d := new(big.Rat).Sub(objective, o.bound.value)
		d.Quo(d, objective)
		if d.Sign() < 0 {
			d.SetInt64(0)
		}
		j.equal(o.gap, d, new(big.Rat).Quo(new(big.Rat).Add(rounding, rounding), objective), "(objective - bound) / objective")
	}
}

// checkMeeting holds the status to the rule of fit.Meets, up to slack at its edge.
func (j *judge) checkMeeting(o *outcome, objective, slack *big.Rat) {
	value, _ := objective.Float64()
	bound, _ := o.bound.value.Float64()
	s, _ := slack.Float64()
	switch {
	case o.status == fit.Optimal && !fit.Meets(j.program.Kind, value, bound+s):
		j.fail("status", fmt.Sprintf("feasible, as the bound is %s and the objective %s", o.bound.text, o.bound.show(objective)), string(o.status), "")
	case o.status == fit.Feasible && fit.Meets(j.program.Kind, value, bound-s):
		j.fail("status", "optimal, as bound and objective meet", string(o.status), "")
	}
}
