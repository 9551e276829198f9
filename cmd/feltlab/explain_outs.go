package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/judge"
	"feltlab/pipeline/question"
)

type explainFlags struct {
	subjectFlags
	Worst int `flag:"worst" default:"10" min:"0" help:"number of worst flops to list"`
	jsonFlag
}

func (a *app) explainCommand() *cobra.Command {
	f := &explainFlags{}
	return a.stored(&cobra.Command{
		Use:   "explain [RESULTS]",
		Short: "Show on which flops a formula is right and where it is wrong",
		Long: `Lists a formula's error by the texture of the flop (suits, pairs, highest card and
straights) and the flops with the largest errors, with the features that count there. Of
flops that differ only in suits it lists the worst. RESULTS is a folder of feltlab sweep
or a file of feltlab fit --json; without it the command takes the best
known formula for --hand, or solves as feltlab fit does.`,
		Example: `  feltlab explain --hand AA --range ATC --features 3
  feltlab explain results/demo --hand AA --worst 20
  feltlab explain aa.json --step 5 --json`,
		Args: resultsArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			explain := func(s *subject) (explained, error) { return s.explain(f.Worst) }
			return showEach(a, cmd, &f.subjectFlags, args, f.JSON, explain, printExplained)
		},
	}, f)
}

// explained is the JSON of a formula.
type explained struct {
	asked
	question.Scored
	Textures []handout.Group `json:"textures"` // errors by texture of the flop
	Worst    []handout.Flop  `json:"worst"`    // the flops that the formula misses most
}

// asked is the question to which a formula answers.
type asked struct {
	Hand        string `json:"hand"`         // the hand
	Range       string `json:"range"`        // the opponent's range
	Program     string `json:"program"`      // the program
	StepPercent int    `json:"step_percent"` // step of the weights; 0 for free weights
}

func (s *subject) asked() asked {
	return asked{s.matrix.Hand.Text, s.matrix.Range, s.result.Kind.String(), s.step}
}

func (s *subject) explain(worst int) (explained, error) {
	e := explained{asked: s.asked()}
	var err error
	if e.Scored, err = s.scored(); err != nil {
		return e, err
	}
	if e.Textures, err = handout.Textures(s.matrix, s.formula); err != nil {
		return e, err
	}
	e.Worst = handout.Worst(handout.Flops(s.matrix, s.formula), worst)
	return e, nil
}

// scored computes the formula's errors anew.
func (s *subject) scored() (question.Scored, error) {
	return judge.Score(s.matrix.Instance(), regression.Program{Kind: regression.AvgErr, N: max(1, len(s.formula))},
		s.formula)
}

func printExplained(w io.Writer, s *subject, e *explained) error {
	fmt.Fprintf(w, "%s\n  %s\n",
		s.title(), wrap(fit.Words(&question.Answer{Features: e.Features}, s.matrix.Instance()), "    ", lineWidth-2))
	fmt.Fprintf(w, "  average error %.2f percentage points, 90%% of flops within %.2f, largest %.2f\n",
		100*e.AverageError, 100*e.P90Error, 100*e.MaxError)
	t := table.NewSheet("texture", "flops", "equity", "average", "90%", "largest").Align("lr")
	family := ""
	for _, g := range e.Textures {
		if g.Family != family {
			family = g.Family
			t.Add(family)
		}
		t.Add("  "+g.Name, strconv.Itoa(g.Flops), table.Fixed(100*g.Equity, 1)+"%", table.Fixed(100*g.AverageError, 2),
			table.Fixed(100*g.P90Error, 2), table.Fixed(100*g.MaxError, 2))
	}
	if err := t.Print(w, "  "); err != nil {
		return err
	}
	if len(e.Worst) > 0 {
		fmt.Fprintf(w, "  most wrong on%s (flops alike, exact equity, formula):\n", holding(s.matrix.Hand))
	}
	for _, flop := range e.Worst {
		fmt.Fprintf(w, "    %s x%-2d  %5.1f%%  %5.1f%%: %s\n",
			flop.Text, flop.Alike, 100*flop.Equity, 100*flop.Estimate, s.sum(flop))
	}
	return nil
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
	parts, err := handout.CompareRuleOfFour(s.matrix, s.formula)
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
