package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/strength"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

type strengthFlags struct {
	Board     string        `flag:"board" help:"0, 3, 4 or 5 board cards as dealt, such as AhJcAc"`
	Range     string        `flag:"range" default:"any" complete:"opponents"`
	Mode      strength.Mode `flag:"mode" default:"rules" oneof:"rules,as-published,as-written" help:"{}"`
	Opponents int           `flag:"opponents" default:"1" min:"1" max:"8"`
	Samples   int           `flag:"samples" default:"1000000" min:"2" max:"2000000000" help:"number of deals to sample"`
	seedFlag
	jsonFlag
}

func (a *app) strengthCommand() *cobra.Command {
	f := &strengthFlags{}
	return command(&cobra.Command{
		Use:   "strength HAND",
		Short: "Compute how strong a hand is on any street, and which hands beat it",
		Long: `Computes, by complete enumeration, the probability that a hand wins at showdown plus
half the probability that it ties, against an opponent's range. Lists the classes of
hands that beat it most often and, for a full board, its strength on each street. Against
2 to 8 opponents it samples deals and prints the standard error.

--mode as-published repeats the three errors in the program behind the published numbers
of Kumar & Keshner; as-written compares hands literally as their text says.`,
		Example: `  feltlab strength QcQd --board AhJcAc
  feltlab strength QcQd --board AhJcAcKsJd --range chen
  feltlab strength A5s --board AhKd2c
  feltlab strength QQ --opponents 3 --samples 10000000 --json`,
		Args: exactArgs("HAND"),
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := f.question(cmd, args[0])
			if err != nil {
				return err
			}
			spot, err := q.spot(q.Hand)
			if err != nil {
				return usageError{err}
			}
			if f.Opponents > 1 {
				return a.sampleStrength(cmd.Context(), spot, q, f)
			}
			return a.exactStrength(cmd.Context(), q, f)
		},
	}, f)
}

// strengthQuestion is a checked question of the command strength.
type strengthQuestion struct {
	Hand      cards.Combo
	Board     []cards.Card
	Opponents int
	Range     *ranges.Range
	Mode      strength.Mode

	hand    string
	combos  []cards.Combo // of the hand: of a class those that suits tell apart, without the board's cards
	against string
}

// spot returns the spot of one of the combos.
func (q *strengthQuestion) spot(hand cards.Combo) (*strength.Spot, error) {
	return strength.SpotOf(hand, q.Board, q.Opponents, q.Range, q.Mode)
}

// question turns the command line into a question; every error is a usage error.
func (f *strengthFlags) question(cmd *cobra.Command, handText string) (*strengthQuestion, error) {
	spec, err := ranges.ParseHand(handText)
	if err != nil {
		return nil, usage("HAND: %w", err)
	}
	q := &strengthQuestion{hand: spec.Text}
	q.Hand, q.Opponents, q.Mode = spec.Combo, f.Opponents, f.Mode
	if q.Board, err = cards.ParseBoard(f.Board); err != nil {
		return nil, usage("--board: %w", err)
	}
	if q.Range, err = strength.ParseOpponent(f.Range, q.Mode); err != nil {
		return nil, usage("--range: %w", err)
	}
	q.against = strings.ToLower(strings.TrimSpace(f.Range))
	if q.against == "any" {
		q.against = string(strength.Uniform)
	}
	if q.against != string(strength.Uniform) && q.against != string(strength.Chen) {
		q.against = q.Range.String()
	}
	if err := q.check(spec); err != nil {
		return nil, err
	}
	return q, f.check(cmd)
}

// check reports a hand, board and range that contradict each other.
func (q *strengthQuestion) check(spec ranges.Hand) error {
	board := cards.SetOf(q.Board...)
	both := q.Hand.Set() & board
	if spec.Specific && both != 0 {
		return usage("hand %v holds %v, which lies on the board %s", q.Hand, both.Min(), cards.Format(q.Board))
	}
	q.combos = []cards.Combo{q.Hand}
	if spec.Specific || board == 0 && q.Range.SuitSymmetric() {
		return nil // no combo of a class differs from the others
	}
	if q.Opponents > 1 {
		return usage("hand %s against %d opponents: want two cards such as %v, suits matter here",
			q.hand, q.Opponents, q.Hand)
	}
	q.combos = slices.DeleteFunc(slices.Clone(spec.Class.Combos()), func(c cards.Combo) bool {
		_, err := q.spot(c)
		return err != nil
	})
	if len(q.combos) == 0 {
		return usage("no hand of %s fits the board %s and the range %v", q.hand, cards.Format(q.Board), q.Range)
	}
	q.Hand = q.combos[0]
	return nil
}

// check reports flags that need several opponents.
func (f *strengthFlags) check(cmd *cobra.Command) error {
	if f.Opponents == 1 && (cmd.Flags().Changed("samples") || cmd.Flags().Changed("seed")) {
		return usage("--samples and --seed want --opponents 2 or more: one opponent is counted exactly")
	}
	return nil
}

func (a *app) exactStrength(ctx context.Context, q *strengthQuestion, f *strengthFlags) error {
	start := time.Now()
	spot, err := strength.Enumerate(ctx, q.combos, q.Board, q.Mode, 0)
	if err != nil {
		return err
	}
	value, err := spot.Against(q.Range)
	if err != nil {
		return err
	}
	took := time.Since(start).Round(time.Microsecond)
	answer := q.answer(value.Equity(), value.Wins, value.Ties, value.Deals)
	if f.JSON {
		return a.printJSON(answer)
	}
	shown := shownStrength{Answer: answer, Threats: spot.Threats(q.Range)}
	if len(q.Board) == 5 {
		shown.Streets, err = strength.Streets(ctx, q.combos, q.Board, q.Range, q.Mode, 0)
		if err != nil {
			return err
		}
	}
	beaten := ""
	if len(shown.Threats) == 0 {
		beaten = "nothing beats it"
	}
	note := fmt.Sprintf("strength is win and half of tie; counted in %v", took)
	return table.Show(a.stdout, q.title(), shown, note, beaten)
}

func (a *app) sampleStrength(ctx context.Context, spot *strength.Spot, q *strengthQuestion, f *strengthFlags) error {
	sampled, err := spot.Sample(ctx, f.Samples, uint64(f.Seed), 0, nil)
	if err != nil {
		return err
	}
	s := &sampled.All
	answer, standardError := q.answer(s.Equity(), s.Wins, s.Ties, s.Deals), s.StandardError()
	answer.StandardError = &standardError
	return a.print(f.JSON, answer, q.title(), fmt.Sprintf(
		"strength is the mean share of the pot, win alone, tie shared; sampled with seed %d", f.Seed))
}
