package expost

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic/stochastictest"
)

// TestTableEnds holds the ends to the values of the check: both come from deals.
func TestTableEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for n := 2; n <= 5; n++ {
		table, x := stochastictest.Table(rng, n)
		ends := must.Get(TableEnds(table, x, tournament.Decision{}, 1, 1<<16))(t)
		check := must.Get(CheckTable(t.Context(), table, x, TableOptions{Deals: 1 << 17}))(t)
		values, sum, last := make([]float64, n), 0.0, 1.0
		for _, end := range ends {
			if sum += end.Probability; end.Probability > last {
				t.Errorf("%d players: a probability of %v after %v", n, end.Probability, last)
			}
			last = end.Probability
			for seat, v := range table.Values(table.End(end.In, end.Ranks)) {
				values[seat] += end.Probability * v
			}
		}
		for seat, v := range values {
			if math.Abs(sum-1) > 1e-9 || math.Abs(v-check.Values[seat]) > 0.03 { // of some 10, on 65,536 deals
				t.Errorf("%d players: values %v, want %v; all ends %v", n, values, check.Values, sum)
			}
		}
	}
}
