package main

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"feltlab/pipeline/handout"
	"feltlab/pipeline/jamfold"
)

// deckFlags choose quiz cards among the decisions of charts.
type deckFlags struct {
	Cards int       `flag:"cards" default:"100" min:"1" help:"largest number of quiz cards"`
	Low   bigBlinds `flag:"min-difference" default:"0.05"`
	High  bigBlinds `flag:"max-difference" default:"0.5"`
}

func (f *deckFlags) check() error {
	if f.Low > f.High {
		return usage("--min-difference %v is above --max-difference %v", f.Low, f.High)
	}
	return nil
}

// write writes a deck. The same seed gives the same deck.
func (f *deckFlags) write(a *app, path string, charts []*jamfold.TableChart, seed int) error {
	cards, err := handout.ChartDeck(charts, f.Cards, handout.Close{Low: float64(f.Low), High: float64(f.High)},
		uint64(seed))
	if err != nil {
		return usageError{err}
	}
	fmt.Fprintf(a.stderr, "%s: %d cards\n", path, len(cards))
	return a.writeTo(path, func(w io.Writer) error { return handout.WriteDeck(w, cards) })
}

func (a *app) jamFoldQuizCommand() *cobra.Command {
	f := &struct {
		chartStacks
		Out string `flag:"out" required:"deck.csv" help:"file to write, - for standard output" file:""`
		deckFlags
		tableFlags
	}{}
	return a.stored(&cobra.Command{
		Use:   "quiz",
		Short: "Write a quiz deck of close decisions at a table",
		Long: `Solves a table as feltlab jamfold chart does and writes quiz cards on decisions where jam and fold
differ by little, but by enough to matter: a CSV of front, back and tags that Anki imports. The same seed gives the
same deck. feltlab jamfold tournament --deck writes a deck of a whole tournament.`,
		Example: `  feltlab jamfold quiz --stacks 6x10bb --prizes 50,30,20 --out deck.csv
  feltlab jamfold quiz --stacks 2x8bb --max-difference 0.1 --out deck.csv`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			q, err := f.question(f.Stacks)
			if err != nil {
				return usageError{err}
			}
			if err := f.deckFlags.check(); err != nil {
				return err
			}
			charts, stopped := a.solveCharts(cmd.Context(), []*jamfold.TableQuestion{q}, 0)
			if len(charts) == 0 {
				return withoutAnswer(stopped)
			}
			return cmp.Or(f.deckFlags.write(a, f.Out, charts, f.Seed), stopped)
		},
	}, f)
}
