package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"feltlab/internal/clock"
	"feltlab/internal/parallel"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Problem is a valid instance prepared for proofs: for the solver, and in integers for the kernel. Solvers do not
// validate its instance again, so only NewProblem makes problems.
type Problem struct {
	*regression.Instance
	Exact *proof.Instance
}

// NewProblem prepares an instance. The error wraps regression.ErrInstance or proof.ErrInstance.
func NewProblem(inst *regression.Instance) (*Problem, error) {
	exact, err := inst.Exact()
	return &Problem{inst, exact}, err
}

// claim is that no formula with at most n features is below a cutoff.
func (s *Problem) claim(loss proof.Loss, n int, cutoff float64) proof.Header {
	return proof.Header{Labels: s.labels(), Rules: s.Rules, Loss: loss, Features: n, Cutoff: cutoff,
		Instance: s.Exact.Digest()}
}

// labels are those of a claim. The rows of a hand name the definitions of the features, unless they are the paper's.
func (s *Problem) labels() proof.Labels {
	l := proof.Labels{Rows: cmp.Or(s.Rows, "-"), Source: cmp.Or(s.Source, "-"), Columns: s.names()}
	if v := s.Columns.Version; v != "" && v != features.Version && !l.OfFile() {
		l.Rows += " by " + v
	}
	return l
}

func (s *Problem) names() (names []string) {
	for _, c := range s.Columns.List {
		names = append(names, c.Name)
	}
	return names
}

// CheckHeader returns nil if a claim is about the problem's rows, with the definitions of its
// columns and its rules. The error wraps proof.ErrForeign or proof.ErrHeader.
func (s *Problem) CheckHeader(h *proof.Header) error {
	switch reading := h.Labels.Reading; {
	case !reflect.DeepEqual(h.Rules.Normal(), s.Rules.Normal()):
		return fmt.Errorf("%w: its formulas have other bounds, groups, weights or another intercept or target than "+
			"these", proof.ErrForeign)
	case reading == "" && !slices.Equal(h.Labels.Columns, s.names()):
		return fmt.Errorf("%w: its columns have other names than these", proof.ErrForeign)
	case reading != "" && reading != s.Columns.Version:
		return fmt.Errorf("%w: it reads the features as %q, this program as %q",
			proof.ErrForeign, reading, s.Columns.Version)
	}
	return s.Exact.CheckHeader(h)
}

// AllFormulas reports whether a claim is about all formulas of the problem: those with its columns With, and without
// excepted sets.
func (s *Problem) AllFormulas(h *proof.Header) bool {
	return h.With == proof.VectorOf(s.With...) && len(h.Except) == 0
}

// Make runs Solve for AVGERR(N) or MAXERR(N) and has the kernel judge the cuts. It returns the solver's
// result, whose bound is not judged, and the best full proof that holds, or nil. Errors are those of Solve.
func Make(
	ctx context.Context, s *Problem, program regression.Program, incumbent regression.Formula, o Options,
) (*Result, *proof.Proof, error) {
	loss, judging := program.Kind.Loss(), mostJudging
	searching, cancel := context.WithCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		judging = max(min(judging, time.Duration(judgeShare*float64(time.Until(deadline)))), 0)
		cancel()
		searching, cancel = clock.WithTimeout(ctx, time.Until(deadline)-judging)
	}
	defer cancel()
	r, err := Solve(searching, s, loss, program.N, incumbent, o)
	if err != nil {
		return nil, nil, err
	}
	// Cuts that were found in time are judged even if the time is over, or the user ended the search.
	late, cancelLate := clock.WithTimeout(context.WithoutCancel(ctx), judging*5/4)
	defer cancelLate()
	if searching.Err() == nil {
		late = ctx
	}
	p, err := FromCuts(late, s, loss, program.N, r.Bound, r.Cuts, o.Workers, o.With...)
	if late.Err() != nil {
		return r, nil, nil
	}
	return r, p, err
}

const (
	judgeShare  = 0.08             // of the time for a proof that the kernel may take to judge it, and a quarter more
	mostJudging = 10 * time.Second // the kernel takes milliseconds a cut, and rarely seconds for the cover
)

// FromCuts makes a full proof of a solver's cuts, for the largest cutoff up to the bound for which the
// kernel finds them shown; nil if the cuts leave a choice of features or show nothing. With lists features
// that every formula of the claim has.
func FromCuts(
	ctx context.Context, s *Problem, loss proof.Loss, n int, bound float64, cuts []proof.Cut, workers int, with ...int,
) (*proof.Proof, error) {
	h := s.claim(loss, n, bound)
	h.With = proof.VectorOf(with...)
	return s.fromCuts(ctx, h, cuts, workers)
}

// fromCuts is FromCuts for a claim.
func (s *Problem) fromCuts(ctx context.Context, h proof.Header, cuts []proof.Cut, workers int) (*proof.Proof, error) {
	bound := min(h.Cutoff, s.Rules.MostCutoff())
	if len(cuts) == 0 || !(bound > 0) {
		return nil, nil
	}
	h.Cutoff = bound
	p := &proof.Proof{Header: h, Cuts: slices.Clone(cuts)}
	if err := s.CheckHeader(&p.Header); err != nil {
		return nil, err
	}
	// In this order the text compresses well.
	slices.SortFunc(p.Cuts, func(a, b proof.Cut) int { return slices.Compare(a.Columns.IDs(), b.Columns.IDs()) })
	if err := s.cover(ctx, p, workers); errors.Is(err, proof.ErrCover) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	for i := range p.Cuts {
		if c := &p.Cuts[i]; c.Tree == nil && !s.Exact.Shows(&p.Header, c, c.Dual) {
			c.Dual = nil // the finder may have a better one
		}
	}
	bounds := make([]float64, len(p.Cuts))
	err := s.each(ctx, p, nil, NewFinder, workers, func(i int, d *proof.Dual, finder proof.Finder) error {
		c := &p.Cuts[i]
		if c.Tree != nil { // it was made for a cutoff that is at least the bound
			bounds[i] = bound
			return s.Exact.ShowsTree(ctx, &p.Header, c, finder)
		}
		bounds[i], c.Dual = s.Exact.Bound(&p.Header, c, d), d
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

// coverParts is the number of parts of a covering for each core, so that none waits long for the last part.
const coverParts = 8

// cover is the kernel's Cover, by all cores.
func (s *Problem) cover(ctx context.Context, p *proof.Proof, workers int) error {
	parts := 1
	if n := parallel.Workers(workers); n > 1 {
		parts = coverParts * n
	}
	return parallel.Loop{Items: parts, Workers: workers}.Each(ctx, parallel.Same(func(part int) error {
		return s.Exact.CoverPart(ctx, p, part, parts)
	}))
}

// Bare returns a compact proof, as it is stored: without dual vectors, except that of a relaxation,
// which finders do not search for. Bare(nil) is nil.
func Bare(p *proof.Proof) *proof.Proof {
	if p == nil {
		return nil
	}
	bare := &proof.Proof{Header: p.Header, Cuts: slices.Clone(p.Cuts)}
	for i := range bare.Cuts {
		c := &bare.Cuts[i]
		if !p.Relaxed() {
			c.Dual = nil
		}
		if c.Choice != (proof.Vector{}) || c.Tree != nil && p.Rules.Any() {
			c.Tree = slices.Clone(c.Tree)
			for k := range c.Tree {
				c.Tree[k].Dual = nil
			}
		}
	}
	return bare
}
