package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"feltlab/model/game"
	"feltlab/report/losses"
	"feltlab/solvers/extensive"
)

// responseReport is the answer of the bestresponse command. All values are in Unit, a hand.
type responseReport struct {
	Game     string `json:"game"`
	Opponent string `json:"opponent"`
	// SeatValues[s] is what a best response from seat s wins.
	SeatValues [2]float64 `json:"seat_values"`
	// Exploitability is half of NashConv; Mean is its former name.
	Mean           float64 `json:"mean"`
	Exploitability float64 `json:"exploitability"`
	NashConv       float64 `json:"nashconv"`
	Unit           string  `json:"unit"`
	Seconds        float64 `json:"seconds"`
	// GameValue is the equilibrium's value to seat 0, OpponentLosses[s] what the opponent in
	// seat s loses beside it.
	GameValue      float64    `json:"game_value"`
	OpponentLosses [2]float64 `json:"opponent_losses"`
	// Rounds says where the loss arises; empty without the public tree.
	Rounds []responseRound `json:"rounds,omitempty"`
	Hands  []losses.Hand   `json:"hands"`
	// Losses are there with a page.
	Losses *losses.Report `json:"losses,omitempty"`

	scale float64 // of the game's unit
}

// responseRound is a betting round and its part of the NashConv, by responding seat.
type responseRound struct {
	Round int        `json:"round"`
	Loss  float64    `json:"loss"`
	Seats [2]float64 `json:"seats"`
}

func newResponseReport(g game.Game, r *extensive.Response, gameValue, seconds float64) *responseReport {
	unit, scale := g.Unit(), 1.0
	if unit == game.BigBlinds {
		unit, scale = "millibigblinds", millis
	}
	report := &responseReport{
		Game: g.Name(), Unit: unit, Seconds: seconds, scale: scale,
		SeatValues: [2]float64{scale * r.SeatValues[0], scale * r.SeatValues[1]},
		Mean:       scale * r.Mean(), Exploitability: scale * r.Mean(), NashConv: scale * r.NashConv(),
		GameValue:      scale * gameValue,
		OpponentLosses: [2]float64{scale * (r.SeatValues[1] + gameValue), scale * (r.SeatValues[0] - gameValue)},
	}
	for k := range r.Rounds[0] {
		seats := [2]float64{scale * r.Rounds[0][k], scale * r.Rounds[1][k]}
		report.Rounds = append(report.Rounds, responseRound{k + 1, seats[0] + seats[1], seats})
	}
	for h := range r.Hands[0] {
		values := [2]float64{scale * r.Hands[0][h], scale * r.Hands[1][h]}
		report.Hands = append(report.Hands, losses.Hand{Hand: g.Hands().Name(0, h), Values: values})
	}
	return report
}

// text writes the report for a person.
func (r *responseReport) text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "best response to %s in %s, in %s a hand\n\n", r.Opponent, r.Game, r.Unit)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\tseat 1\tseat 2\tboth\t\n")
	fmt.Fprintf(t, "best response wins\t%.4f\t%.4f\t%.4f\t  (NashConv)\n", r.SeatValues[0], r.SeatValues[1], r.NashConv)
	fmt.Fprintf(t, "half of both\t\t\t%.4f\t  (exploitability)\n", r.Mean)
	fmt.Fprintf(t, "equilibrium wins\t%.4f\t%.4f\t\t\n", r.GameValue, -r.GameValue)
	fmt.Fprintf(t, "opponent in it loses\t%.4f\t%.4f\t\t\n", r.OpponentLosses[0], r.OpponentLosses[1])
	for _, round := range r.Rounds {
		fmt.Fprintf(t, "arises in round %d\t%.4f\t%.4f\t%.4f\t\n", round.Round, round.Seats[0], round.Seats[1], round.Loss)
	}
	t.Flush()
	fmt.Fprintf(&b, "\nby hand of the best response\n\n%s", handTable(r.Hands, [2]string{"seat 1", "seat 2"}, 4))
	fmt.Fprintf(&b, "\n%.3g s\n", r.Seconds)
	_, err := io.WriteString(w, b.String())
	return err
}
