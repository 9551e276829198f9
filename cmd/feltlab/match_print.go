package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"feltlab/model/game"
)

// matchReport is the answer of the match command. All values are in Unit, a hand.
type matchReport struct {
	Game string `json:"game"`
	Unit string `json:"unit"`
	// Status is exact, estimate (from a sample of flops) or sampled (deals).
	Status     string        `json:"status"`
	Strategies []string      `json:"strategies"`
	Matches    []matchResult `json:"matches"`
	// BestResponses are there with three strategies or more, but not for sampled deals.
	BestResponses []matchResult `json:"best_responses,omitempty"`

	scale float64
}

// matchResult is what a strategy, or a best response, wins against another.
type matchResult struct {
	Strategy string `json:"strategy,omitempty"`
	Opponent string `json:"opponent"`
	// SeatValues[s] is what it wins in seat s, Mean what it wins on average of both.
	SeatValues [2]float64 `json:"seat_values"`
	Mean       float64    `json:"mean"`
	// StandardError is that of Mean, Interval holds what is computed in 95% of cases; both only
	// where there is one.
	StandardError float64     `json:"standard_error,omitempty"`
	Interval      *[2]float64 `json:"interval,omitempty"`

	seats [2]int // the places of both among the strategies
}

func newMatchReport(g game.Game, players []contestant) *matchReport {
	r := &matchReport{Game: g.Name(), Unit: g.Unit(), scale: 1}
	if r.Unit == game.BigBlinds {
		r.Unit, r.scale = "millibigblinds", millis
	}
	for _, p := range players {
		r.Strategies = append(r.Strategies, p.name)
	}
	return r
}

func (r *matchReport) put(ours, theirs int, values [2]float64, standardError float64) {
	result := r.result(values, standardError)
	result.Strategy, result.Opponent, result.seats = r.Strategies[ours], r.Strategies[theirs], [2]int{ours, theirs}
	r.Matches = append(r.Matches, result)
}

func (r *matchReport) putBest(opponent int, values [2]float64, standardError float64) {
	result := r.result(values, standardError)
	result.Opponent = r.Strategies[opponent]
	r.BestResponses = append(r.BestResponses, result)
}

func (r *matchReport) result(values [2]float64, standardError float64) matchResult {
	m := matchResult{
		SeatValues: [2]float64{r.scale * values[0], r.scale * values[1]}, StandardError: r.scale * standardError,
		Mean: r.scale * (values[0] + values[1]) / 2,
	}
	if r.Status != "exact" {
		m.Interval = confidence(m.Mean, m.StandardError)
	}
	return m
}

// text writes the report for a person.
func (r *matchReport) text(w io.Writer) error {
	var b strings.Builder
	if len(r.Strategies) == 2 {
		r.pair(&b)
	} else {
		r.cross(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// pair writes a match by seat.
func (r *matchReport) pair(b *strings.Builder) {
	m := &r.Matches[0]
	fmt.Fprintf(b, "%s against %s in %s, %s: what the first wins, in %s a hand\n\n", m.Strategy, m.Opponent, r.Game, r.Status, r.Unit)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "seat 1\tseat 2\tmean\t\n")
	fmt.Fprintf(t, "%s\t%s\t%s\t\n", fixed4(m.SeatValues[0]), fixed4(m.SeatValues[1]), fixed4(m.Mean))
	t.Flush()
	if m.Interval != nil {
		fmt.Fprintf(b, "\nthe mean is between %s and %s with 95%% confidence\n", fixed4(m.Interval[0]), fixed4(m.Interval[1]))
	}
}

// cross writes a cross table.
func (r *matchReport) cross(b *strings.Builder) {
	fmt.Fprintf(b, "what the row wins from the column in %s, %s, in %s a hand\n\n", r.Game, r.Status, r.Unit)
	won := map[[2]int]*matchResult{}
	for i := range r.Matches {
		won[r.Matches[i].seats] = &r.Matches[i]
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\t%s\t", strings.Join(r.Strategies, "\t"))
	if len(r.BestResponses) > 0 {
		fmt.Fprintf(t, "a best response wins\t")
	}
	fmt.Fprintln(t)
	cell := func(m *matchResult, sign float64) {
		if fmt.Fprint(t, fixed4(sign*m.Mean)); m.Interval != nil {
			fmt.Fprintf(t, " ± %s", fixed4(normalQuantile*m.StandardError))
		}
		fmt.Fprint(t, "\t")
	}
	for i, row := range r.Strategies {
		fmt.Fprintf(t, "%s\t", row)
		for j := range r.Strategies {
			switch {
			case i < j:
				cell(won[[2]int{i, j}], 1)
			case i > j:
				cell(won[[2]int{j, i}], -1)
			default:
				fmt.Fprint(t, "\t")
			}
		}
		if len(r.BestResponses) > 0 {
			cell(&r.BestResponses[i], 1)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}
