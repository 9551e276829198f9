package claims

import (
	"testing"

	"feltlab/dataset/allin"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// ranked deals classes of which each beats all after it.
type ranked struct{}

func (ranked) Counts(a, b cards.Class) allin.PairCounts {
	n := uint64(a.Size() * b.Size())
	switch {
	case a < b:
		return allin.PairCounts{Wins: n}
	case a > b:
		return allin.PairCounts{Losses: n}
	}
	return allin.PairCounts{Ties: n}
}

// TestGuarantee plays six chips with blinds of 1 and 2. If the opponent, too, may only jam and fold, the guarantees of
// both seats sum to 1. If the opponent may also limp, the sum is smaller.
func TestGuarantee(t *testing.T) {
	pairs := stochastic.NewPairs(ranked{}, tournament.RemovalExact)
	sum := map[bool]float64{}
	for _, jamsOnly := range []bool{true, false} {
		r := newRestricted(pairs, 6, 1, 2)
		r.jamsOnly = jamsOnly
		if err := r.solve(t.Context(), 2, 4, 30); err != nil {
			t.Fatal(err)
		}
		sum[jamsOnly] = r.least().Sum
		for seat := range r.sure {
			for u := 1; u <= r.units; u++ {
				if r.sure[seat][u] <= r.sure[seat][u-1] {
					t.Errorf("seat %d, only jams %v: the value of %d chips is %v, of one less %v", seat, jamsOnly, u,
						r.sure[seat][u], r.sure[seat][u-1])
				}
			}
		}
	}
	if s := sum[true]; s > 1+1e-9 || s < .997 {
		t.Errorf("two players who jam and fold are sure of %v together, want nearly 1", s)
	}
	if s := sum[false]; s >= sum[true]-1e-3 || s < .9 {
		t.Errorf("with limps the sum is %v, without %v", s,
			sum[true])
	}
}
