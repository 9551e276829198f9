package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/internal/nearest"
	"feltlab/pipeline/handout"
)

func (a *app) quizCommand() *cobra.Command {
	f := &subjectFlags{}
	var out, spread string
	var n int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "quiz [RESULTS]",
		Short: "Draw a deck of quiz cards that Anki imports",
		Long: `Draws flops from the exact matrix and writes them as a CSV file that Anki imports as it
is: in front hand, flop and range, at the back the exact equity and the formula's
estimate with its arithmetic. No two cards are of flops that differ only in suits.
RESULTS is a folder of feltlab sweep or a file of feltlab fit --json, as for feltlab
sheet; without it a formula is found for --hand. --cards counts for each formula.`,
		Example: `  feltlab quiz --hand AA --range ATC --cards 200 --seed 1 --out quiz.csv
  feltlab quiz results/demo --step 5 --spread dealt --out quiz.csv`,
		Args: resultsArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(handout.Spreads, spread) {
				return usage("--spread %q, want %s%s", spread, strings.Join(handout.Spreads, " or "), nearest.Hint(spread, handout.Spreads))
			}
			if n < 1 {
				return usage("--cards %d, want 1 or more", n)
			}
			if out == "" && !asJSON {
				return usage("quiz: --out is missing, such as --out quiz.csv")
			}
			if err := oneStream(out, asJSON); err != nil {
				return err
			}
			if out != "" {
				if err := writable(out); err != nil {
					return err
				}
			}
			subjects, err := a.subjects(cmd, f, args)
			if err != nil {
				return err
			}
			return a.writeQuiz(subjects, n, handout.Spread(spread), f.seed, out, asJSON)
		},
	}
	f.add(cmd, 1)
	flags := cmd.Flags()
	flags.StringVar(&out, "out", "", "CSV file to write, such as quiz.csv; - for standard output")
	flags.IntVar(&n, "cards", 100, "number of cards for each formula")
	flags.StringVar(&spread, "spread", string(handout.Even), "even: over all equities alike; dealt: flops as they are dealt")
	flags.BoolVar(&asJSON, "json", false, "print the questions as JSON, one a line; see docs/json.md")
	return cmd
}

// quizQuestion is the JSON of one card. Numbers are fractions of 1.
type quizQuestion struct {
	Hand  string `json:"hand"`
	Range string `json:"range"`
	handout.Flop
}

func (a *app) writeQuiz(subjects []subject, n int, spread handout.Spread, seed int, out string, asJSON bool) error {
	chosen, err := mostAccurate(subjects)
	if err != nil {
		return err
	}
	var deck []handout.Card
	for i := range chosen {
		s := &chosen[i]
		cards, err := handout.Deck(s.handout(), n, spread, uint64(seed))
		if err != nil {
			return err
		}
		deck = append(deck, cards...)
		for _, c := range cards {
			if !asJSON {
				break
			}
			if err := a.printLine(quizQuestion{s.matrix.Hand, s.matrix.Range, c.Flop}); err != nil {
				return err
			}
		}
	}
	if out != "" {
		if err := a.writeTo(out, func(w io.Writer) error { return handout.WriteDeck(w, deck, true) }); err != nil {
			return err
		}
	}
	if !asJSON {
		fmt.Fprintf(a.beside(out), "%s: %d cards\n", out, len(deck))
	}
	return nil
}
