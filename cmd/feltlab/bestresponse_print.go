package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/pipeline/worstcase"
	"feltlab/report"
	"feltlab/report/draw"
	"feltlab/solvers/limitholdem"
)

// drawn names the sampled turns and rivers of an estimate, and its bias.
func drawn(r *worstcase.Response) string {
	if r.Turns == 0 && r.Rivers == 0 {
		return ""
	}
	number := func(n int) string {
		if n == 0 {
			return "all"
		}
		return strconv.Itoa(n)
	}
	return fmt.Sprintf(", %s turns of each and %s rivers of each turn\n"+
		"the response knows which, so that the estimate leans upward: an upper bound in expectation", number(r.Turns),
		number(r.Rivers))
}

// arises are the betting rounds of limit hold'em.
var arises = [...]string{"before the flop", "on the flop", "on the turn", "on the river"}

func printResponse(w io.Writer, r *worstcase.Response) error {
	seats, each, decimals := [2]string{"seat 1", "seat 2"}, "hand", 4
	if r.Game == limitHoldem {
		seats, each, decimals = [2]string{"small blind", "big blind"}, "game", 1
	}
	fmt.Fprintf(w, "best response to %s in %s, in %s a %s\n", r.Opponent, r.Game, r.Unit, each)
	switch r.Status {
	case "estimate":
		fmt.Fprintf(w, "estimated from %d of %d flops%s\n", r.Flops, limitholdem.NumFlops, drawn(r))
	case "interval":
		fmt.Fprintf(w, "stopped with %d of %d pieces of work done\n", r.Done, r.Total)
	}
	printCached(w, r.Cached, r.Done)
	fmt.Fprintln(w)
	t := table.NewSheet("", seats[0], seats[1], "both").Align("rrrrl")
	row := func(name string, of [2]float64, more ...string) {
		t.Add(append([]string{name, table.Fixed(of[0], 4), table.Fixed(of[1], 4)}, more...)...)
	}
	both := func(name string, v float64, more ...string) {
		t.Add(append([]string{name, "", "", table.Fixed(v, 4)}, more...)...)
	}
	if r.Status != "interval" {
		row("best response wins", r.SeatValues, table.Fixed(r.NashConv, 4), "(NashConv)")
		both("half of both", r.Exploitability, "(exploitability)")
	}
	if r.GameValue != nil {
		row("equilibrium wins", [2]float64{*r.GameValue, -*r.GameValue})
		row("opponent in it loses", *r.OpponentLosses)
	}
	if r.Status == "estimate" {
		both("its standard error", r.Spread())
	}
	if r.Lower != nil {
		both("without knowing the sample", *r.Lower, "(leans downward)")
		both("its standard error", *r.LowerStandardError)
		t.Add("95% interval, from both", "", table.Fixed(r.Bounds[0], 4), table.Fixed(r.Bounds[1], 4))
	}
	if i := r.SeatIntervals; i != nil && r.Status != "exact" {
		row("certainly at least", [2]float64{i[0][0], i[1][0]})
		row("certainly at most", [2]float64{i[0][1], i[1][1]})
	}
	for _, round := range r.Rounds {
		if name := fmt.Sprintf("arises in round %d", round.Round); round.Seats != nil {
			row(name, *round.Seats, table.Fixed(round.Loss, 4))
		} else {
			both("arises "+arises[round.Round-1], round.Loss)
		}
	}
	if err := t.Print(w, ""); err != nil {
		return err
	}
	if len(r.Hands) > 0 {
		fmt.Fprint(w, "\nby hand of the best response\n\n")
		if err := printHands(w, r.Hands, seats, decimals); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\n%.3f s\n", r.Seconds)
	return err
}

// printCached says how much of an answer is finished work of earlier commands.
func printCached(w io.Writer, cached, done int) {
	if done > 0 {
		fmt.Fprintf(w, "%d of %d pieces of work came from the cache\n", cached, done)
	}
}

// printHands writes what hands win in each seat: as two grids for all 169 classes, which are in their order, else
// as a list.
func printHands(w io.Writer, hands []worstcase.HandValue, seats [2]string, decimals int) error {
	if len(hands) != cards.NumClasses {
		t := table.NewSheet().Align("lr")
		for _, h := range hands {
			t.Add(h.Hand, table.Fixed(h.Values[0], decimals), table.Fixed(h.Values[1], decimals))
		}
		return t.Print(w, "  ")
	}
	for seat, name := range seats {
		g := draw.Grid{Title: name, Legend: "what a best response wins"}
		for k := range g.Values {
			g.Values[k] = hands[k].Values[seat]
		}
		if err := g.Text(w); err != nil {
			return err
		}
	}
	return nil
}

// printMatches writes a match of two strategies by seat, and of more as a cross table.
func printMatches(w io.Writer, r *worstcase.Matches) error {
	defer printCached(w, r.Cached, r.Done)
	if len(r.Strategies) > 2 {
		return printCross(w, r)
	}
	m := &r.Matches[0]
	fmt.Fprintf(w, "%s against %s in %s, %s: what the first wins, in %s a hand\n\n",
		m.Strategy, m.Opponent, r.Game, r.Status, r.Unit)
	t := table.NewSheet("seat 1", "seat 2", "mean").Align("r")
	t.Add(table.Fixed(m.SeatValues[0], 4), table.Fixed(m.SeatValues[1], 4), table.Fixed(m.Mean, 4))
	err := t.Print(w, "")
	if i := m.Interval; i != nil && err == nil {
		_, err = fmt.Fprintf(w, "\nthe mean is between %s and %s with 95%% confidence\n",
			table.Fixed(i[0], 4), table.Fixed(i[1], 4))
	}
	return err
}

func printCross(w io.Writer, r *worstcase.Matches) error {
	fmt.Fprintf(w, "what the row wins from the column in %s, %s, in %s a hand\n\n", r.Game, r.Status, r.Unit)
	t := table.NewSheet(append([]string{""}, r.Strategies...)...).Align("lr")
	if len(r.BestResponses) > 0 {
		t.Header = append(t.Header, "a best response wins")
	}
	cell := func(m *worstcase.Won, sign float64) string {
		text := table.Fixed(sign*m.Mean, 4)
		if m.Interval != nil {
			text += " ± " + table.Fixed(worstcase.NormalQuantile**m.StandardError, 4)
		}
		return text
	}
	match := func(i, j int) *worstcase.Won { return &r.Matches[j*(j-1)/2+i] } // i below j
	for i, name := range r.Strategies {
		row := []string{name}
		for j := range r.Strategies {
			switch {
			case i < j:
				row = append(row, cell(match(i, j), 1))
			case i > j:
				row = append(row, cell(match(j, i), -1))
			default:
				row = append(row, "")
			}
		}
		if len(r.BestResponses) > 0 {
			row = append(row, cell(&r.BestResponses[i], 1))
		}
		t.Add(row...)
	}
	return t.Print(w, "")
}

// pageFlags ask for a page on where a strategy loses.
type pageFlags struct {
	Page   string `flag:"page" help:"write a page on where the opponent loses: .html or .md"`
	Beside string `flag:"beside" complete:"strategies" help:"with --page: another strategy for comparison"`
}

func (f *pageFlags) check(opponent string) error {
	switch {
	case f.Beside != "" && f.Page == "":
		return usage("--beside is for --page")
	case f.Beside != "" && f.Beside == opponent:
		return usage("--beside and --opponent are the same, %s", opponent)
	case f.Page == "":
		return nil
	}
	if !report.HasFormat(f.Page) {
		return usage("--page %s, want a name that ends in .html or .md", f.Page)
	}
	return writable(f.Page)
}

func (f *pageFlags) names(opponent string) []string {
	if f.Beside == "" {
		return []string{opponent}
	}
	return []string{opponent, f.Beside}
}

// writeLossPage writes the page of reports. file "" writes nothing.
func writeLossPage(file string, g game.Game, reports []*report.Response, notes ...string) error {
	if file == "" {
		return nil
	}
	return report.NewLossPage(g, notes, reports).Write(file)
}

// The sample of a page of limit hold'em, unless flags say otherwise.
const (
	pageFlops  = 8
	pageTurns  = 4
	pageRivers = 4
)

// sampleOf returns the flags of the page's sample: as given, or a small sample.
func (f *limitFlags) sampleOf() limitFlags {
	s := *f
	for n, usual := range map[*int]int{&s.Flops: pageFlops, &s.Turns: pageTurns, &s.Rivers: pageRivers} {
		if *n == 0 {
			*n = usual
		}
	}
	return s
}

func (a *app) limitLosses(cmd *cobra.Command, policy game.Policy, f *limitFlags) (*report.Losses, error) {
	s := f.sampleOf()
	l, err := worstcase.LossesByDecision(cmd.Context(), policy, s.options(a.stderr))
	if err != nil {
		return nil, limitError(err)
	}
	return report.LossesOf(game.LimitHoldem(), l, worstcase.Millis), nil
}

// limitNotes says on the page of limit hold'em what is exact and what comes from a sample.
func limitNotes(r *report.Response, f *limitFlags) []string {
	s := f.sampleOf()
	first := "What a best response wins is exact"
	if r.Status == "estimate" {
		first = fmt.Sprintf("What a best response wins is estimated from %d flops%s", r.Flops, drawn(r.Response))
	}
	parts := fmt.Sprintf("Streets, hands and histories come from a sample of %d flops, %d turns of each "+
		"and %d rivers of each turn. A best response that knows the sample wins more: compare the shares. "+
		"All values are in %s a hand.",
		s.Flops, s.Turns, s.Rivers, r.Unit)
	return []string{first + ".", parts}
}
