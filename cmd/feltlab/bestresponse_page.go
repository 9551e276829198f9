package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"feltlab/model/game"
	"feltlab/pipeline/worstcase"
	"feltlab/report/losses"
)

// pageFlags say which page of a strategy to write.
type pageFlags struct{ file, beside string }

func (f *pageFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "page", "", "file for a page of where the opponent loses: .html or .md")
	cmd.Flags().StringVar(&f.beside, "beside", "", "with --page: another strategy, to stand next to the opponent on it")
}

func (f *pageFlags) check(opponent string) error {
	switch {
	case f.beside != "" && f.file == "":
		return usage("--beside is for --page")
	case f.beside != "" && f.beside == opponent:
		return usage("--beside and --opponent are the same, %s", opponent)
	case f.file == "":
		return nil
	}
	if !losses.HasFormat(f.file) {
		return usage("--page %s, want a name that ends in .html or .md", f.file)
	}
	return writable(f.file)
}

// names are the strategies to judge.
func (f *pageFlags) names(opponent string) []string {
	if f.beside == "" {
		return []string{opponent}
	}
	return []string{opponent, f.beside}
}

// writeResponsePage writes the page of a small game, if there is one to write.
func writeResponsePage(file string, g game.Game, reports []*response) error {
	if file == "" {
		return nil
	}
	var strategies []losses.Strategy
	for _, r := range reports {
		strategies = append(strategies, losses.Strategy{
			Name: r.Opponent, SeatValues: r.SeatValues, Exploitability: r.Exploitability, NashConv: r.NashConv, Losses: r.Losses,
		})
	}
	notes := []string{fmt.Sprintf("All numbers are exact, in %s a hand.", reports[0].Unit)}
	return losses.NewPage(g, reports[0].Unit, notes, strategies...).Write(file)
}

// What a page of limit hold'em walks if no sample is asked for.
const (
	pageFlops  = 8
	pageTurns  = 4
	pageRivers = 4
)

// sampleOf is what a page of limit hold'em walks: what was drawn, or a small sample.
func (f *limitFlags) sampleOf() limitFlags {
	s := *f
	for n, usual := range map[*int]int{&s.flops: pageFlops, &s.turns: pageTurns, &s.rivers: pageRivers} {
		if *n == 0 {
			*n = usual
		}
	}
	return s
}

// losses walks a sample for the page.
func (a *app) limitLosses(cmd *cobra.Command, policy game.Policy, f *limitFlags) (*losses.Report, error) {
	s := f.sampleOf()
	l, err := worstcase.LossesByDecision(cmd.Context(), policy, s.options(a.stderr))
	if err != nil {
		return nil, limitError(err)
	}
	return losses.Of(game.LimitHoldem(), l, worstcase.Millis), nil
}

// writeLimitPage writes the page of limit hold'em, if there is one to write.
func writeLimitPage(file string, reports []*response, f *limitFlags) error {
	if file == "" {
		return nil
	}
	var strategies []losses.Strategy
	for _, r := range reports {
		strategies = append(strategies, losses.Strategy{
			Name: r.Opponent, SeatValues: r.SeatValues, Exploitability: r.Exploitability, NashConv: r.NashConv, Interval: r.Interval, Losses: r.Losses,
		})
	}
	r, s := reports[0], f.sampleOf()
	first := "What a best response wins is exact"
	if r.Status == "estimate" {
		first = fmt.Sprintf("What a best response wins is estimated from %d flops%s", r.Flops, drawn(r.Response))
	}
	parts := fmt.Sprintf("Streets, hands and histories are those of a sample of %d flops, %d turns of each and %d rivers of each turn, on which a best "+
		"response that knows it wins more: look at their shares. All values are in %s a hand.", s.flops, s.turns, s.rivers, r.Unit)
	return losses.NewPage(game.LimitHoldem(), r.Unit, []string{first + ".", parts}, strategies...).Write(file)
}
