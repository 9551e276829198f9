package verify

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/certificate"
	"feltlab/pipeline/check"
	"feltlab/pipeline/fit"
	"feltlab/solvers/prove"
)

// Standing says on what a bound rests.
type Standing string

// The standings, the strongest first.
const (
	// ByCertificate: multipliers in the file of certificates prove it, with no search.
	ByCertificate Standing = "stored multipliers"
	// ByDual: multipliers were found now and prove it, with no search.
	ByDual Standing = "multipliers found now"
	// ByProof: it was proved again now, with every step judged.
	ByProof Standing = "proved again now"
	// ByRecord: the record of a judged proof states it, whose counts are right; --prove makes it again.
	ByRecord Standing = "record of a judged proof"
	// Trivial: nothing is claimed: no bound, or a bound of 0.
	Trivial Standing = "nothing to prove"
	// Unchecked: it rests on the word of a solver.
	Unchecked Standing = "not checked"
)

// claim is a bound on the least error with at most n features.
type claim struct {
	s     *stated
	n     int
	kind  regression.Kind // AvgErr or MaxErr
	value float64         // the error that is not beaten, a fraction of 1
	above bool            // the claim is that the least error is above value, by whatever margin
	// capped is the error to which the bound was lowered because a formula has it.
	capped *big.Rat
}

// claims lists the bounds that a row states. That a program is infeasible is one on formulas with all features.
func (j *judge) claims() (all []claim) {
	if j.status == fit.Infeasible && j.program.Kind.CountsFeatures() {
		all = append(all, claim{s: &stated{column: "status", text: string(j.status), value: zero(), half: zero()}, n: features.Count, kind: j.program.Kind.LeastError(), value: j.program.E, above: true})
	}
	if j.bound != nil {
		v, _ := j.bound.value.Float64()
		switch j.program.Kind {
		case regression.AvgErr, regression.MaxErr:
			all = append(all, claim{s: j.bound, n: j.program.N, kind: j.program.Kind, value: v, capped: j.objective})
		case regression.FeatAvgErr, regression.FeatMaxErr:
			if v >= 1 {
				all = append(all, claim{s: j.bound, n: int(v) - 1, kind: j.program.Kind.LeastError(), value: j.program.E, above: true})
			}
		}
	}
	if j.errorBound != nil && j.formula != nil && !j.program.Kind.UsesMax() {
		v, _ := j.errorBound.value.Float64()
		c := claim{s: j.errorBound, n: len(j.formula.terms), kind: regression.AvgErr, value: v}
		if e, err := j.s.exact.Errors(j.formula.terms); err == nil {
			c.capped = e.Average
		}
		all = append(all, c)
	}
	return all
}

// stored are the certificates that hold for a claim: for as many features or more.
func (c *claim) stored(all []*certificate.Certificate) (held []*certificate.Certificate) {
	for _, x := range all {
		if x.Features >= c.n && x.Largest == (c.kind == regression.MaxErr) {
			held = append(held, x)
		}
	}
	return held
}

// met reports whether a bound proves a claim.
func (c *claim) met(bound float64) bool {
	if c.above {
		return bound > c.value
	}
	half, _ := c.s.half.Float64()
	tolerance, _ := rounding.Float64()
	return bound >= c.value-half-tolerance
}

// byCertificates judges a claim by stored certificates, all of which have been checked: the best of
// them must be what is stated, unless a formula caps it. It returns Unchecked if there are none.
func (j *judge) byCertificates(c *claim, all []*certificate.Certificate) Standing {
	held := c.stored(all)
	if len(held) == 0 {
		return Unchecked
	}
	best := held[0]
	for _, x := range held {
		if x.Bound > best.Bound {
			best = x
		}
	}
	switch {
	case !c.met(best.Bound):
		want := c.s.show(ratio(best.Bound))
		if c.above {
			want = fmt.Sprintf("at most %d", c.n)
		}
		j.fail(c.s.column, want, c.s.text, "the best certificate for it does not prove more")
		return Unchecked
	case !c.above:
		want := ratio(best.Bound)
		if c.capped != nil && want.Cmp(c.capped) > 0 {
			want = c.capped
		}
		j.equal(c.s, want, zero(), "the bound of the best certificate")
	}
	for _, x := range held {
		if x.Kind == certificate.Dual && c.met(x.Bound) {
			return ByCertificate
		}
	}
	return ByRecord
}

// byRecord judges a claim by the proof that a result carries itself.
func (j *judge) byRecord(c *claim) Standing {
	p := j.proof
	if p == nil {
		return Unchecked
	}
	if p.Largest != (c.kind == regression.MaxErr) {
		j.fail("proof.largest_error", fmt.Sprint(!p.Largest), fmt.Sprint(p.Largest), "")
		return Unchecked
	}
	if p.Features != c.n && j.program.Kind.CountsFeatures() || p.Features < c.n {
		j.fail("proof.features", fmt.Sprint(c.n), fmt.Sprint(p.Features), "")
		return Unchecked
	}
	if !c.met(p.Bound) {
		j.fail("proof.bound", c.s.text, fmt.Sprint(p.Bound), "the proof of a bound proves less")
		return Unchecked
	}
	if !c.above {
		want := ratio(p.Bound)
		if c.capped != nil && want.Cmp(c.capped) > 0 {
			want = c.capped
		}
		j.equal(c.s, want, zero(), "the bound of its proof")
	}
	if p.Kind != certificate.Tree {
		return Unchecked // the multipliers are not here
	}
	if err := (&certificate.Certificate{Reading: features.Version, Proof: *p}).Check(j.s.exact); err != nil {
		j.fail("proof", "counts that fit the problem", "others", err.Error())
		return Unchecked
	}
	return ByRecord
}

// byNothing judges a claim about the formula without features by its error.
func (j *judge) byNothing(c *claim) (Standing, error) {
	e, err := j.s.exact.Errors(nil)
	if err != nil {
		return Unchecked, err
	}
	least := e.Average
	if c.kind == regression.MaxErr {
		least = e.Max
	}
	if v, _ := least.Float64(); !c.met(v) {
		j.fail(c.s.column, "a bound: the formula without features", c.s.text, fmt.Sprintf("has the error %v", v))
		return Unchecked, nil
	}
	return ByDual, nil
}

// byDual looks for multipliers that prove a claim.
func (j *judge) byDual(c *claim) (Standing, error) {
	found, err := certificate.Find(j.s.inst, c.n)
	if err != nil {
		return Unchecked, err
	}
	value, err := found.Value(j.s.exact)
	if err != nil {
		return Unchecked, err
	}
	if v, _ := value.Float64(); c.met(v) {
		return ByDual, nil
	}
	return Unchecked, nil
}

// stand judges a claim without a search.
func (j *judge) stand(c *claim, all []*certificate.Certificate) (Standing, error) {
	if c.value <= 0 && !c.above {
		return Trivial, nil
	}
	if c.n == 0 {
		return j.byNothing(c)
	}
	best := j.byCertificates(c, all)
	if recorded := j.byRecord(c); best == Unchecked {
		best = recorded
	}
	if best == ByCertificate || best == ByRecord && j.proof != nil {
		return best, nil // package fit keeps a tree only where it proves more than the relaxation
	}
	if c.kind == regression.MaxErr {
		return best, nil // its multipliers are not looked for
	}
	if dual, err := j.byDual(c); dual == ByDual || err != nil {
		return dual, err
	}
	return best, nil
}

// Open is a bound that could not be proved again.
type Open struct {
	Place  string `json:"place"`
	Hand   string `json:"hand"`
	Range  string `json:"range"`
	Column string `json:"column"`
	Found  string `json:"found"`
	Note   string `json:"note"`
}

// String says it in a line.
func (o Open) String() string {
	return fmt.Sprintf("%s (%s against %s), column %s: %s %s", o.Place, o.Hand, o.Range, o.Column, o.Found, o.Note)
}

// prove makes the proof of a claim again. A better formula than the bound allows refutes it.
func (j *judge) prove(ctx context.Context, c *claim, o *Options) (Standing, *Open, error) {
	limited, cancel := context.WithTimeout(ctx, o.TimeLimit)
	defer cancel()
	var incumbent regression.Formula
	if j.formula != nil && !j.formula.partial && len(j.formula.terms) <= c.n {
		for _, t := range j.formula.terms {
			w, _ := t.Weight.Float64()
			incumbent = append(incumbent, regression.Term{ID: t.ID, Weight: w})
		}
	}
	target := c.value
	if c.above {
		target += check.Tolerance
	}
	start := time.Now()
	r, p, err := certificate.Prove(limited, j.s.inst, regression.Program{Kind: c.kind, N: c.n}, incumbent, prove.Options{Workers: o.Workers, Target: target})
	if err != nil || ctx.Err() != nil {
		return Unchecked, nil, err
	}
	if r.Incumbent.Error < c.value-prove.Tolerance {
		j.fail(c.s.column, fmt.Sprintf("a bound: a formula with %d features has the error %v", c.n, r.Incumbent.Error), c.s.text, r.Incumbent.Formula().String())
		return Unchecked, nil, nil
	}
	// An optimum is proved up to the tolerance of package prove.
	if p != nil && (c.met(p.Bound) || !c.above && p.Bound >= c.value-prove.Tolerance) {
		return ByProof, nil, nil
	}
	reached := "no proof was completed"
	if p != nil {
		reached = fmt.Sprintf("the best complete proof gives %.6f percentage points", 100*p.Bound)
	}
	return Unchecked, &Open{Column: c.s.column, Found: c.s.text, Note: fmt.Sprintf("not proved again in %.0f s: %s", time.Since(start).Seconds(), reached)}, nil
}
