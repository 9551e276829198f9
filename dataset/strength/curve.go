package strength

import (
	"cmp"
	"context"
	"slices"

	"feltlab/model/cards"
)

// CurvePoint is a combo on the curve of a range: all its combos, the best first.
type CurvePoint struct {
	Player string  `json:"player" text:"-"`           // the player's hand or range
	Combo  string  `json:"combo"`                     // the combo
	Equity float64 `json:"equity" text:",%4"`         // its mean share of the pot
	Share  float64 `json:"share_of_deals" text:",%4"` // share of all deals in which the player holds it
	UpTo   float64 `json:"up_to" text:"-"`            // share of all deals in which the player holds it or a better one
	Win    float64 `json:"win" text:",%4"`            // share of its deals that win the whole pot
	Tie    float64 `json:"tie" text:",%4"`            // share of its deals that win a part of it
	// Ahead is the share of its deals in which it is the best hand now, without further cards, on a flop or a turn.
	Ahead *float64 `json:"ahead_now,omitempty" text:",%2"`
	Holds string   `json:"holds,omitempty"` // on a board its made hand and draws
}

// Ahead says how our hands compare with the others' as they are on a flop or a turn, without further cards.
type Ahead struct {
	Ahead  *float64 `json:"ahead_now,omitempty" text:",%4"`  // share of the deals in which we have the best hand
	Tied   *float64 `json:"tied_now,omitempty" text:",%4"`   // share in which others have as good a hand
	Behind *float64 `json:"behind_now,omitempty" text:",%4"` // share in which another hand is better
}

// AheadOf makes shares of what Now counted.
func AheadOf(now *Shared) (a Ahead) {
	if now != nil {
		p := PartsOf(now.All.Tally)
		a = Ahead{&p.Win, &p.Tie, new(1 - p.Win - p.Tie)}
	}
	return a
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
		now, err := turned.Now(ctx)
		if err != nil {
			return nil, err
		}
		curves = append(curves, turned.Curve(names[player], shared, now))
	}
	return curves, nil
}

// Curve lists our combos by their equities in a result of the spot, the best first. now is that of Now, or nil.
func (s *Spot) Curve(name string, result, now *Shared) (curve []CurvePoint) {
	deals := 0.0
	for h := range cards.Combo(cards.NumCombos) {
		c := &result.Combos[h]
		if s.Hero.Weight(h) == 0 || c.Deals.Zero() {
			continue
		}
		share := c.Deals.Float()
		deals += share
		parts := PartsOf(c.Tally)
		p := CurvePoint{Player: name, Combo: h.String(), Equity: c.Equity(), Share: share, Win: parts.Win,
			Tie: parts.Tie}
		if len(s.Board) > 0 {
			p.Holds = heldText(h, s.Board)
		}
		if now != nil {
			p.Ahead = new(PartsOf(now.Combos[h].Tally).Win)
		}
		curve = append(curve, p)
	}
	slices.SortStableFunc(curve, func(a, b CurvePoint) int { return cmp.Compare(b.Equity, a.Equity) })
	upTo := 0.0
	for i := range curve {
		curve[i].Share /= deals
		upTo += curve[i].Share
		curve[i].UpTo = upTo
	}
	return curve
}
