package kumar

import (
	"math"
	"testing"
)

// TestSpearman checks ranks with ties against values worked out by hand.
func TestSpearman(t *testing.T) {
	got := fractionalRanks([]float64{7, 1, 7, 3, 7})
	for i, want := range []float64{4, 1, 4, 2, 4} {
		if got[i] != want {
			t.Fatalf("ranks %v", got)
		}
	}
	// Differences of the ranks 0 -1 1 0: 1 - 6*2/(4*15).
	if rho := spearman([]float64{1, 2, 3, 4}, []float64{10, 300, 20, 4000}); math.Abs(rho-0.8) > 1e-12 {
		t.Errorf("Spearman %v, want 0.8", rho)
	}
	if r := pearson([]float64{1, 2, 3}, []float64{3, 2, 1}); math.Abs(r+1) > 1e-12 {
		t.Errorf("Pearson %v, want -1", r)
	}
}
