package proofs

import (
	"context"
	"errors"
	"slices"

	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/prove"
)

// Subject is an instance for the solvers and, in integers, for the judge.
type Subject struct {
	*regression.Instance
	Exact *proof.Instance
}

// NewSubject prepares an instance. The error wraps regression.ErrInstance or proof.ErrInstance.
func NewSubject(inst *regression.Instance) (*Subject, error) {
	exact, err := inst.Exact()
	return &Subject{inst, exact}, err
}

// claim is that no formula with at most n features is below a cutoff.
func (s *Subject) claim(loss proof.Loss, n int, cutoff float64) proof.Header {
	return proof.Header{
		Hand: s.Hand, Range: s.Range, Reading: features.Version, Loss: loss, Features: n,
		Cutoff: cutoff, Instance: s.Exact.Digest(),
	}
}

// Make has the solver prove AVGERR(N) or MAXERR(N) as well as it can in the time of the context,
// and judges what it says. It returns the solver's result, whose bound nobody has judged, and the
// best proof that holds, with the cutoff that it does prove and the dual vectors that show it; nil if
// there is none, yet or at all.
// The error is package prove's.
func Make(ctx context.Context, s *Subject, program regression.Program, incumbent regression.Formula, o prove.Options) (*prove.Result, *proof.Proof, error) {
	solve := prove.AvgErr
	if program.Kind == regression.MaxErr {
		solve = prove.MaxErr
	}
	r, err := solve(ctx, s.Instance, program.N, incumbent, o)
	if err != nil {
		return nil, nil, err
	}
	// What was found in the time is judged, even if that is over.
	p, err := Judge(context.WithoutCancel(ctx), s, program.Kind.Loss(), program.N, r.Bound, r.Cuts, o.Workers, o.With...)
	return r, p, err
}

// Judge makes a proof of a solver's cuts for a bound, with the largest cutoff up to that for which
// all cuts are shown, and the dual vectors that do; nil if the cuts leave a choice, or show nothing.
// With are features that the claim's formulas have.
func Judge(ctx context.Context, s *Subject, loss proof.Loss, n int, bound float64, cuts []proof.Cut, workers int, with ...int) (*proof.Proof, error) {
	if len(cuts) == 0 || !(bound > 0 && bound <= 1) {
		return nil, nil
	}
	p := &proof.Proof{Header: s.claim(loss, n, bound), Cuts: slices.Clone(cuts)}
	for _, id := range with {
		p.With = p.With.With(id)
	}
	if err := s.Exact.CheckHeader(&p.Header); err != nil {
		return nil, err
	}
	arrange(p.Cuts)
	if err := s.Exact.Cover(ctx, p); errors.Is(err, proof.ErrCover) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	for i := range p.Cuts {
		if c := &p.Cuts[i]; !s.Exact.Shows(&p.Header, c, c.Dual) {
			c.Dual = nil // there may be a better one
		}
	}
	bounds := make([]float64, len(p.Cuts))
	err := s.each(ctx, p, BySimplex, workers, func(i int, d *proof.Dual) error {
		bounds[i], p.Cuts[i].Dual = s.Exact.Bound(loss, &p.Cuts[i], d), d
		return nil
	})
	if err != nil {
		return nil, err
	}
	if p.Cutoff = min(bound, slices.Min(bounds)); p.Cutoff <= 0 {
		return nil, nil
	}
	return p, nil
}

// Bare returns a proof as it is kept: without dual vectors, but for that of a relaxation, which no
// finder looks for.
func Bare(p *proof.Proof) *proof.Proof {
	if p == nil {
		return nil
	}
	bare := &proof.Proof{Header: p.Header, Cuts: slices.Clone(p.Cuts)}
	for i := range bare.Cuts {
		if c := &bare.Cuts[i]; c.Need == 1 {
			c.Dual = nil
		}
	}
	return bare
}

// arrange puts cuts in an order that compresses well.
func arrange(cuts []proof.Cut) {
	slices.SortFunc(cuts, func(a, b proof.Cut) int { return slices.Compare(a.Columns.IDs(), b.Columns.IDs()) })
}

// Relax is the proof that the linear relaxation gives for the average error with at most n
// features: one cut, with its dual vector. The error is package prove's.
func Relax(ctx context.Context, s *Subject, n int) (*proof.Proof, error) {
	cut, bound, err := prove.Relax(ctx, s.Instance, s.Exact, n)
	if err != nil || bound <= 0 {
		return nil, err
	}
	return &proof.Proof{Header: s.claim(proof.Average, n, bound), Cuts: []proof.Cut{cut}}, nil
}
