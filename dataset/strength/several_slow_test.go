//go:build slow

package strength

import (
	"testing"

	"feltlab/dataset/equity"
	"feltlab/internal/must"
)

// TestAllBoards counts the deals of a hand by its class and the same by all boards.
func TestAllBoards(t *testing.T) {
	byClass := spotOf(t, "AsAh", "", "KK", "QQ")
	got := must.Get(byClass.Exact(t.Context(), 0, nil))(t)
	apart := spotOf(t, "AsAh", "", "KsKh,KsKd,KsKc,KhKd,KhKc", "QQ")
	other := spotOf(t, "AsAh", "", "KdKc", "QQ")
	sum := new(Shared)
	for _, s := range []*Spot{apart, other} {
		one := must.Get(s.Exact(t.Context(), 0, nil))(t)
		sum.Combos[0].add(&one.All)
	}
	if sum.total(1); sum.All != got.All {
		t.Errorf("%+v, want %+v", sum.All, got.All)
	}
}

func TestOneOpponentBeforeTheFlop(t *testing.T) {
	oneOpponent(t, spotOf(t, "AhKh:0.5,72o", "", "RUS"), spotOf(t, "QQ", "", "RS,AhKh"))
}

// TestDeadBeforeTheFlop counts every board without the dead cards in two ways, for one hand and for a range.
func TestDeadBeforeTheFlop(t *testing.T) {
	hand, hands := lacking(spotOf(t, "AsAh", "", "KdKc,QdQc"), "AdKh"), lacking(spotOf(t, "AsAh,AdAc", "", "KdKc,QdQc"),
		"AdKh")
	a, err := hand.Exact(t.Context(), 0, nil)
	b, bad := hands.Exact(t.Context(), 0, nil)
	if err != nil || bad != nil || a.All != b.All || a.All.Deals != equity.SumOf(2*1_370_754) {
		t.Errorf("%+v and %+v; %v, %v", a.All, b.All, err, bad)
	}
}
