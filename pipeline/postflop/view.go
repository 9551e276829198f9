package postflop

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"

	"feltlab/dataset/table"
	"feltlab/model/cards"
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

func short(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// Row is what a strategy does with a hand by one action, for files of tables.
type Row struct {
	Line        string  `json:"line"`            // the actions before
	Board       string  `json:"board"`           // the board
	Seat        string  `json:"seat"`            // the seat that acts
	Hand        string  `json:"hand"`            // its hand
	Weight      float64 `json:"weight"`          // weight of the hand in the range
	Equity      float64 `json:"equity"`          // its equity if both seats only checked, as a fraction
	EV          float64 `json:"ev_chips"`        // expected value of the strategy from here on
	Action      string  `json:"action"`          // an action
	Probability float64 `json:"probability"`     // how often it is played
	ActionEV    float64 `json:"action_ev_chips"` // expected value of the action
}

// WriteRows writes the decisions of so many streets, 0 for all, in one of the formats of package table.
func WriteRows(w io.Writer, format string, g *game.Postflop, p game.Policy, streets int) error {
	var rows []Row
	err := eachDecision(context.Background(), g, p, func(d *decision) {
		board := cards.Format(d.Board.Cards())
		for _, r := range d.rows {
			for i := range r.Odds {
				rows = append(rows, Row{d.History, board, game.PostflopSeats[d.Actor], r.Hand, r.Weight, r.Equity, r.EV,
					g.ActionName(d.Node, i), r.Odds[i], r.Values[i]})
			}
		}
	}, cmp.Or(streets, g.Rounds()))
	if err != nil {
		return err
	}
	return table.Write(w, format, table.Of[Row](), nil, rows)
}
