package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

func (a *app) equityCommand() *cobra.Command {
	var rangeText, boardText string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "equity HAND|RANGE",
		Short: "Compute an exact equity against a range on any board",
		Long: `Computes by complete enumeration how often a hand, or a range, wins and ties
against a range. Every combination of the range that avoids the known cards is
equally likely, or as likely as its weight says.`,
		Example: `  feltlab equity TsTh --range RS --board 2s6cQc
  feltlab equity AKs --range "QQ+, AKo:0.5" --json`,
		Args: exactArgs("HAND"),
		RunE: func(cmd *cobra.Command, args []string) error {
			spot, err := parseSpot(args[0], rangeText, boardText)
			if err != nil {
				return err
			}
			start := time.Now()
			count, err := spot.count(cmd.Context())
			if err != nil {
				return err
			}
			return a.printEquity(spot, count, time.Since(start), asJSON)
		},
	}
	cmd.Flags().StringVar(&rangeText, "range", "any", "the opponent's range")
	cmd.Flags().StringVar(&boardText, "board", "", "0, 3, 4 or 5 board cards, such as 2s6cQc")
	cmd.Flags().BoolVar(&asJSON, "json", false, `print {"equity","wins","ties","deals"}`)
	return cmd
}

// spot is one question: who against whom, on which board.
type spot struct {
	name    string
	hand    cards.Combo
	single  bool // hand is set; otherwise hero is
	hero    *ranges.Range
	villain *ranges.Range
	board   []cards.Card
}

func parseSpot(heroText, rangeText, boardText string) (*spot, error) {
	s := &spot{}
	var err error
	if s.board, err = cards.ParseBoard(boardText); err != nil {
		return nil, usage("--board: %w", err)
	}
	if s.villain, err = ranges.Parse(rangeText); err != nil {
		return nil, usage("--range: %w", err)
	}
	if h, err := cards.ParseCombo(heroText); err == nil {
		s.name, s.hand, s.single = h.String(), h, true
		if both := h.Set() & cards.SetOf(s.board...); both != 0 {
			return nil, usage("hand %v holds %v, which lies on the board %s", h, both.Min(), cards.Format(s.board))
		}
		return s, nil
	}
	if s.hero, err = ranges.Parse(heroText); err != nil {
		return nil, usage("HAND: %w", err)
	}
	s.name = s.hero.String()
	return s, nil
}

func (s *spot) count(ctx context.Context) (equity.Count, error) {
	if s.single {
		return equity.Against(ctx, s.hand, s.villain, s.board)
	}
	return equity.RangeAgainst(ctx, s.hero, s.villain, s.board)
}

func (a *app) printEquity(s *spot, c equity.Count, took time.Duration, asJSON bool) error {
	if asJSON {
		return a.printJSON(struct {
			Equity float64 `json:"equity"`
			Wins   uint64  `json:"wins"`
			Ties   uint64  `json:"ties"`
			Deals  uint64  `json:"deals"`
		}{c.Equity(), c.Wins, c.Ties, c.Deals})
	}
	on := "before the flop"
	if len(s.board) > 0 {
		on = "on " + cards.Format(s.board)
	}
	percent := func(n uint64) float64 { return 100 * float64(n) / float64(c.Deals) }
	fmt.Fprintf(a.stdout, "%s against %v %s\n", s.name, s.villain, on)
	fmt.Fprintf(a.stdout, "  equity %8.4f%%\n", 100*c.Equity())
	fmt.Fprintf(a.stdout, "  win    %8.4f%%  %d\n", percent(c.Wins), c.Wins)
	fmt.Fprintf(a.stdout, "  tie    %8.4f%%  %d\n", percent(c.Ties), c.Ties)
	fmt.Fprintf(a.stdout, "  deals             %d, counted in %v\n", c.Deals, took.Round(time.Microsecond))
	return nil
}
