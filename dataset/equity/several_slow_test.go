//go:build slow

package equity

import "testing"

// TestAllBoards counts the deals of a hand by its class and the same by all boards.
func TestAllBoards(t *testing.T) {
	byClass := spotOf(t, "AsAh", "", "KK", "QQ")
	got, err := byClass.Exact(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	apart := spotOf(t, "AsAh", "", "KsKh,KsKd,KsKc,KhKd,KhKc", "QQ")
	other := spotOf(t, "AsAh", "", "KdKc", "QQ")
	sum := new(Shared)
	for _, s := range []*Spot{apart, other} {
		one, err := s.Exact(t.Context(), 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum.Classes[0].add(&one.Classes[0])
	}
	if sum.total(); *sum != *got {
		t.Errorf("%+v, want %+v", sum.All, got.All)
	}
}

func TestOneOpponentBeforeTheFlop(t *testing.T) {
	oneOpponent(t, spotOf(t, "AhKh:0.5,72o", "", "RUS"), spotOf(t, "QQ", "", "RS,AhKh"))
}
