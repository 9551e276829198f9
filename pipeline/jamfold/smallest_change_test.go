package jamfold

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/solvers/jamfold"
)

// TestSmallestChange asks for a smaller change than a few rounds reach: then the round that moved values least gets the
// certificate. If values converge, the solution gets it.
func TestSmallestChange(t *testing.T) {
	lab, c := small(t, t.TempDir())
	c.Rounds, c.Delta = 3, 1e-12
	var moved []float64
	visit := func(r jamfold.Round) { moved = append(moved, r.Moved) }
	s, converged, err := lab.SmallestChange(context.Background(), c, visit)
	if err != nil || converged || len(moved) != 3 {
		t.Fatalf("after %d rounds, converged %t: %v", len(moved), converged, err)
	}
	if least := slices.Min(moved); s.Moved != least || s.Round != 1+slices.Index(moved, least) {
		t.Errorf("round %d moved values by %v; all: %v", s.Round, s.Moved, moved)
	}
	if s.Certificate.Gain <= 0 || s.Certificate.Gain > s.Game.Rules.Prizes[0] {
		t.Errorf("a deviation gains %v", s.Certificate.Gain)
	}

	// The bound counts the rounds in the store: going on plays one more, not three, and does not change the answer.
	moved = nil
	again, converged, err := lab.SmallestChange(context.Background(), c, visit)
	if err != nil || converged || len(moved) != 1 || !cmp.Equal(again.Snapshot, s.Snapshot) ||
		!cmp.Equal(again.Certificate, s.Certificate) {
		t.Errorf("going on took %d rounds, converged %t: %v", len(moved), converged, err)
	}

	lab, c = small(t, t.TempDir())
	s, converged, err = lab.SmallestChange(context.Background(), c, nil)
	if err != nil || !converged {
		t.Fatalf("converged %t: %v", converged, err)
	}
	want, err := lab.Tournament(context.Background(), c, nil)
	if err != nil || !cmp.Equal(s.Snapshot, want.Snapshot) {
		t.Errorf("another solution than the tournament's: %v", err)
	}
}
