package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/jamfold"
)

func (a *app) jamFoldQuizCommand() *cobra.Command {
	var f jamFoldFlags
	var out string
	var count int
	var low, high float64
	var seed uint64
	cmd := &cobra.Command{
		Use:   "quiz",
		Short: "Write a quiz deck of close decisions",
		Long: `Writes cards on decisions in a solved tournament in which jam and fold differ by
little, but by enough to matter: a CSV of front, back and tags, as Anki imports
it. The tournament is taken from the cache or solved. The same seed gives the
same deck.`,
		Example: `  feltlab jamfold quiz --out deck.csv
  feltlab jamfold quiz --count 50 --max-difference 0.1 --out deck.csv`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd)
			switch {
			case err != nil:
				return err
			case count < 1:
				return usage("--count is %d, want at least 1", count)
			case !(low >= 0 && low <= high):
				return usage("--min-difference %v and --max-difference %v are no range from 0 up", low, high)
			}
			if out != "" {
				if err := writable(filepath.Clean(out)); err != nil {
					return err
				}
			}
			lab, err := a.lab()
			if err != nil {
				return err
			}
			s, err := a.solved(cmd, lab, &c)
			if err != nil {
				return err
			}
			const each = 2 // of one situation of a state, so that decks are varied
			questions, err := lab.Close(cmd.Context(), s, low, high, each)
			if err != nil {
				return err
			}
			rand.New(rand.NewPCG(seed, 0)).Shuffle(len(questions), func(i, j int) { questions[i], questions[j] = questions[j], questions[i] })
			questions = questions[:min(count, len(questions))]
			return a.writeTo(out, func(w io.Writer) error { return handout.WriteDeck(w, deck(&c, questions), false) })
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&out, "out", "", "file (default standard output)")
	cmd.Flags().IntVar(&count, "count", 200, "cards at most")
	cmd.Flags().Float64Var(&low, "min-difference", 0.02, "dollars by which jam and fold differ at least")
	cmd.Flags().Float64Var(&high, "max-difference", 0.25, "dollars by which they differ at most")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "which of the close decisions are chosen")
	return cmd
}

func deck(c *jamfold.Config, questions []jamfold.Question) (cards []handout.Card) {
	for i := range questions {
		q := &questions[i]
		answer := "Fold"
		if q.Jam == 1 {
			answer = "Jam"
		}
		front := fmt.Sprintf("%s holds %v. %s. Blinds %d/%d. Jam or fold?", q.Situation.Seat(), q.Hand, before(q), c.SmallBlind, c.BigBlind)
		back := fmt.Sprintf("%s: a jam is worth $%.3f, a fold $%.3f (%+.3f)", answer, q.JamDollars, q.FoldDollars, q.Difference)
		tags := fmt.Sprintf("jamfold %s", strings.ReplaceAll(q.Situation.String(), "|", "::"))
		cards = append(cards, handout.Card{Front: front, Back: back, Tags: tags})
	}
	return cards
}

// before tells the stacks and what the players before did.
func before(q *jamfold.Question) string {
	var stacks, acts []string
	for seat, chips := range q.Stacks {
		at := tournament.Seat(seat)
		if chips == 0 {
			continue
		}
		stacks = append(stacks, fmt.Sprintf("%v %d", at, chips))
		if at < q.Situation.Seat() {
			act := "folds"
			if q.Situation.Jammed().Has(at) {
				act = "jams"
			}
			acts = append(acts, fmt.Sprintf("%v %s", at, act))
		}
	}
	text := "Stacks " + strings.Join(stacks, ", ")
	if len(acts) > 0 {
		text += ". " + strings.Join(acts, ", ")
	}
	return text
}
