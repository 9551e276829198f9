package strength

import (
	"cmp"
	"context"
	"slices"

	"feltlab/model/cards"
)

// CurvePoint is a combo on the curve of a range: all its combos, the best first.
type CurvePoint struct {
	Player string  `json:"player"`         // the player's hand or range
	Combo  string  `json:"combo"`          // the combo
	Equity float64 `json:"equity"`         // its mean share of the pot
	Share  float64 `json:"share_of_deals"` // share of all deals in which the player holds it
	UpTo   float64 `json:"up_to"`          // share of all deals in which the player holds it or a better one
}

// Curves lists the combos of each player with their equities, by Exact from the place of each: for each player, ours
// first, a list with the best combo first. names are the players' hands or ranges.
func (s *Spot) Curves(ctx context.Context, names []string, progress func(done, total int)) ([][]CurvePoint, error) {
	var curves [][]CurvePoint
	for player, hero := range s.players() {
		turned := *s
		turned.Hero, turned.Opponents = hero, slices.Delete(s.players(), player, player+1)
		shared, err := turned.Exact(ctx, 0, progress)
		if err != nil {
			return nil, err
		}
		var curve []CurvePoint
		deals := shared.deals(turned.Hero.Weights())
		for h := range cards.Combo(cards.NumCombos) {
			if c := &shared.Combos[h]; turned.Hero.Weight(h) > 0 && !c.Deals.Zero() {
				curve = append(curve, CurvePoint{names[player], h.String(), c.Equity(), c.Deals.Float() / deals, 0})
			}
		}
		slices.SortStableFunc(curve, func(a, b CurvePoint) int { return cmp.Compare(b.Equity, a.Equity) })
		upTo := 0.0
		for i := range curve {
			upTo += curve[i].Share
			curve[i].UpTo = upTo
		}
		curves = append(curves, curve)
	}
	return curves, nil
}

// deals returns the deals of the combos of a range.
func (s *Shared) deals(weights *[cards.NumCombos]uint32) (sum float64) {
	for h, w := range weights {
		if w > 0 {
			sum += s.Combos[h].Deals.Float()
		}
	}
	return sum
}
