package main

import (
	"github.com/spf13/cobra"

	"feltlab/model/cards"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

type explainFlags struct {
	subjectFlags
	Worst int    `flag:"worst" default:"10" min:"0" help:"number of worst flops to list"`
	On    string `flag:"on" help:"work out one board, such as Qs7h2d, or hand and board: \"AhKd Qs7h2d\""`
	jsonFlag
}

func (a *app) explainCommand() *cobra.Command {
	f := &explainFlags{}
	return a.stored(&cobra.Command{
		Use:   "explain [RESULTS] [HAND...]",
		Short: "Show on which flops a formula is right and where it is wrong",
		Long: `Lists a formula's error by the texture of the flop (suits, pairs, highest card and straights) and the
flops with the largest errors, with the features that count there. Of flops that differ only in suits it lists the
worst. For a turn or river these are boards of four or five cards; for a formula of several hands (--together) the
lists also name the hands. --on works out a single board. RESULTS is a folder of feltlab sweep or a file of feltlab
fit --json; without it the command takes the best known formula for HAND, or solves as feltlab fit does.`,
		Example: `  feltlab explain AA --range ATC --features 3
  feltlab explain results/demo AA --worst 20
  feltlab explain AKs --range RS --street turn --on Qs7h2d7c
  feltlab explain 22-TT --together --range RS --on "8h8d Qs7h2d"
  feltlab explain aa.json --step 5 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			subjects, err := a.subjects(cmd, &f.subjectFlags, args)
			if err != nil {
				return err
			}
			all := make([]explained, len(subjects))
			for i := range subjects {
				if all[i], err = subjects[i].explain(f); err != nil {
					return err
				}
			}
			return a.print(f.JSON, all, "")
		},
	}, f)
}

// explained is the answer of feltlab explain about a formula.
type explained struct {
	Hand        string `json:"hand" text:"-"`         // the hand
	Range       string `json:"range" text:"-"`        // the opponent's range
	RangePlain  string `json:"range_plain" text:"-"`  // the same by classes and combos, which other programs read
	Program     string `json:"program" text:"-"`      // the program
	StepPercent int    `json:"step_percent" text:"-"` // step of the weights; 0 for free weights
	question.Scored
	Textures []handout.Group `json:"textures" text:"texture"` // errors by texture of the flop
	// Hands is errors on each of several hands, largest first.
	Hands []handout.Group `json:"hands,omitempty" text:"worst hands,10"`
	Worst []handout.Flop  `json:"worst" text:"most wrong on"`       // the flops that the formula misses most
	On    *handout.Flop   `json:"on,omitempty" text:"on the board"` // the board of --on
	title string
	notes []string
}

// Title names the question.
func (e explained) Title() string { return e.title }

// Notes returns the formula in words, and the cards that stand for its hand.
func (e explained) Notes() []string { return e.notes }

func (s *subject) explain(f *explainFlags) (explained, error) {
	r := s.result
	e := explained{Hand: r.HandText(), Range: r.Against().Text(), RangePlain: r.Against().Plain(),
		Program: r.Kind.String(), StepPercent: s.step, title: s.title()}
	spots, err := s.spots()
	if err != nil {
		return e, err
	}
	if e.Scored, err = s.scored(); err != nil {
		return e, err
	}
	e.notes = []string{fit.Words(&question.Answer{Features: e.Features}, s.inst),
		"over all " + boardWord(s.result) + holding(s.result.Hand())}
	if e.Textures, err = handout.Textures(spots, s.formula); err != nil {
		return e, err
	}
	if spots.Hands != nil {
		if e.Hands, err = handout.ByHand(spots, s.formula); err != nil {
			return e, err
		}
	}
	flops := handout.Rank(spots, s.formula)
	e.Worst = flops.Worst(f.Worst)
	if f.On != "" {
		hand, board, err := s.handOn(f.On)
		if err != nil {
			return e, err
		}
		at, err := spots.Find(hand, cards.SetOf(board...))
		if err != nil {
			return e, usage("--on %s: %w", f.On, err)
		}
		flop := flops.On(at)
		flop.Hand, flop.Text = hand.String(), cards.Format(board)
		e.On = &flop
	}
	return e, nil
}

// handOn reads the hand and the board of --on, which may leave out the hand where the formula is about one. Every error
// is a usage error.
func (s *subject) handOn(text string) (hand cards.Combo, board []cards.Card, err error) {
	list, err := cards.ParseCards(text)
	r := s.result
	n := r.Against().Street.Cards()
	switch {
	case err != nil:
		return hand, nil, usage("--on: %w", err)
	case len(list) == n+2:
		return cards.ComboOf(list[0], list[1]), list[2:], nil
	case r.Together():
		return hand, nil, usage("--on %s: want a hand and a %v, such as \"AhKd Qs7h2d\": the formula is about "+
			"several hands", text, r.Against().Street)
	case len(list) != n:
		return hand, nil, usage("--on %s: want the %d cards of a %[3]v, or the %d of a hand and a %[3]v", text, n,
			r.Against().Street, n+2)
	}
	if both := r.Hand().Combo.Set() & cards.SetOf(list...); both != 0 {
		return hand, nil, usage("--on %s: %v lies on the board, and %v stands for %v; name the two cards before the "+
			"board", text, both.Min(), r.Hand().Combo, r.Hand())
	}
	return r.Hand().Combo, list, nil
}

func (s *subject) scored() (question.Scored, error) {
	return ledger.Score(s.inst, regression.Program{Kind: regression.AvgErr, N: max(1, len(s.formula))}, s.formula)
}
