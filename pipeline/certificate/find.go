package certificate

import (
	"math"
	"math/big"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/exact"
	"feltlab/solvers/lad"
)

// tauRounds is how often the penalty is bisected: each round halves what the budget may be off by.
const tauRounds = 12

// Find returns the best dual certificate of the relaxation for at most n features: some 20 ms a round on
// 19,600 flops. The answer is a function of the instance. The error wraps regression.ErrInstance or
// exact.ErrProblem.
func Find(inst *regression.Instance, n int) (*Certificate, error) {
	p, err := exact.FromInstance(inst)
	if err != nil {
		return nil, err
	}
	patterns := patternsOf(inst)
	var best []int64
	var bound *big.Rat
	try := func(tau float64) (float64, error) {
		y, budget, err := relax(inst, tau)
		if err != nil {
			return 0, err
		}
		mu := round(patterns, y)
		value, err := p.DualBound(n, mu)
		if err != nil {
			return 0, err
		}
		if bound == nil || value.Cmp(bound) > 0 {
			best, bound = mu, value
		}
		return budget, nil
	}
	// Under a penalty of an average error of 1 no weight pays.
	const most = 1
	if n == 0 {
		if _, err := try(most); err != nil {
			return nil, err
		}
		return certificate(inst, n, best, bound), nil
	}
	budget, err := try(0)
	if err != nil {
		return nil, err
	}
	low, high := 0.0, float64(most)
	for round := 0; round < tauRounds && budget > float64(n); round++ {
		tau := (low + high) / 2
		if low == 0 {
			tau = high / 8 // the first guesses fall fast: the penalty is about 1e-3
		}
		b, err := try(tau)
		if err != nil {
			return nil, err
		}
		if b > float64(n) {
			low = tau
		} else {
			high = tau
		}
	}
	return certificate(inst, n, best, bound), nil
}

func certificate(inst *regression.Instance, n int, mu []int64, bound *big.Rat) *Certificate {
	c := &Certificate{Hand: inst.Hand, Range: inst.Range, Reading: features.Version, Proof: Proof{Kind: Dual, Features: n, Bound: down(bound)}}
	for _, m := range mu {
		c.Multipliers = append(c.Multipliers, Multiplier(m))
	}
	return c
}

// down rounds a ratio to a float64 that is not above it.
func down(x *big.Rat) float64 {
	f, rounded := x.Float64()
	if !rounded && new(big.Rat).SetFloat64(f).Cmp(x) > 0 {
		f = math.Nextafter(f, math.Inf(-1))
	}
	return f
}

// relax solves the relaxation with a penalty of tau, in units of the total weight, on sum |x_j|. It returns
// a multiplier for each row and the sum.
func relax(inst *regression.Instance, tau float64) (y []float64, budget float64, err error) {
	rows := len(inst.Equity)
	widened := *inst
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
	for _, x := range f.Weights {
		budget += math.Abs(x)
	}
	return f.Certificate.Multipliers[:rows], budget, nil
}

// patternsOf numbers the feature vectors of the rows as package exact does.
func patternsOf(inst *regression.Instance) []int {
	index := map[features.Vector]int{}
	for i, v := range exact.Vectors(inst.Features) {
		index[v] = i
	}
	of := make([]int, len(inst.Features))
	for i, v := range inst.Features {
		of[i] = index[v]
	}
	return of
}

// round sums multipliers by pattern. A slope of the loss, which falls where the equity is larger, is
// the negative of a row's multiplier.
func round(pattern []int, y []float64) []int64 {
	sums := make([]float64, 1)
	for i, p := range pattern {
		for len(sums) <= p {
			sums = append(sums, 0)
		}
		sums[p] -= y[i]
	}
	mu := make([]int64, len(sums))
	for i, s := range sums {
		mu[i] = int64(math.Round(s * exact.MultiplierUnit))
	}
	return mu
}
