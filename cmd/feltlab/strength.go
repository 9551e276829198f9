package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/strength"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

type strengthFlags struct {
	Hand      string        `flag:"hand" required:"QcQd" complete:"hands" help:"your hand, such as QcQd or A5s"`
	Board     string        `flag:"board" help:"0, 3, 4 or 5 board cards as dealt, such as AhJcAc"`
	Range     string        `flag:"range" default:"any" complete:"opponents"`
	Mode      strength.Mode `flag:"mode" default:"rules" oneof:"rules,as-published,as-written" help:"{}"`
	ByCombo   bool          `flag:"by-combo"`
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
		Long: `Computes, by complete enumeration, the probability that a hand wins at showdown plus half the
probability that it ties, against an opponent's range. Lists the classes of hands that beat it most often and, for a
full board, its strength on each street. "Ahead now" is how often it is the best hand on the flop or the turn as it
is. Against 2 to 8 opponents it samples deals and prints the standard error.

--mode as-published repeats the three errors in the program behind the published numbers of Kumar & Keshner;
as-written compares hands literally as their text says.`,
		Example: `  feltlab strength QcQd --board AhJcAc
  feltlab strength QcQd --board AhJcAcKsJd --range chen
  feltlab strength A5s --board AhKd2c --by-combo
  feltlab strength QQ --opponents 3 --samples 10000000 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			q, err := f.question(cmd)
			if err != nil {
				return err
			}
			if f.Opponents > 1 {
				return a.sampleStrength(cmd.Context(), q, f)
			}
			return a.exactStrength(cmd.Context(), q, f)
		},
	}, f)
}

// strengthQuestion is a checked question of the command strength: the spot of some combos, those of a class that suits
// tell apart.
type strengthQuestion struct {
	answer  strength.Answer // with the words of the question
	board   []cards.Card
	against *ranges.Range
	combos  []cards.Combo
	spot    *strength.Spot
}

// question turns the command line into a question; every error is a usage error.
func (f *strengthFlags) question(cmd *cobra.Command) (*strengthQuestion, error) {
	if f.Opponents > 1 && f.ByCombo {
		return nil, usage("--by-combo wants one opponent: several are for feltlab equity HAND OPPONENT... --by-combo")
	}
	if f.Opponents == 1 && (cmd.Flags().Changed("samples") || cmd.Flags().Changed("seed")) {
		return nil, usage("--samples and --seed want --opponents 2 or more: one opponent is counted exactly")
	}
	hand, err := ranges.ParseHand(f.Hand)
	if err != nil {
		return nil, usage("HAND: %w", err)
	}
	q := &strengthQuestion{combos: []cards.Combo{hand.Combo}}
	if q.board, err = cards.ParseBoard(f.Board); err != nil {
		return nil, usage("--board: %w", err)
	}
	if q.against, err = strength.ParseOpponent(f.Range, f.Mode); err != nil {
		return nil, usage("--range: %w", err)
	}
	q.answer = strength.Answer{Hand: hand.Text, Board: cards.Format(q.board), Opponents: f.Opponents, Mode: f.Mode,
		Plain: q.against.Plain(), Against: strings.ToLower(strings.TrimSpace(f.Range))}
	switch strength.Weighting(q.answer.Against) {
	case "any":
		q.answer.Against = string(strength.Uniform)
	case strength.Uniform, strength.Chen:
	default:
		q.answer.Against = q.against.String()
	}
	board := cards.SetOf(q.board...)
	if both := hand.Combo.Set() & board; hand.Specific && both != 0 {
		return nil, usage("hand %v holds %v, which lies on the board %s", hand.Combo, both.Min(), q.answer.Board)
	}
	if !hand.Specific && (board != 0 || !q.against.SuitSymmetric()) { // combos of the class differ
		if f.Opponents > 1 {
			return nil, usage("hand %s against %d opponents: want two cards such as %v, suits matter here",
				hand, f.Opponents, hand.Combo)
		}
		q.combos = slices.DeleteFunc(slices.Clone(hand.Class.Combos()), func(c cards.Combo) bool {
			_, err := strength.SpotOf(c, q.board, 1, q.against, f.Mode)
			return err != nil
		})
		if len(q.combos) == 0 {
			return nil, usage("no hand of %s fits the board %s and the range %v", hand, q.answer.Board, q.against)
		}
	}
	if q.spot, err = strength.SpotOf(q.combos[0], q.board, f.Opponents, q.against, f.Mode); err != nil {
		return nil, usageError{err}
	}
	q.spot.Hero = ranges.OfCombos(q.combos...)
	return q, nil
}

// title names the hand, the opponents, the board and the method.
func (q *strengthQuestion) title() string {
	against := q.answer.Against
	if against != string(strength.Uniform) && against != string(strength.Chen) {
		against = q.against.Shown()
	}
	if q.answer.Opponents > 1 {
		against = fmt.Sprintf("%d opponents (%s)", q.answer.Opponents, against)
	}
	if q.answer.Mode != strength.Rules {
		against += ", " + string(q.answer.Mode)
	}
	return fmt.Sprintf("%s %s against %s", q.answer.Hand, where(q.answer.Board), against)
}

// shownStrength is a strength against one opponent.
type shownStrength struct {
	strength.Answer
	strength.Ahead
	// Threats are the classes that beat the hand, those that cost most first.
	Threats []strength.Threat `json:"threats" text:"what beats it most often,10"`
	// Streets has the strength on each street, where the board is a river.
	Streets []strength.Street `json:"streets,omitempty" text:"street by street"`
	// Combos lists the combos of the hand, the best first, with --by-combo.
	Combos  []strength.CurvePoint `json:"combos,omitempty"`
	Seconds float64               `json:"seconds" text:"-"` // time of the computation
}

func (a *app) exactStrength(ctx context.Context, q *strengthQuestion, f *strengthFlags) error {
	start := time.Now()
	counts, err := strength.Enumerate(ctx, q.combos, q.board, f.Mode, 0)
	if err != nil {
		return err
	}
	value, err := counts.Against(q.against)
	if err != nil {
		return err
	}
	took := time.Since(start).Round(time.Microsecond)
	q.answer.Strength, q.answer.Parts = value.Equity(), strength.PartsOf(value.Tally())
	shown := shownStrength{Answer: q.answer, Seconds: took.Seconds(), Threats: counts.Threats(q.against)}
	if len(q.board) == 5 {
		shown.Streets, err = strength.Streets(ctx, q.combos, q.board, q.against, f.Mode, 0)
		if err != nil {
			return err
		}
	}
	now, err := q.spot.Now(ctx)
	if err != nil {
		return err
	}
	shown.Ahead = strength.AheadOf(now)
	if f.ByCombo {
		result, err := q.spot.Exact(ctx, 0, nil)
		if err != nil {
			return err
		}
		shown.Combos = q.spot.Curve(q.answer.Hand, result, now)
	}
	beaten := ""
	if len(shown.Threats) == 0 {
		beaten = "nothing beats it"
	}
	note := fmt.Sprintf("strength is the share of wins plus half of the ties; counted in %v", took)
	return a.print(f.JSON, shown, q.title(), note, beaten)
}

func (a *app) sampleStrength(ctx context.Context, q *strengthQuestion, f *strengthFlags) error {
	sampled, err := q.spot.Sample(ctx, f.Samples, uint64(f.Seed), 0, nil)
	if err != nil {
		return err
	}
	s := &sampled.All
	q.answer.Strength, q.answer.Parts = s.Equity(), strength.PartsOf(s.Tally)
	q.answer.StandardError = new(s.StandardError())
	return a.print(f.JSON, q.answer, q.title(), fmt.Sprintf(
		"strength is the mean share of the pot, win alone, tie shared; sampled with seed %d", f.Seed))
}
