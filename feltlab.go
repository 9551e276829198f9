package feltlab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Version is the version of the programs and of this module. Names may change until 1.0; CHANGELOG.md says which did.
const Version = "0.1.0"

// The steps from a hand to a proof.
type (
	// Flop has the wins and ties of a hand on one flop, as integers.
	Flop = equity.Flop
	// Matrix has the 73 features and the equity of all 19,600 flops.
	Matrix = matrix.Rows
	// Program is one of four questions: the least average or largest error with some features, or the fewest features
	// within an error.
	Program = regression.Program
	// Result is a formula, its errors, and the proved bound on the errors of all formulas.
	Result = question.Answer
	// Proof is a proof of that bound, which anybody can check.
	Proof = proof.Proof
)

// ErrNoProof marks a result without a proof: the time ended before there was one.
var ErrNoProof = errors.New("no proof")

// Equities counts a hand, such as "AA" or "AhKd", against a range, such as "ATC" or "TT+,AKs", on
// every flop: about a second. The errors of Equities and NewMatrix are those of ranges.ParseHand, ranges.Parse and
// matrix.Meta.Build.
func Equities(ctx context.Context, hand, rng string) ([]Flop, error) {
	m, err := meta(hand, rng)
	if err != nil {
		return nil, err
	}
	return m.Estimate.Flops(ctx, m.Hand.Combo, m.Range, 0)
}

// NewMatrix joins the features of the flops and their equities.
func NewMatrix(hand, rng string, flops []Flop) (*Matrix, error) {
	m, err := meta(hand, rng)
	if err != nil {
		return nil, err
	}
	return m.Of(context.Background(), flops, 0)
}

func meta(hand, rng string) (m matrix.Meta, err error) {
	if m.Hand, err = ranges.ParseHand(hand); err == nil {
		m.Range, err = ranges.Parse(rng)
	}
	return m, err
}

// LeastAverage asks for the formula with at most n features that has the least average error.
func LeastAverage(n int) Program { return Program{Kind: regression.AvgErr, N: n} }

// LeastLargest asks for the formula with at most n features that has the least largest error.
func LeastLargest(n int) Program { return Program{Kind: regression.MaxErr, N: n} }

// FewestWithinAverage asks for the fewest features with an average error of at most e, a fraction of 1.
func FewestWithinAverage(e float64) Program { return Program{Kind: regression.FeatAvgErr, E: e} }

// FewestWithinLargest asks for the fewest features with a largest error of at most e, a fraction of 1.
func FewestWithinLargest(e float64) Program { return Program{Kind: regression.FeatMaxErr, E: e} }

// Options say how long a fit may take.
type Options struct {
	TimeLimit time.Duration // 0 means a minute
	// Progress, if set, is called, never concurrently, for each better formula or bound.
	Progress func(fit.Progress)
}

// Fit finds the formula that a program asks for. At the time limit, or when the context ends, it returns the best
// formula and the best proved bound so far.
func Fit(ctx context.Context, m *Matrix, p Program, o Options) (*Result, error) {
	against := question.Against{Range: question.RangeOf(m.Range)}
	q := question.Question{
		Subject: question.Subject{Source: question.Hand{Hand: m.Hand, Against: against}}, Program: p,
		Formulation: regression.Pattern, Engine: question.Exact,
		TimeLimit: cmp.Or(o.TimeLimit, time.Minute),
	}
	return fit.Solve(ctx, m.Instance(), q, fit.Options{Progress: o.Progress})
}

// Prove returns the proof of a result's bound, with the dual vectors that Check needs. The error wraps
// ErrNoProof if the result has no proof.
func Prove(ctx context.Context, m *Matrix, r *Result) (*Proof, error) {
	if r.Proof == nil || r.Proof.Packed == nil {
		return nil, fmt.Errorf("%w: %v", ErrNoProof, r)
	}
	p, err := prooffile.Unpack(r.Proof.Packed)
	if err != nil {
		return nil, err
	}
	s, err := prove.NewProblem(m.Instance())
	if err != nil {
		return nil, err
	}
	return prove.Expand(ctx, s, p, prove.NewFinder, 0)
}

// Check returns nil exactly if a proof's claim about the flops of a matrix follows. It calls only the
// kernel, model/proof, which trusts no solver.
func Check(ctx context.Context, m *Matrix, p *Proof) error {
	s, err := prove.NewProblem(m.Instance())
	if err != nil {
		return err
	}
	if err := s.CheckHeader(&p.Header); err != nil {
		return err
	}
	return s.Exact.Check(ctx, p, nil)
}
