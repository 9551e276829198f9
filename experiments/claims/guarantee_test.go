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

// TestGuarantee plays six chips with blinds of 1 and 2. Where the opponent, too, may only jam and
// fold, the game is one of two equals: what one is sure of leaves the other the rest. Where he may
// also call the blind, less is left.
func TestGuarantee(t *testing.T) {
	duels := stochastic.NewPairs(ranked{}, tournament.RemovalExact)
	sum := map[bool]float64{}
	for _, jamsOnly := range []bool{true, false} {
		r := newRestricted(duels, 6, 1, 2)
		r.jamsOnly = jamsOnly
		if err := r.solve(t.Context(), 2, 4, 30); err != nil {
			t.Fatal(err)
		}
		sum[jamsOnly] = r.least().Sum
		for seat := range r.worth {
			for u := 1; u <= r.units; u++ {
				if r.worth[seat][u] <= r.worth[seat][u-1] {
					t.Errorf("seat %d, only jams %v: %d chips are worth %v, one less %v", seat, jamsOnly, u,
						r.worth[seat][u], r.worth[seat][u-1])
				}
			}
		}
	}
	if s := sum[true]; s > 1+1e-9 || s < .997 {
		t.Errorf("two who jam and fold are sure of %v together, want 1 but for what little learning leaves", s)
	}
	if s := sum[false]; s >= sum[true]-1e-3 || s < .9 {
		t.Errorf("against an opponent who calls the blind, too, the sum is %v, against one who does not %v", s,
			sum[true])
	}
}
