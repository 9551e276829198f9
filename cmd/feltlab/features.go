package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"feltlab/model/cards"
	"feltlab/model/featureset"
)

func (a *app) featuresCommand() *cobra.Command {
	f := &struct {
		jsonFlag
		setFlag
	}{}
	return command(&cobra.Command{
		Use:   "features HAND BOARD",
		Short: "List which features a hand has on a flop, turn or river",
		Long: `Lists which of the 73 features of the paper a hand has on a flop, or which of feltlab's own on a turn
or river (docs/streets.md). With --feature-set it lists features of your own, on the boards that the set is for.`,
		Example: `  feltlab features AhKd Qs7h2d
  feltlab features AhKd Qs7h2d7c
  feltlab features "Ah Kd" "Qs 7h 2d" --json
  feltlab features AhKd Qs7h2d --feature-set configs/features/plain.yaml`,
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

type featuresAnswer struct {
	Hand string `json:"hand"` // the hand
	Flop string `json:"flop"` // the board: a flop, a turn or a river
	True []int  `json:"true"` // numbers of the features that hold
}
