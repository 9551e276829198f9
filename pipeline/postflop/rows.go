package postflop

import (
	"cmp"
	"context"
	"io"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/game"
)

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
