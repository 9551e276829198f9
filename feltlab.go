package feltlab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// The steps from a hand to a proof.
type (
	// Flop has the wins and ties of a hand on one flop, as integers.
	Flop = equity.Flop
	// Matrix has the 73 features and the equity of all 19,600 flops.
	Matrix = matrix.Matrix
	// Result is a formula, its errors, and the proved bound on the errors of all formulas.
	Result = question.Answer
	// Proof is a proof of that bound, which anybody can check.
	Proof = proof.Proof
)

// ErrNoProof marks a result without a proof: the time ended before there was one.
var ErrNoProof = errors.New("no proof")

// Equities counts a hand, such as "AA" or "AhKd", against a range, such as "ATC" or "TT+,AKs", on
// every flop: about a second. The errors of Equities and NewMatrix are those of matrix.Build.
func Equities(ctx context.Context, hand, rng string) ([]Flop, error) {
	return matrix.Count(ctx, hand, rng, 0)
}

// NewMatrix joins the features of the flops and their equities.
func NewMatrix(hand, rng string, flops []Flop) (*Matrix, error) {
	return matrix.Of(hand, rng, flops)
}

// Fit finds the formula with at most n features that has the least average error. At the time limit it
// returns the best formula and the best proved bound so far.
func Fit(ctx context.Context, m *Matrix, n int, limit time.Duration) (*Result, error) {
	subject, err := question.Against(m.Hand, m.Range)
	if err != nil {
		return nil, err
	}
	q := question.Question{
		Subject: subject, Program: regression.Program{Kind: regression.AvgErr, N: n},
		Formulation: regression.Pattern, Engine: question.Exact, TimeLimit: limit,
	}
	return fit.Solve(ctx, m.Instance(), q, fit.Options{})
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
	if p.Reading != m.Definitions {
		return fmt.Errorf("%w: it reads the features as %q, the matrix as %q", proof.ErrForeign, p.Reading,
			m.Definitions)
	}
	in, err := m.Instance().Exact()
	if err != nil {
		return err
	}
	return in.Check(ctx, p, nil)
}
