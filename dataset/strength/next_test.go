package strength

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

// Each entry has the counts of its cards, dealt out one by one; all cards together have those of the board.
func TestNextCards(t *testing.T) {
	for _, s := range []*Spot{
		spotOf(t, "AhKh", "Qs7h2d9c", "JJ:0.5,AKs", "77,Th9h,KQ"),
		lacking(spotOf(t, "AA,22:0.25", "Qs7h2d3c", "KQs,QQ"), "QhQc"),
		spotOf(t, "AsAd,7c6c", "8c7h2c", "QhQd,9c8d"),
	} {
		exact := func(_ context.Context, s *Spot) (*Shared, error) { return s.Exact(t.Context(), 1, nil) }
		list := must.Get(s.NextCards(t.Context(), exact, nil))(t)
		var share float64
		seen := cards.SetOf(s.Board...) | s.Dead
		for i, next := range list {
			for _, text := range strings.Fields(next.Card) {
				card := must.Get(cards.ParseCards(text))(t)[0]
				after := *s
				after.Board = append(slices.Clone(s.Board), card)
				want := naive(&after)
				if next.Equity != want.All.Equity() || next.Wins.String() != want.All.Wins.String() || seen.Has(card) {
					t.Errorf("%v: %+v, want %+v", card, next, want.All)
				}
				for player, e := range next.Equities {
					must.Equal(t, e, want.Players[player].Equity(), card, player)
				}
				seen = seen.With(card)
			}
			if share += next.Share; i > 0 && next.Equity > list[i-1].Equity {
				t.Errorf("%v is better than the entry before", next.Card)
			}
		}
		var mean float64
		for _, next := range list {
			mean += next.Share * next.Equity
		}
		now := must.Get(s.Exact(t.Context(), 1, nil))(t).All.Equity()
		if math.Abs(share-1) > 1e-12 || math.Abs(mean-now) > 1e-12 ||
			math.Abs(list[0].Equity-now-list[0].Change) > 1e-12 {
			t.Errorf("shares add up to %v, equities to %v, want %v", share, mean, now)
		}
		for left := cards.FullDeck &^ seen; left != 0; left &= left - 1 { // no deal with it
			after := *s
			after.Board = append(slices.Clone(s.Board), left.Min())
			must.Fails(after.Exact(t.Context(), 1, nil))(t, equity.ErrEmptyRange)
		}
	}
	must.Fails(spotOf(t, "AA", "", "KK").NextCards(t.Context(), nil, nil))(t, ErrNextCard)
}

// Each player's curve has the combos of the range with the equities that each has when it is dealt out alone.
func TestCurves(t *testing.T) {
	for _, s := range []*Spot{
		lacking(spotOf(t, "AhKh,QQ", "Qs7h2d9c", "JJ:0.5,AKs", "77,Th9h,KQ"), "Jc"),
		spotOf(t, "AA,22:0.25", "Qs7h2d3c", "KQs,QQ"),
	} {
		names := []string{"a", "b", "c"}[:1+len(s.Opponents)]
		for player, curve := range must.Get(s.Curves(t.Context(), names, nil))(t) {
			turned := *s
			turned.Hero, turned.Opponents = s.players()[player], slices.Delete(s.players(), player, player+1)
			want := naive(&turned)
			for i, p := range curve {
				c := &want.Combos[must.Get(cards.ParseCombo(p.Combo))(t)]
				if p.Equity != c.Equity() || math.Abs(p.Share-c.Deals.Float()/want.All.Deals.Float()) > 1e-12 ||
					p.Player != names[player] || i > 0 && p.Equity > curve[i-1].Equity {
					t.Errorf("%+v, want equity %v", p, c.Equity())
				}
				c.Deals = equity.Sum{}
			}
			for h := range want.Combos {
				if !want.Combos[h].Deals.Zero() {
					t.Errorf("%v is not on the curve of %s", cards.Combo(h), names[player])
				}
			}
			must.Near(t, curve[len(curve)-1].UpTo, 1, 1e-12, "the curve ends at")
		}
	}
}

// Before the flop where one board stands for those of other suits, each combo still has its own counts.
func TestCombosBeforeFlop(t *testing.T) {
	s := lacking(spotOf(t, "QJs,72o", "", "JTs", "98s"), "AsAhAdAcKsKhKdKc")
	board, _, err := s.check()
	must.Do(t, err)
	byBoard := must.Get(s.counted(t.Context(), board, 1, nil))(t).total(1)
	byDeal := must.Get(s.fromDeals(t.Context(), s.deals(1e12), 1, nil))(t)
	if !s.renames() || *byBoard != *byDeal {
		t.Errorf("by boards %+v, by deals %+v", byBoard.All, byDeal.All)
	}
}
