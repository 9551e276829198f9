package ledger

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"feltlab/internal/clock"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// claim states that no formula with at most n features has an error below value; with beyond, that none
// has an error within value.
type claim struct {
	r      *row
	column string
	text   string
	loss   proof.Loss
	n      int
	value  float64 // a fraction of 1
	beyond bool
	basis  Basis  // what shows it
	why    string // why nothing does
}

func (r *row) claim() *claim { return r.claimOf("", r.Status, float64(r.LowerBound)) }

// reported returns the claim of a bound that HiGHS reports, less its tolerance; nil if it reports none.
func (r *row) reported() *claim {
	if r.Solver == nil {
		return nil
	}
	bound := float64(r.Solver.Bound)
	if !r.Kind.CountsFeatures() {
		bound -= SolverTolerance
	}
	return r.claimOf("solver_", question.Status(r.Solver.Status), bound)
}

// claimOf returns the claim of a status and a bound, which is NaN if there is none; their columns begin with prefix.
func (r *row) claimOf(prefix string, status question.Status, bound float64) *claim {
	all := r.problem.Columns.Count()
	column := cmp.Or(prefix, "lower_") + "bound"
	c := &claim{r: r, column: r.JSONKey(column), text: Text(bound), loss: r.Kind.Loss(), n: r.N, value: bound}
	switch counts := r.Kind.CountsFeatures(); {
	case status == question.Infeasible && counts:
		c.column, c.text, c.n, c.value, c.beyond = prefix+"status", string(status), all, r.E, true
	case math.IsNaN(bound):
		return nil
	case counts:
		// A formula has at least no features and at most all.
		n := math.Min(math.Max(math.Ceil(bound)-1, -1), float64(all))
		c.n, c.value, c.beyond = int(n), r.E, true
	}
	return c
}

func (c *claim) shown(bound float64) bool {
	if c.beyond {
		return proof.Beyond(bound, c.value)
	}
	return bound >= c.value
}

func (c *claim) trivial() bool { return c.n < 0 || !c.beyond && c.value <= 0 }

func (c *claim) by(p *storedProof) bool {
	return p.Loss == c.loss && p.Features >= c.n && c.shown(p.Cutoff) && p.named == nil && p.about.Is(c.r.Subject) &&
		c.r.problem.AllFormulas(&p.Header) && c.r.problem.CheckHeader(&p.Header) == nil
}

// refutedBy returns the first row of the same instance whose formula refutes the claim, and why; nil if there is none.
func (c *claim) refutedBy(rows []*row) (by *row, why string) {
	for _, r := range rows {
		if r.problem == c.r.problem && c.refuted(r) {
			e := r.Errors
			return r, fmt.Sprintf("the formula of %s has %d features, the average error %v and the largest error %v",
				r.place, question.Count(r.Features), e.Average.Value, e.Max.Value)
		}
	}
	return nil, ""
}

func (c *claim) refuted(r *row) bool {
	if r.Errors == nil || question.Count(r.Features) > c.n {
		return false
	}
	e := c.r.Kind.Measured(*r.Errors)
	if c.beyond {
		return proof.Within(e, c.value)
	}
	return e.High() < c.value-Digits
}

// quick looks for a dual vector that shows the claim without a search: with all features, or of the relaxation.
func (c *claim) quick(ctx context.Context) (bool, error) {
	s := c.r.problem
	if c.n == 0 && s.Rules == nil {
		e, err := s.Exact.Evaluate(nil, nil)
		return err == nil && c.shown(c.r.Kind.Measured(e).Low()), err
	}
	target := math.Min(math.Max(2*c.value, 1e-6), s.Rules.MostCutoff())
	p, err := prove.FromCuts(ctx, s, c.loss, s.Columns.Count(), target, []proof.Cut{{}}, 1, s.With...)
	shown := func() bool { return err == nil && p != nil && c.shown(p.Cutoff) }
	if err == nil && !shown() && c.loss != proof.Largest {
		p, err = prove.Relax(ctx, s, c.n)
	}
	return shown(), err
}

func (c *claim) prove(ctx context.Context, o *Options) (p *proof.Proof, why string, err error) {
	if c.n == 0 && c.r.problem.Rules == nil {
		return nil, "the formula without features does not show it", nil
	}
	limit := cmp.Or(o.TimeLimit, time.Minute)
	limited, cancel := clock.WithTimeout(ctx, limit)
	defer cancel()
	program := regression.Program{Kind: regression.AvgErr, N: c.n}
	if c.loss == proof.Largest {
		program.Kind = regression.MaxErr
	}
	target := c.value
	if c.beyond {
		target += 2 * proof.LimitTolerance(c.value)
	}
	incumbent := regression.Formula{}
	if c.r.Found() && question.Count(c.r.Features) <= c.n {
		incumbent = c.r.Formula()
	}
	_, p, err = prove.Make(limited, c.r.problem, program, incumbent,
		prove.Options{Workers: o.Workers, Target: target, With: c.r.problem.With})
	if err != nil || ctx.Err() != nil || p != nil && c.shown(p.Cutoff) {
		return prove.Bare(p), "", err
	}
	reached := "no proof was completed"
	if p != nil {
		reached = fmt.Sprintf("the best complete proof gives %v", p.Cutoff)
	}
	return nil, fmt.Sprintf("not proved in %v: %s", limit, reached), nil
}
