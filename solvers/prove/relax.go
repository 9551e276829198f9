package prove

import (
	"context"
	"math"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// tauRounds is the number of bisections of the penalty.
const tauRounds = 12

// Relax returns the proof that the linear relaxation gives for the average error of the formulas with
// at most n features, among them the instance's columns in every formula: one cut, of all columns, of
// which such a formula would need n + 1. It is nil if the bound is 0. Relax solves
//
//	min  sum_i |e_i - estimate_i|  +  tau sum_j |x_j|       |x_j| <= 1
//
// by package lad, with one more row a feature for the penalty, and bisects tau until sum |x_j| meets
// n: some 20 ms a round on 19,600 flops. Each round gives a bound; when the context ends, the best one so far counts.
// The error wraps regression.ErrInstance.
func Relax(ctx context.Context, s *Problem, n int) (*proof.Proof, error) {
	cut, bound, err := s.relaxed(ctx, n)
	if ctx.Err() != nil {
		err = nil
	}
	if err != nil || bound <= 0 {
		return nil, err
	}
	p := &proof.Proof{Header: s.claim(proof.Average, n, min(bound, s.Rules.MostCutoff())), Cuts: []proof.Cut{cut}}
	p.With = proof.VectorOf(s.With...)
	return p, nil
}

// relaxed returns the cut of Relax and the bound that the kernel finds it to show.
func (s *Problem) relaxed(ctx context.Context, n int) (cut proof.Cut, bound float64, err error) {
	if s.Rules != nil {
		return s.relaxedUnderRules(ctx, n)
	}
	h := s.claim(proof.Average, n, 0)
	try := func(tau float64) (float64, error) {
		d, budget, err := s.relax(ctx, tau)
		if err != nil {
			return 0, err
		}
		if b := s.Exact.Bound(&h, &cut, d); cut.Dual == nil || b > bound {
			cut.Dual, bound = d, b
		}
		return budget, nil
	}
	// With a penalty of 1 per unit of weight, no weight lowers the objective.
	low, high := 0.0, 1.0
	if n == 0 {
		_, err := try(high)
		return cut, bound, err
	}
	budget, err := try(0)
	for round := 0; err == nil && round < tauRounds && budget > float64(n) && ctx.Err() == nil; round++ {
		tau := (low + high) / 2
		if low == 0 {
			tau = high / 8 // the first guesses fall fast: the penalty is about 1e-3
		}
		var b float64
		if b, err = try(tau); b > float64(n) {
			low = tau
		} else {
			high = tau
		}
	}
	return cut, bound, err
}

// relaxedUnderRules is relaxed for rules, whose cuts have the need 1: the cut without columns, which all columns
// together show. In its bound only n of them count.
func (s *Problem) relaxedUnderRules(ctx context.Context, n int) (cut proof.Cut, bound float64, err error) {
	h := s.claim(proof.Average, n, 0)
	f, err := NewFinder(ctx, s.Instance, s.Exact, &h)
	if err != nil {
		return cut, 0, err
	}
	if cut.Dual, err = f.Find(&cut); err != nil {
		return cut, 0, err
	}
	return cut, s.Exact.Bound(&h, &cut, cut.Dual), nil
}

// relax solves the relaxation with the penalty tau, in units of the total weight, on sum |x_j|. It
// returns the dual vector and the sum.
func (s *Problem) relax(ctx context.Context, tau float64) (d *proof.Dual, budget float64, err error) {
	rows := len(s.Target)
	widened := *s.Instance
	widened.Ratios = nil
	all := s.Columns.IDs()
	for j, id := range all {
		if tau > 0 {
			var alone proof.Vector
			widened.Features = append(widened.Features[:rows+j:rows+j], alone.With(id))
			widened.Target = append(widened.Target[:rows+j:rows+j], 0)
			widened.Weight = append(widened.Weight[:rows+j:rows+j], tau*s.TotalWeight())
		}
	}
	problem, err := lad.New(&widened, lad.Average)
	if err != nil {
		return nil, 0, err
	}
	f, err := problem.Under(ctx).Fit(all)
	if err != nil {
		return nil, 0, err
	}
	weights := make([]float64, s.Columns.Count()+1)
	for i, x := range f.Weights {
		weights[f.IDs[i]] = x
		budget += math.Abs(x)
	}
	patterns := regression.PatternsOf(s.Instance)
	mu := make([]float64, len(patterns.Vectors))
	for i, y := range f.Certificate.Multipliers[:rows] {
		mu[patterns.Of[i]] -= y
	}
	dual := s.Exact.DualOf(&proof.Header{}, weights, mu)
	return &dual, budget, nil
}
