package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/featureset"
	"feltlab/model/ranges"
)

func (a *app) featuresCommand() *cobra.Command {
	f := &struct {
		jsonFlag
		setFlag
	}{}
	return command(&cobra.Command{
		Use:   "features HAND BOARD",
		Short: "List which features a hand has on a flop, turn or river",
		Long: `Lists which of the 73 features of the paper a hand has on a flop, or which of feltlab's own
on a turn or river (docs/streets.md). With --feature-set it lists features of your own, on
the boards that the set is for.`,
		Example: `  feltlab features AhKd Qs7h2d
  feltlab features AhKd Qs7h2d7c
  feltlab features "Ah Kd" "Qs 7h 2d" --json
  feltlab features AhKd Qs7h2d --feature-set configs/features/plain.yaml`,
		Args: exactArgs("HAND", "BOARD"),
		RunE: func(_ *cobra.Command, args []string) error {
			hand, err := cards.ParseCombo(args[0])
			if err != nil {
				return usageError{err}
			}
			board, err := cards.ParseBoard(args[1])
			if err == nil && len(board) < 3 {
				_, err = cards.ParseFlop(args[1])
			}
			if err != nil {
				return usageError{err}
			}
			if both := hand.Set() & cards.SetOf(board...); both != 0 {
				return usage("hand %v holds %v, which lies on the board %s", hand, both.Min(), cards.Format(board))
			}
			set := featureset.Default(cards.Street(len(board) - 3))
			if f.Set != "" {
				if set, err = featureset.Read(f.Set); err != nil {
					return usageError{named(err)}
				}
			}
			return a.printFeatures(set, hand, board, f.JSON)
		},
	}, f)
}

func (a *app) printFeatures(set *featureset.Set, hand cards.Combo, board []cards.Card, asJSON bool) error {
	v, err := set.NewReader().Of(hand, cards.SetOf(board...))
	if err != nil {
		return usageError{err}
	}
	answer := featuresAnswer{hand.String(), cards.Format(board), v.IDs()}
	return a.show(asJSON, answer, func(w io.Writer) error {
		fmt.Fprintf(w, "%s on %s\n", answer.Hand, answer.Flop)
		for i, f := range set.Features {
			if v.Has(i + 1) {
				fmt.Fprintf(w, "  F%-3d %s\n", i+1, wrap(f.Sentence, "       ", lineWidth-7))
			}
		}
		return nil
	})
}

// featuresAnswer is the JSON of feltlab features.
type featuresAnswer struct {
	Hand string `json:"hand"` // the hand
	Flop string `json:"flop"` // the board: a flop, a turn or a river
	True []int  `json:"true"` // numbers of the features that hold
}

func (a *app) rangeCommand() *cobra.Command {
	f := &jsonFlag{}
	return command(&cobra.Command{
		Use:   "range TEXT",
		Short: "Print the shortest text of a range, and count its combos",
		Long: `Prints the shortest text of a range, and counts its combos. Every range on a command line
or in a sweep is a list of:

  77  AKs  KQo  AK  AhKh    a pair, suited, offsuit, both, one combo
  77+  ATs+  99-66          higher pairs, higher kickers, what lies between
  A5s-A2s  T9s-65s          kickers between the two; hands with the same gap
  Axs  Kxo  Qx              every kicker below the first rank
  pairs  suited  offsuit    kinds of hands (offsuit has no pairs)
  broadway  connectors      two ranks from ten to ace; two neighbouring ranks
  any  ATC  random          every hand
  top 15%                   the best hands all-in against a random hand
  RUS  RS  RML              Sklansky's groups 1, 1-2, 1-5; sklansky:3-4
  chen                      every hand, weighted by its Chen score
  AKo:0.5  AK@50            weights
  [50]AA,KK[/50]            one weight for several hands
  !KK  !offsuit             leaves hands out: connectors,!offsuit

Names of your own go into the settings file: "ranges: {tight: 'QQ+, AK'}"
(docs/settings.md).`,
		Example: `  feltlab range "AA, KK, QQ, ATs+, AKo:0.5"
  feltlab range "broadway, Axs, !KQo"
  feltlab range "top 15%" --json`,
		Args: exactArgs("TEXT"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := ranges.ParseTyped(args[0])
			if err != nil {
				return usageError{err}
			}
			answer := rangeAnswer{r.String(), r.Len(), 100 * float64(r.Len()) / cards.NumCombos}
			return a.show(f.JSON, answer, func(w io.Writer) error { // the range in a line, to be copied
				_, err := fmt.Fprintf(w, "%s\n", answer.Range)
				return errors.Join(err, table.Show(w, "", answer))
			})
		},
	}, f)
}

// rangeAnswer is the JSON of feltlab range.
type rangeAnswer struct {
	Range         string  `json:"range" text:"-"`                   // the shortest text of the range
	Combos        int     `json:"combos"`                           // number of its hands, 1 to 1,326
	CombosPercent float64 `json:"combos_percent" text:"of all %,2"` // the same, of all 1,326
}
