package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"feltlab/pipeline/handout"
)

type quizFlags struct {
	subjectFlags
	Cards  int            `flag:"cards" default:"100" min:"1" help:"number of cards for each formula"`
	Spread handout.Spread `flag:"spread" default:"even" oneof:"even,dealt"`
	_      string         `help:"{}: equities spread evenly, or flops as they are dealt"`
	Out    string         `flag:"out" help:"CSV file to write, such as quiz.csv; - for standard output"`
	jsonFlag
}

func (a *app) quizCommand() *cobra.Command {
	f := &quizFlags{subjectFlags: subjectFlags{Step: 1}}
	return command(&cobra.Command{
		Use:   "quiz [RESULTS]",
		Short: "Draw a deck of quiz cards for Anki",
		Long: `Draws flops from the exact matrix and writes them as a CSV file that Anki imports: on
the front hand, flop and range; on the back the exact equity, and the formula's estimate
with its arithmetic. No two flops differ only in suits. --json prints the questions, one
a line. RESULTS is a folder of feltlab sweep or a file of feltlab fit --json; without it the
command finds a formula for --hand.`,
		Example: `  feltlab quiz --hand AA --range ATC --cards 200 --out quiz.csv
  feltlab quiz results/demo --step 5 --spread dealt --out quiz.csv`,
		Args: resultsArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.Out == "" && !f.JSON {
				return usage("--out is missing, such as --out quiz.csv")
			}
			if err := oneStream(f.Out, f.JSON); err != nil {
				return err
			}
			if err := writable(f.Out); err != nil {
				return err
			}
			subjects, err := a.subjects(cmd, &f.subjectFlags, args)
			if err != nil {
				return err
			}
			return a.writeQuiz(subjects, f.Cards, f.Spread, f.Seed, f.Out, f.JSON)
		},
	}, f)
}

// quizQuestion is the JSON of one card.
type quizQuestion struct {
	Hand  string `json:"hand"`  // the hand
	Range string `json:"range"` // the opponent's range
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
