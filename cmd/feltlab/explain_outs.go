package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/matrix"
	"feltlab/dataset/table"
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
		Use:   "explain [RESULTS]",
		Short: "Show on which flops a formula is right and where it is wrong",
		Long: `Lists a formula's error by the texture of the flop (suits, pairs, highest card and
straights) and the flops with the largest errors, with the features that count there. Of
flops that differ only in suits it lists the worst. For a turn or river these are boards
of four or five cards; for a formula of several hands (--together) the lists also name the
hands. --on works out a single board. RESULTS is a folder of feltlab sweep
or a file of feltlab fit --json; without it the command takes the best
known formula for --hand, or solves as feltlab fit does.`,
		Example: `  feltlab explain --hand AA --range ATC --features 3
  feltlab explain results/demo --hand AA --worst 20
  feltlab explain --hand AKs --range RS --street turn --on Qs7h2d7c
  feltlab explain --hand 22-TT --together --range RS --on "8h8d Qs7h2d"
  feltlab explain aa.json --step 5 --json`,
		Args: resultsArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			explain := func(s *subject) (explained, error) { return s.explain(f) }
			return showEach(a, cmd, &f.subjectFlags, args, f.JSON, explain, printExplained)
		},
	}, f)
}

// explained is the JSON of a formula.
type explained struct {
	asked           `text:"-"`      // in the title
	question.Scored `text:"-"`      // in words, below the title
	Textures        []handout.Group `json:"textures" text:"error by texture"`      // errors by texture of the flop
	Hands           []handout.Group `json:"hands,omitempty" text:"worst hands,10"` // of several hands: on each
	Worst           []handout.Flop  `json:"worst" text:"-"`                        // the flops that the formula misses most
	On              *handout.Flop   `json:"on,omitempty"`                          // the board of --on
}

// asked is the question to which a formula answers.
type asked struct {
	Hand        string `json:"hand"`         // the hand
	Range       string `json:"range"`        // the opponent's range
	Program     string `json:"program"`      // the program
	StepPercent int    `json:"step_percent"` // step of the weights; 0 for free weights
}

func (s *subject) asked() asked {
	return asked{s.result.HandText(), s.rangeText(), s.result.Kind.String(), s.step}
}

// rangeText is the canonical text of the range, with the street and the estimate.
func (s *subject) rangeText() string {
	r := s.result
	return r.Against().Text()
}

func (s *subject) explain(f *explainFlags) (explained, error) {
	e := explained{asked: s.asked()}
	spots, err := s.spots()
	if err != nil {
		return e, err
	}
	if e.Scored, err = s.scored(); err != nil {
		return e, err
	}
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
		return hand, nil, usage("--on %s: want a hand and a %v, such as \"AhKd Qs7h2d\": the formula is about several hands",
			text, r.Against().Street)
	case len(list) != n:
		return hand, nil, usage("--on %s: want the %d cards of a %v, or the %d of a hand and a %v", text, n,
			r.Against().Street, n+2,
			r.Against().Street)
	}
	if both := r.Hand().Combo.Set() & cards.SetOf(list...); both != 0 {
		return hand, nil, usage("--on %s: %v lies on the board, and %v stands for %v; name the two cards before the board",
			text, both.Min(), r.Hand().Combo, r.Hand())
	}
	return r.Hand().Combo, list, nil
}

// scored computes the formula's errors anew.
func (s *subject) scored() (question.Scored, error) {
	return ledger.Score(s.inst, regression.Program{Kind: regression.AvgErr, N: max(1, len(s.formula))},
		s.formula)
}

func printExplained(w io.Writer, s *subject, e *explained) error {
	fmt.Fprintf(w, "%s\n  %s\n",
		s.title(), wrap(fit.Words(&question.Answer{Features: e.Features}, s.inst), "    ", lineWidth-2))
	fmt.Fprintf(w, "  average error %.2f percentage points, 90%% of %s within %.2f, largest %.2f\n",
		100*e.AverageError, boardWord(s.result), 100*e.P90Error, 100*e.MaxError)
	if e.On != nil {
		s.printOn(w, e.On)
		return nil
	}
	if err := table.Show(w, "", e); err != nil {
		return err
	}
	if len(e.Worst) > 0 {
		fmt.Fprintf(w, "  most wrong on%s (%s alike, exact %v, formula):\n", holding(s.result.Hand()),
			boardWord(s.result),
			s.result.Against().Estimate)
	}
	for _, flop := range e.Worst {
		fmt.Fprintf(w, "    %s x%-2d  %5.1f%%  %5.1f%%: %s\n",
			onBoard(&flop), flop.Alike, 100*flop.Equity, 100*flop.Estimate, s.sum(flop))
	}
	return nil
}

// onBoard names a board, after the hand for a formula of several hands.
func onBoard(f *handout.Flop) string {
	if f.Hand == "" {
		return f.Text
	}
	return f.Hand + " on " + f.Text
}

// printOn works out one board.
func (s *subject) printOn(w io.Writer, f *handout.Flop) {
	fmt.Fprintf(w, "  %s on %s: exact %v %.2f%%, formula %.2f%%, off by %.2f points\n", f.Hand, f.Text,
		s.result.Against().Estimate,
		100*f.Equity, 100*f.Estimate, 100*f.Error)
	for _, t := range f.Terms {
		fmt.Fprintf(w, "    %8s  F%-3d %s\n", s.weightText(t.Weight), t.ID,
			wrap(s.inst.Columns.List[t.ID-1].Sentence, "                ", lineWidth-16))
	}
	if len(f.Terms) == 0 {
		fmt.Fprintln(w, "    nothing is true")
	}
}

// sum writes a formula's arithmetic on a flop, "+85 F54  -9 F65".
func (s *subject) sum(flop handout.Flop) string {
	text := func(t regression.Term) string { return fmt.Sprintf("%s F%d", s.weightText(t.Weight), t.ID) }
	return cmp.Or(strings.Join(mapped(flop.Terms, text), "  "), "nothing is true")
}

type outsFlags struct {
	subjectFlags
	jsonFlag
}

func (a *app) outsCommand() *cobra.Command {
	f := &outsFlags{}
	return a.stored(&cobra.Command{
		Use:   "outs [RESULTS]",
		Short: "Compare a formula with the rule of four and two",
		Long: `Compares a formula's error with that of the rule of four (four percent for each out) on
the same flops. An out is an unseen card that, as the turn, improves the hand's category
(pair, two pair, ...) with the help of a hole card: it pairs a hole card, or makes a
straight or better. The rule is meant for hands that have made nothing yet; those flops
are listed separately. RESULTS is a folder of feltlab sweep or a file of feltlab fit --json; without it the
command takes the best known formula for --hand, or solves as feltlab fit does.`,
		Example: `  feltlab outs --hand JTs --range ATC --features 5
  feltlab outs results/demo --json`,
		Args: resultsArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			return showEach(a, cmd, &f.subjectFlags, args, f.JSON, (*subject).outs, printParts)
		},
	}, f)
}

// compared is the JSON of a formula.
type compared struct {
	asked
	Parts []handout.Part `json:"parts"` // all flops, and those that the rule is meant for
}

func (s *subject) outs() (compared, error) {
	r := s.result
	if r.Against().Street != cards.Flop || r.Against().Estimate == matrix.Ahead {
		return compared{}, usage("%v: the rule of four estimates the chance to win on a flop; feltlab explain "+
			"shows the errors of this formula", r.Subject)
	}
	spots, err := s.spots()
	if err != nil {
		return compared{}, err
	}
	parts, err := handout.CompareRuleOfFour(spots, s.formula)
	return compared{s.asked(), parts}, err
}

func printParts(w io.Writer, s *subject, c *compared) error {
	fmt.Fprintf(w,
		"%s, %d features, against the rule of four\n"+
			"  (errors in percentage points: average, 90%% of flops within, largest)\n",
		s.title(), len(s.formula))
	t := table.NewSheet("", "flops", "equity", "outs", "average", "90%", "largest").Align("lr")
	for _, p := range c.Parts {
		if p.Flops == 0 {
			t.Add(p.Name, "0")
			continue
		}
		t.Add(p.Name, strconv.Itoa(p.Flops), table.Fixed(100*p.Equity, 1)+"%", table.Fixed(p.Outs, 1))
		for i, e := range []*handout.Errors{p.Rule, p.Formula} {
			t.Add([]string{"  rule of four", "  formula"}[i], "", "", "", table.Fixed(100*e.AverageError, 2),
				table.Fixed(100*e.P90Error, 2), table.Fixed(100*e.MaxError, 2))
		}
	}
	err := t.Print(w, "  ")
	if last := c.Parts[1]; last.Flops > 0 && err == nil {
		_, err = fmt.Fprintf(w, "  where nothing is made yet the rule is %.2f off the exact chance to hit an out\n"+
			"  by the river\n", 100*last.Hit)
	}
	return err
}
