package postflop

import (
	"context"
	"math"
	"slices"

	"feltlab/model/game"
)

// View is what a page shows of a strategy: its verdict, and the lines of the first street with both ranges.
type View struct {
	Verdict *Verdict `json:"verdict"`
	Title   string   `json:"title"`
	Lines   []Spot   `json:"lines"`
}

// Spot is a decision on the first street. Numbers have four decimals.
type Spot struct {
	Line    string    `json:"line"`    // the actions before
	Words   string    `json:"words"`   // the same in words; empty at the start
	Seat    string    `json:"seat"`    // the seat that acts
	Actions []string  `json:"actions"` // its actions
	Hands   []HandRow `json:"hands"`   // its hands, with the weight that is left of each after the line
	// Other has the weight that is left of each hand of the other seat.
	Other map[string]float64 `json:"other"`
}

// ViewOf makes the view of a strategy with its verdict.
func ViewOf(ctx context.Context, g *game.Postflop, p game.Policy, v *Verdict) (*View, error) {
	brief := *v
	brief.Lines, brief.Hands, brief.First = nil, nil, nil
	out := &View{Verdict: &brief, Title: v.Title()}
	order := map[string]int{} // of lines in the tree
	err := eachDecision(ctx, g, p, func(d *decision) {
		line := lineOf(g, d.Node)
		s := Spot{Line: d.History, Words: Words(g, d.History), Seat: line.Seat, Actions: line.Actions,
			Other: map[string]float64{}}
		hands := g.Hands()
		for h, w := range d.reach[1-d.Actor] {
			if w = short(w); w > 0 {
				s.Other[hands.Name(1-d.Actor, h)] = w
			}
		}
		left := map[string]float64{}
		for h, w := range d.reach[d.Actor] {
			left[hands.Name(d.Actor, h)] = short(w)
		}
		for _, r := range d.rows {
			if r.Weight = left[r.Hand]; r.Weight == 0 {
				continue
			}
			r.EV, r.Equity = short(r.EV), short(r.Equity)
			for i := range r.Odds {
				r.Odds[i], r.Values[i] = short(r.Odds[i]), short(r.Values[i])
			}
			s.Hands = append(s.Hands, r)
		}
		out.Lines, order[s.Line] = append(out.Lines, s), d.ID
	}, 1)
	slices.SortFunc(out.Lines, func(a, b Spot) int { return order[a.Line] - order[b.Line] })
	return out, err
}

// short rounds to four decimals.
func short(x float64) float64 { return math.Round(x*1e4) / 1e4 }
