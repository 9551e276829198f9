package fit

import (
	"context"
	"errors"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/solvers/lattice"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

// Free is what is known of the same question with any weights. A solve with round weights starts from it.
type Free struct {
	Formula regression.Formula
	Proof   *proof.Proof
}

func (s *solve) round() bool { return !s.inst.Rules.Any() }

// latticeStep returns the step of an instance whose formulas solvers/lattice searches, in percentage points, else 0.
func latticeStep(inst *regression.Instance) int {
	r := inst.Rules
	if r == nil || r.Low != 0 || r.High != proof.One || r.Intercept != proof.NoIntercept || r.Groups != nil {
		return 0
	}
	const point = proof.One / 100
	all := proof.Bounds{Lower: -proof.One, Upper: proof.One}
	narrower := func(b proof.Bounds) bool { return b != all }
	if r.Step == 0 || r.Step%point != 0 || slices.ContainsFunc(r.Bounds, narrower) {
		return 0
	}
	return int(r.Step / point)
}

// mostFreeCuts is the largest proof for any weights, in cuts, that is judged anew for round ones. It takes some
// seconds.
const mostFreeCuts = 5000

// boundByFree takes the bound of the proof for any weights, which holds for round ones too.
func (s *solve) boundByFree(ctx context.Context) error {
	p := s.options.Free.Proof
	if !s.round() || !s.startsWith(p) || p.Cutoff <= s.bound || len(p.Cuts) > mostFreeCuts || s.counts() {
		return nil
	}
	free, err := prove.FromCuts(ctx, s.subject, p.Loss, p.Features, p.Cutoff, p.Cuts, s.options.Workers)
	if s.raise(free); ctx.Err() != nil {
		return nil
	}
	return err
}

// startsWith reports whether the cuts of a proof may be a start for that of the question.
func (s *solve) startsWith(p *proof.Proof) bool {
	return p != nil && p.Loss == s.question.Program.Kind.Loss() && p.Features == s.question.Program.N &&
		p.With == proof.Vector{} && len(p.Cuts) > 0 && !p.Relaxed()
}

// acceptRound takes a formula with round weights if it is better than the incumbent.
func (s *solve) acceptRound(f regression.Formula) error {
	errs, err := ledger.Errors(s.subject, f)
	if err != nil {
		return err
	}
	s.accept(s.problem.Given(f, s.question.Program.Kind.Measured(errs).Value))
	return nil
}

// findRound searches for the incumbent. Programs that count features try ever more of them.
func (s *solve) findRound(ctx context.Context) error {
	n, most := s.question.Program.N, s.question.Program.N
	if s.counts() {
		n = max(1, s.options.Free.Formula.Units(s.inst.Rules))
		most = min(len(s.subject.Exact.Features().IDs()), lattice.MostFeatures)
	}
	for first := true; n <= most && (first || !s.found) && ctx.Err() == nil; n++ {
		if err := s.findRoundOf(ctx, n); err != nil && ctx.Err() == nil {
			return err
		}
		first = false
	}
	return nil
}

// findRoundOf searches for the best formula of at most n features: near the best one with any weights, and for steps
// of hands by package lattice.
func (s *solve) findRoundOf(ctx context.Context, n int) error {
	ids := s.inst.Rules.Units(proof.VectorOf(s.options.Free.Formula.IDs()...)).IDs()
	if len(ids) != n {
		f, err := subset.Best(ctx, s.problem.Under(ctx), n, subset.Options{Seed: uint64(s.question.Seed),
			Workers: s.options.Workers, Exchange: 1, With: s.inst.With})
		if f == nil {
			return err
		}
		ids = f.IDs
	}
	step := latticeStep(s.inst)
	if step == 0 || n > lattice.MostFeatures {
		f, err := prove.RoundWeights(ctx, s.subject, s.question.Program.Kind.Loss(), ids)
		if err != nil {
			return err
		}
		return s.acceptRound(f)
	}
	problem, err := lattice.New(s.problem, step)
	if err != nil {
		return err
	}
	options := lattice.Options{Seed: uint64(s.question.Seed), Starts: [][]int{ids}}
	if s.found {
		options.Starts = append(options.Starts, s.formula.IDs())
	}
	if s.counts() {
		options.Target = s.question.Program.E
	}
	f, err := problem.Best(ctx, n, options)
	if f == nil {
		return err
	}
	return errors.Join(s.acceptRound(f.Terms), err)
}
