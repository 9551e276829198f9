package prove

import (
	"context"
	"math"

	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// tauRounds is how often the penalty is bisected: each round halves what the budget may be off by.
const tauRounds = 12

// Relax returns the bound on the average error of the formulas with at most n features that the
// linear relaxation gives, as a cut: of all columns such a formula has n + 1. It solves
//
//	min  sum_i |e_i - estimate_i|  +  tau sum_j |x_j|       |x_j| <= 1
//
// by package lad, the penalty being one more row a feature, and bisects tau until sum |x_j| meets
// n: some 20 ms a round on 19,600 flops. When the context ends, so do the rounds but the first; each
// has a bound. The bound is what the judge makes of the cut. The error wraps
// regression.ErrInstance.
func Relax(ctx context.Context, inst *regression.Instance, in *proof.Instance, n int) (cut proof.Cut, bound float64, err error) {
	cut = proof.Cut{Columns: in.Features(), Need: n + 1}
	try := func(tau float64) (float64, error) {
		d, budget, err := relax(inst, in, tau)
		if err != nil {
			return 0, err
		}
		if b := in.Bound(proof.Average, &cut, d); cut.Dual == nil || b > bound {
			cut.Dual, bound = d, b
		}
		return budget, nil
	}
	// Under a penalty of an average error of 1 no weight pays.
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

// relax solves the relaxation with a penalty of tau, in units of the total weight, on sum |x_j|. It
// returns its dual vector and the sum.
func relax(inst *regression.Instance, in *proof.Instance, tau float64) (d *proof.Dual, budget float64, err error) {
	rows := len(inst.Equity)
	widened := *inst
	widened.Counts = nil
	all := features.IDs()
	for j, id := range all {
		if tau > 0 {
			var alone features.Vector
			widened.Features = append(widened.Features[:rows+j:rows+j], alone.With(id))
			widened.Equity = append(widened.Equity[:rows+j:rows+j], 0)
			widened.Weight = append(widened.Weight[:rows+j:rows+j], tau*inst.TotalWeight())
		}
	}
	problem, err := lad.New(&widened, lad.Average)
	if err != nil {
		return nil, 0, err
	}
	f, err := problem.Fit(all)
	if err != nil {
		return nil, 0, err
	}
	var weights [features.Count + 1]float64
	for i, x := range f.Weights {
		weights[f.IDs[i]] = x
		budget += math.Abs(x)
	}
	t, err := newTable(inst, lad.Average)
	if err != nil {
		return nil, 0, err
	}
	mu := make([]float64, t.patterns)
	t.byPattern(f.Certificate.Multipliers[:rows], mu)
	dual := in.DualOf(weights, mu)
	return &dual, budget, nil
}
