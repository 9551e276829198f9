package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"feltlab/model/cards"
)

// equityJSON is the answer of the equity command. Shares are fractions of 1, counts are weighted by
// the ranges' integer weights or, sampled, deals.
type equityJSON struct {
	Hand   string   `json:"hand"`
	Range  string   `json:"range"` // of the first opponent
	Ranges []string `json:"ranges"`
	Board  string   `json:"board"`
	Method string   `json:"method"` // exact or sampled
	Equity float64  `json:"equity"`
	Win    float64  `json:"win"`
	Tie    float64  `json:"tie"`
	Wins   uint64   `json:"wins"`
	Ties   uint64   `json:"ties"`
	Deals  uint64   `json:"deals"`
	// StandardError is that of a sampled Equity.
	StandardError *float64         `json:"standard_error,omitempty"`
	Seed          *uint64          `json:"seed,omitempty"`
	Seconds       float64          `json:"seconds"`
	Hands         []handEquityJSON `json:"hands,omitempty"`
}

// handEquityJSON is the same of a class of hands.
type handEquityJSON struct {
	Hand          string   `json:"hand"`
	Equity        float64  `json:"equity"`
	Win           float64  `json:"win"`
	Tie           float64  `json:"tie"`
	Share         float64  `json:"share_of_deals"`
	Wins          uint64   `json:"wins"`
	Ties          uint64   `json:"ties"`
	Deals         uint64   `json:"deals"`
	StandardError *float64 `json:"standard_error,omitempty"`
}

func (e *equityAnswer) json() *equityJSON {
	j := &equityJSON{
		Hand: e.name, Board: cards.Format(e.Board), Method: "exact", Equity: e.equity, Win: part(e.wins, e.deals), Tie: part(e.ties, e.deals),
		Wins: e.wins, Ties: e.ties, Deals: e.deals, Seconds: e.took.Seconds(),
	}
	for _, r := range e.Opponents {
		j.Ranges = append(j.Ranges, r.String())
	}
	j.Range = j.Ranges[0]
	if e.sampled {
		j.Method, j.StandardError, j.Seed = "sampled", &e.standardError, &e.seed
	}
	for _, k := range e.byEquity() {
		s := e.hands[k]
		h := handEquityJSON{
			Hand: k.String(), Equity: s.Equity(), Win: part(s.Wins, s.Deals), Tie: part(s.Ties, s.Deals), Share: part(s.Deals, e.deals),
			Wins: s.Wins, Ties: s.Ties, Deals: s.Deals,
		}
		if e.sampled {
			standardError := s.StandardError()
			h.StandardError = &standardError
		}
		j.Hands = append(j.Hands, h)
	}
	return j
}

func part(n, of uint64) float64 { return float64(n) / float64(of) }

// byEquity lists the classes that were dealt, the best first.
func (e *equityAnswer) byEquity() []cards.Class {
	var out []cards.Class
	if e.hands == nil {
		return nil
	}
	for k := range cards.Class(cards.NumClasses) {
		if e.hands[k].Deals > 0 {
			out = append(out, k)
		}
	}
	slices.SortStableFunc(out, func(x, y cards.Class) int {
		switch a, b := e.hands[x].Equity(), e.hands[y].Equity(); {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	return out
}

func (a *app) printEquity(e *equityAnswer) error {
	on := "before the flop"
	if len(e.Board) > 0 {
		on = "on " + cards.Format(e.Board)
	}
	var names []string
	for _, r := range e.Opponents {
		names = append(names, r.String())
	}
	fmt.Fprintf(a.stdout, "%s against %s %s\n", e.name, strings.Join(names, " and "), on)
	precision, how := "", fmt.Sprintf("counted in %v", e.took.Round(time.Microsecond))
	if e.sampled {
		precision, how = fmt.Sprintf("  standard error %.4f", 100*e.standardError), fmt.Sprintf("sampled with seed %d", e.seed)
	}
	fmt.Fprintf(a.stdout, "  equity %8.4f%%%s\n", 100*e.equity, precision)
	fmt.Fprintf(a.stdout, "  win    %8.4f%%  %d\n", 100*part(e.wins, e.deals), e.wins)
	fmt.Fprintf(a.stdout, "  tie    %8.4f%%  %d\n", 100*part(e.ties, e.deals), e.ties)
	fmt.Fprintf(a.stdout, "  deals             %d, %s\n", e.deals, how)
	if e.hands == nil {
		return nil
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "  hand\tequity\twin\ttie\tof deals\t"+map[bool]string{true: "standard error\t"}[e.sampled])
	for _, k := range e.byEquity() {
		s := e.hands[k]
		fmt.Fprintf(w, "  %v\t%.4f%%\t%.4f%%\t%.4f%%\t%.2f%%\t", k, 100*s.Equity(), 100*part(s.Wins, s.Deals), 100*part(s.Ties, s.Deals), 100*part(s.Deals, e.deals))
		if e.sampled {
			fmt.Fprintf(w, "%.4f\t", 100*s.StandardError())
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
