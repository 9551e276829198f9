package main

import (
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/strength"
	"feltlab/dataset/table"
	"feltlab/internal/progress"
)

type equityFlags struct {
	Hand    string   `flag:"hand" required:"AhKh" complete:"mine"`
	Ranges  []string `flag:"range" complete:"ranges" help:"opponent's range; again for each further opponent" keep:","`
	Board   string   `flag:"board" help:"0, 3, 4 or 5 board cards, such as 2s6cQc"`
	Dead    string   `flag:"dead" help:"cards that nobody holds and that do not come, such as Ah,2c"`
	ByHand  bool     `flag:"by-hand"`
	ByCombo bool     `flag:"by-combo"`
	Next    bool     `flag:"next" help:"also list the equity after each card that can come next, the best first"`
	Curve   string   `flag:"curve" help:"write each combo's equity, the best first: .svg, .csv, or - for a table"`
	Samples int      `flag:"samples" default:"1000000" min:"2" max:"2000000000"`
	seedFlag
	jsonFlag
}

// exactSteps is the largest number of steps that the command counts exactly, for several opponents or
// with --by-hand: a minute or less on two processors. Beyond it deals are sampled.
const exactSteps = 2e10

func (a *app) equityCommand() *cobra.Command {
	f := &equityFlags{Ranges: []string{"any"}}
	return command(&cobra.Command{
		Use:   "equity HAND|RANGE [OPPONENT...]",
		Short: "Compute an exact equity against one or more ranges on any board",
		Long: `Computes by complete enumeration how often a hand, or a range, wins and ties against a range. All
combos of the range that avoid the known cards are equally likely, or as likely as their weights say.

Each further --range adds an opponent; the equity is then the mean share of the pot. Opponents can also follow your
hand: equity AhKh QcQd. Each player's equity is listed; all come from the same deals, and their shares add up to the
pot. --next lists the equity after each turn or river card; --curve lists, or draws, the combos of each range from the
best to the worst. --by-hand lists it for each class of your range, and on a board also for each made hand and draw,
with their shares of the range. Pairs on the board alone do not count as made hands. --by-combo lists it for each
combo. "Ahead now" is how often yours is the best hand on the flop or the turn as it is, without further cards. A
count of more than about a minute is sampled instead, and printed with the reason and its standard error; --samples
asks for sampling. --dead names cards that were folded or shown.

Ranges: 77+  ATs+  A5s-A2s  Axs  T9s-65s  AK  AhKh  broadway  top 15%  RML
AKo:0.5  AA@50  [50]AA,KK[/50]  22+,!KK  (feltlab range --help lists all)`,
		Example: `  feltlab equity TsTh --range RS --board 2s6cQc
  feltlab equity AhKh QcQd
  feltlab equity AKs --range "QQ+, AKo:0.5" --json
  feltlab equity A♥K♥ --range TT+ --range "22+, !AA" --board Q♠7♥2♦
  feltlab equity "QQ+, AK" --range "top 15%" --by-hand
  feltlab equity "22+, Axs, broadway" --board AhKd2c --by-hand
  feltlab equity "QQ+, AK" "top 15%" --board AhKd2c --by-combo
  feltlab equity AhKh QcQd JsTs --dead Qh,2c
  feltlab equity AhKh TT+ --board Qs7h2d --next
  feltlab equity "QQ+, AK" "top 15%" --board AhKd2c --curve curve.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := f.question(cmd, args)
			if err != nil {
				return err
			}
			answer, err := a.answerEquity(cmd.Context(), q, f)
			if err == nil && f.Next {
				err = a.nextCards(cmd.Context(), q, f, answer)
			}
			if err == nil && f.Curve != "" {
				err = a.curves(cmd.Context(), q, f, answer)
			}
			if err != nil {
				return err
			}
			return a.show(f.JSON, answer, func(w io.Writer) error {
				err := table.Show(w, equityTitle(answer), answer, leading("sampled: ", answer.Why))
				if err == nil && answer.Curves != nil {
					err = printCurves(w, answer.Curves)
				}
				return err
			})
		},
	}, f)
}

// spot is a hand or range against opponents on a board.
type spot struct {
	*strength.Spot
	sample bool // was asked for
}

// question turns the command line into a spot. Every error is a usage error.
func (f *equityFlags) question(cmd *cobra.Command, opponents []string) (*spot, error) {
	texts := f.Ranges
	if len(opponents) > 0 {
		if texts = opponents; cmd.Flags().Changed("range") {
			return nil, usage("opponents %q and --range: name all opponents in one way", opponents)
		}
	}
	read, err := strength.ParseSpot(f.Board, f.Dead, append([]string{f.Hand}, texts...)...)
	if err != nil {
		return nil, usageError{err}
	}
	s := &spot{read, cmd.Flags().Changed("samples")}
	return s, f.checkScreens(s)
}

// answer counts, or samples where that is asked for or counting takes too long.
func (a *app) answerEquity(ctx context.Context, s *spot, f *equityFlags) (*strength.Equity, error) {
	start := time.Now()
	answer := s.Answer()
	bar := progress.Start(a.stderr, "equity", 1)
	defer bar.Close()
	steps, err := s.Steps()
	if err != nil {
		return nil, err
	}
	var shared *strength.Shared
	var seed *uint64
	switch {
	case s.sample:
	case steps > exactSteps:
		answer.Why = "a count takes more than about a minute"
	default:
		shared, err = s.Exact(ctx, 0, bar.Of)
	}
	if shared == nil && err == nil {
		seed = new(uint64(f.Seed))
		shared, err = s.Sample(ctx, f.Samples, *seed, 0, bar.Of)
	}
	if err != nil {
		return nil, err
	}
	var now *strength.Shared
	if seed == nil {
		if now, err = s.Now(ctx); err != nil {
			return nil, err
		}
	}
	answer.Ahead = strength.AheadOf(now)
	answer.Shares(shared, f.ByHand, seed, time.Since(start))
	if f.ByHand {
		answer.Holdings = s.Holdings(shared)
	}
	if f.ByCombo {
		answer.Combos = s.Curve(answer.Names()[0], shared, now)
	}
	return answer, nil
}

// where says on which board a hand is played.
func where(board string) string {
	if board == "" {
		return "before the flop"
	}
	return "on " + board
}

// leading puts a word before a text, unless that is empty.
func leading(word, text string) string {
	if text == "" {
		return ""
	}
	return word + text
}
