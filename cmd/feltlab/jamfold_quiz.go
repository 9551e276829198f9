package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/jamfold"
)

func (a *app) jamFoldQuizCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		Out   string  `flag:"out" help:"file to write (default: standard output)"`
		Count int     `flag:"count" default:"200" min:"1" help:"largest number of cards"`
		Low   float64 `flag:"min-difference" default:"0.02" min:"0"`
		_     string  `help:"smallest difference of jam and fold in dollars"`
		High  float64 `flag:"max-difference" default:"0.25" min:"0"`
		_     string  `help:"largest difference of jam and fold in dollars"`
		seedFlag
	}{}
	return command(&cobra.Command{
		Use:   "quiz",
		Short: "Write a quiz deck of close decisions",
		Long: `Writes quiz cards on decisions of a solved tournament where jam and fold differ by little,
but by enough to matter: a CSV of front, back and tags that Anki imports. The tournament
is taken from the cache or solved. The same seed gives the same deck.`,
		Example: `  feltlab jamfold quiz --out deck.csv
  feltlab jamfold quiz --count 50 --max-difference 0.1 --out deck.csv`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, "", "")
			if err != nil {
				return err
			}
			if f.Low > f.High {
				return usage("--min-difference %v is above --max-difference %v", f.Low, f.High)
			}
			if err := writable(f.Out); err != nil {
				return err
			}
			lab, err := a.lab()
			if err != nil {
				return err
			}
			s, err := a.solved(cmd, lab, &c)
			if err != nil {
				return err
			}
			const each = 2 // questions of one situation of a state, so that decks vary
			questions, err := lab.Close(cmd.Context(), s, f.Low, f.High, each)
			if err != nil {
				return err
			}
			rand.New(rand.NewPCG(uint64(f.Seed), 0)).Shuffle(len(questions), func(i, j int) {
				questions[i], questions[j] = questions[j], questions[i]
			})
			questions = questions[:min(f.Count, len(questions))]
			return a.writeTo(f.Out, func(w io.Writer) error { return handout.WriteDeck(w, deck(&c, questions), false) })
		},
	}, f)
}

func deck(c *jamfold.Config, questions []jamfold.Question) (cards []handout.Card) {
	for i := range questions {
		q := &questions[i]
		answer := "Fold"
		if q.Jam == 1 {
			answer = "Jam"
		}
		front := fmt.Sprintf("%s holds %v. %s. Blinds %d/%d. Jam or fold?",
			q.Situation.Seat(), q.Hand, before(q), c.SmallBlind, c.BigBlind)
		back := fmt.Sprintf("%s: a jam is worth $%.3f, a fold $%.3f (%+.3f)",
			answer, q.JamDollars, q.FoldDollars, q.Difference)
		tags := fmt.Sprintf("jamfold %s", strings.ReplaceAll(q.Situation.String(), "|", "::"))
		cards = append(cards, handout.Card{Front: front, Back: back, Tags: tags})
	}
	return cards
}

// before names the stacks and the actions of the earlier players.
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
