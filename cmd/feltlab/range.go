package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/strength"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/report/draw"
)

type rangeFlags struct {
	List   bool   `flag:"list" help:"list the classes, each with its combos and its share of them"`
	Combos bool   `flag:"combos" help:"list the combos with their weights"`
	Flops  bool   `flag:"flops" help:"list how often it flops each made hand and draw, also by the flop's texture"`
	Grid   bool   `flag:"grid" help:"print the grid of the 169 classes"`
	SVG    string `flag:"svg" complete:"svg" help:"file for the grid as SVG; - means standard output" file:""`
	Plain  string `flag:"plain" oneof:",pio,gto+,equilab,hrc" help:"print only the text that a program reads: {}"`
	jsonFlag
}

func (a *app) rangeCommand() *cobra.Command {
	f := &rangeFlags{}
	return command(&cobra.Command{
		Use:   "range TEXT",
		Short: "Read a range, count its combos, and write it for other programs",
		Long: `Prints a range by classes and combos, as any program reads it, and counts its combos, each by its
weight. Every range on a command line or in a sweep is a list of:

  77  AKs  KQo  AK  AhKh    a pair, suited, offsuit, both, one combo
  77+  ATs+  99-66          higher pairs, higher kickers, what lies between
  A5s-A2s  T9s-65s          kickers between the two; hands with the same gap
  Axs  Kxo  Qx              every kicker below the first rank
  pairs  suited  offsuit    kinds of hands (offsuit has no pairs)
  broadway  connectors      two ranks from ten to ace; two neighbouring ranks
  any  ATC  random          every hand
  top 15%  15%  10%-20%     the best hands all-in against a random hand; a band
  AhXx  AxKx  hx  hh        x is any suit, X any rank; a heart, two hearts
  KTs+ !hh  AK hx           a kind after a space narrows the hand before it
  RUS  RS  RML              Sklansky's groups 1, 1-2, 1-5; sklansky:3-4
  chen                      every hand, weighted by its Chen score
  AKo:0.5  AK@50  AK: 50%   weights; 0 leaves out
  [50]AA,KK[/50]  75: AQs   one weight for several hands
  !KK  !offsuit             leaves hands out: connectors,!offsuit

The page docs/ranges.md has the whole grammar. Names of your own go into the settings file: "ranges: {tight: 'QQ+,
AK'}" (docs/settings.md).`,
		Example: `  feltlab range "AA, KK, QQ, ATs+, AKo:0.5"
  feltlab range "broadway, Axs, !KQo" --grid
  feltlab range "top 15%" --plain pio
  feltlab range "KTs+ !hh" --combos --json
  feltlab range "22+, suited" --flops`,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := ranges.ParseTyped(args[0])
			if err != nil {
				return usageError{err}
			}
			if f.SVG != "" {
				write := func(w io.Writer) error { return draw.SVG(w, rangeGrid(r)) }
				if err := a.writeTo(f.SVG, write); err != nil || f.SVG == standardOutput {
					return err
				}
			}
			return a.printRange(cmd.Context(), r, f)
		},
	}, f)
}

type rangeAnswer struct {
	Range string `json:"range" text:"-"`       // the shortest text of the range
	Plain string `json:"range_plain" text:"-"` // the range by classes and combos, which other programs read
	// Combos is the number of its hands, 1 to 1,326.
	Combos        int     `json:"combos"`
	CombosPercent float64 `json:"combos_percent" text:"of all %,2"` // the same, of all 1,326
	// WeightedCombos is the sum of the weights, where the largest is 1 and some differ.
	WeightedCombos *float64 `json:"weighted_combos,omitempty" unit:"count" text:"by weight,2"`
	// WeightedPercent is the same, of all 1,326.
	WeightedPercent *float64 `json:"weighted_percent,omitempty" text:"by weight %,2"`
	// Rounded says that weights of more than nine digits were rounded to nine.
	Rounded bool              `json:"rounded,omitempty"`
	Classes []rangeClass      `json:"classes,omitempty"`                   // with --list: its classes
	Hands   []rangeCombo      `json:"hands,omitempty" text:"combo"`        // with --combos: its combos
	Flops   *strength.Flopped `json:"flops,omitempty"`                     // with --flops: what it holds on all flops
	Text    string            `json:"text_for_program,omitempty" text:"-"` // with --plain: the text
}

type rangeClass struct {
	Class  string  `json:"class"`            // the class
	Combos int     `json:"combos"`           // its combos in the range
	Share  float64 `json:"share" text:",%2"` // the sum of their weights, of all its combos
	// Weight is the sum of their weights, where the largest of the range is 1.
	Weight float64 `json:"weighted_combos" unit:"count" text:"by weight,2"`
}

type rangeCombo struct {
	Combo  string  `json:"combo"`  // the combo
	Weight float64 `json:"weight"` // its weight, where the largest of the range is 1
}

func (a *app) printRange(ctx context.Context, r *ranges.Range, f *rangeFlags) (err error) {
	answer := rangeAnswer{Range: r.String(), Plain: r.Plain(), Combos: r.Len(),
		CombosPercent: 100 * float64(r.Len()) / cards.NumCombos, Rounded: r.Rounded(), Text: r.For(f.Plain)}
	if !r.Uniform() {
		answer.WeightedCombos, answer.WeightedPercent = new(r.Combos()), new(100*r.Combos()/cards.NumCombos)
	}
	if f.List {
		answer.Classes = classesOf(r)
	}
	if f.Flops {
		if answer.Flops, err = strength.Flops(ctx, r, 0); err != nil {
			return err
		}
	}
	for h := range cards.Combo(cards.NumCombos) {
		if w := r.Weight(h); f.Combos && w > 0 {
			answer.Hands = append(answer.Hands, rangeCombo{h.String(), float64(w) / float64(r.Largest())})
		}
	}
	return a.show(f.JSON, answer, func(w io.Writer) error {
		if f.Plain != "" {
			_, err := fmt.Fprintln(w, answer.Text)
			return err
		}
		_, err := fmt.Fprintf(w, "%s\n", r.Shown()) // the range in a line, to be copied
		err = errors.Join(err, table.Show(w, "", answer))
		if f.Grid {
			fmt.Fprintln(w)
			err = errors.Join(err, rangeGrid(r).Text(w))
		}
		return err
	})
}

func classesOf(r *ranges.Range) (all []rangeClass) {
	for k := range cards.Class(cards.NumClasses) {
		c := rangeClass{Class: k.String(), Share: r.Share(k), Weight: r.Share(k) * float64(k.Size())}
		for _, h := range k.Combos() {
			if r.Weight(h) > 0 {
				c.Combos++
			}
		}
		if c.Combos > 0 {
			all = append(all, c)
		}
	}
	return all
}

func rangeGrid(r *ranges.Range) draw.Grid {
	g := draw.Grid{Title: fmt.Sprintf("%.2f%% of hands", 100*r.Combos()/cards.NumCombos),
		Legend: "in the range, % of each class", High: 100}
	if text := r.Shown(); len(text) <= 90 {
		g.Note = strings.ReplaceAll(text, ",", ", ")
	}
	for k := range cards.Class(cards.NumClasses) {
		if g.Values[k] = 100 * r.Share(k); g.Values[k] == 0 {
			g.Values[k] = math.NaN()
		}
	}
	return g
}
