package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"feltlab/dataset/data"
	"feltlab/dataset/matrix"
	"feltlab/model/regression"
	"feltlab/pipeline/config"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

type fitFlags struct {
	question.AskHands
	question.AskGoals
	question.AskWeights
	question.AskEngine
	question.AskSolve
	answerFlags
}

// answerFlags say how questions are answered and answers shown.
type answerFlags struct {
	Compare bool `flag:"compare"`
	freshFlag
	jsonFlag

	best  int    // how many sets of columns to list, or 0
	log   string // file for the progress
	judge func(*regression.Instance) (*fit.Judged, error)
}

func (a *app) fitCommand() *cobra.Command {
	f := &fitFlags{}
	return command(&cobra.Command{
		Use:         "fit [HAND...]",
		Annotations: firstFlagsOf("hand range features max-error loss"),
		Short:       "Find the best formula for a hand's equity on the flop, turn or river",
		Long: `Finds the features of a flop, and their weights, whose sum best estimates a hand's equity. With
--features N it finds the smallest error of at most N features. With --max-error E it finds the fewest features within
E percentage points. The answer has a formula and a bound: status "optimal" means that no formula is better. --step 5
adds the best formula whose weights are multiples of 5 percentage points, and --allowed-weights the best one whose
weights are out of a list, with bounds of their own. Lists ask about every combination: fit AA KK --features 1..5 has
ten answers.

--time-limit covers search and proof together; each --step may take as long again. --gap 20 ends as soon as no formula
can have an error more than 20% smaller. --engine highs solves the integer program of feltlab milp with HiGHS.

With --street turn or river the boards have four or five cards; the features are those that feltlab has for the street
(docs/streets.md). With --feature-set the features are expressions in a YAML file of your own. For a table of your own
see feltlab regress.

With --together one formula with common weights serves all hands of a range, by questions about hand and flop alike
(docs/together.md). With --estimate ahead formulas estimate the share of the opponent's hands that you beat on the
flop (ties count half), with win the share of showdowns won (without ties).`,
		Example: `  feltlab fit AA --range ATC --features 3
  feltlab fit KQs --range RS --max-error 2.5 --time-limit 5m --json
  feltlab fit T9s --range ATC --features 12 --gap 20
  feltlab fit A5s,77 --features 1..3
  feltlab fit AKs --range RS --street turn --features 5
  feltlab fit AKs --features 4 --feature-set configs/features/plain.yaml
  feltlab fit 22-TT --together --range RS --features 4
  feltlab fit QJs --estimate ahead --features 3
  feltlab fit AA --range ATC --features 8 --compare
  feltlab fit AA --range ATC --features 5 --step 5,1`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ask := question.NewAsk()
			ask.AskHands, ask.AskGoals, ask.AskWeights = f.AskHands, f.AskGoals, f.AskWeights
			ask.AskEngine, ask.AskSolve = f.AskEngine, f.AskSolve
			return a.answerAsk(cmd.Context(), &ask, &f.answerFlags)
		},
	}, f)
}

// twice refuses a hand that is named twice.
func twice(hands []string) error {
	for i, h := range hands {
		if slices.Contains(hands[:i], h) {
			return usage("hand %s is named twice", h)
		}
	}
	return nil
}

// asking makes a usage error of the error of an Ask, and names the flag.
func asking(err error) error {
	bad := (*question.AskError)(nil)
	if !errors.As(err, &bad) {
		return badTable(err)
	}
	switch {
	case bad.Key == "hands" && errors.Is(err, question.ErrNone):
		return usage("want a hand, such as AA; for a table of your own see feltlab regress")
	case bad.Key == "hands": // an argument or a flag
		return usage("hand: %w", bad.Err)
	}
	if name := config.FlagOf(&question.Ask{}, bad.Key); name != "" {
		return usage("--%s: %w", name, named(bad.Err))
	}
	return usageError{named(bad.Err)}
}

// questions lists the questions of an Ask. Every error is a usage error.
func (a *app) questions(ask *question.Ask) ([]question.Question, error) {
	questions, impossible, err := ask.Questions()
	for _, reason := range impossible {
		if len(questions) == 0 {
			return nil, usageError{reason}
		}
		fmt.Fprintf(a.stderr, "feltlab: left out: %v\n", reason)
	}
	return questions, asking(cmp.Or(err, twice(ask.Each())))
}

func (a *app) answerAsk(ctx context.Context, ask *question.Ask, f *answerFlags) error {
	questions, err := a.questions(ask)
	if err != nil {
		return err
	}
	return a.answerAll(ctx, questions, f)
}

// fitRows is what a formula was fitted to: hands on boards, or a table.
type fitRows struct {
	spots *matrix.Rows
	table *data.Table
	inst  *regression.Instance

	judged *fit.Judged
}

// openFit returns the rows of a question and the solver that keeps its answer.
func (a *app) openFit(ctx context.Context, q question.Question) (x *fitRows, solver *fit.Solver, err error) {
	store, err := a.store()
	if err != nil {
		return nil, nil, err
	}
	solver, x = a.solver(store), &fitRows{}
	if q.IsTable() {
		x.table, err = solver.Instances.Table(q.Subject)
	} else {
		x.spots, err = solver.Instances.Rows(ctx, q.Subject)
	}
	if err == nil {
		x.inst, err = solver.Instances.Get(ctx, q.Subject) // of these rows
	}
	return x, solver, badTable(err)
}

// answerAll answers questions one after the other. Those with round weights belong to the question with any weights
// before them. JSON is one object, or for several questions a list.
func (a *app) answerAll(ctx context.Context, questions []question.Question, f *answerFlags) error {
	if f.Compare && questions[0].Program.Kind.CountsFeatures() {
		return usage("--compare needs --features N: it compares formulas with at most N features")
	}
	var answers []*fitAnswer
	var failed error
	for rest := questions; len(rest) > 0 && failed == nil; {
		q := rest[0]
		x, r, err := a.solveFit(ctx, q, f)
		failed = err
		rest = slices.DeleteFunc(slices.Clone(rest), func(other question.Question) bool {
			if !roundOf(q, other) {
				return false
			}
			if other.Weights != q.Weights && failed == nil && r != nil {
				var round *question.Answer
				if _, round, failed = a.solveFit(ctx, other, f); round != nil {
					r.Round = append(r.Round, round)
				}
			}
			return true
		})
		if r == nil {
			continue
		}
		answer := &fitAnswer{Answer: *r, fitExtras: fitExtras{RangePlain: r.Against().Plain(), Judged: x.judged}}
		answers = append(answers, answer)
		if failed == nil && f.Compare {
			answer.Compared, failed = fit.Compare(ctx, x.inst, r.Kind, r.N)
		}
		if failed == nil && f.best > 0 {
			failed = a.listBest(ctx, x, q, answer, f.best)
		}
		if x.table != nil {
			answer.Table = factsOf(x.table, r)
		}
		if !f.JSON {
			failed = cmp.Or(x.print(a.stdout, answer), failed)
		}
	}
	switch {
	case !f.JSON || len(answers) == 0:
		return failed
	case len(answers) == 1:
		return cmp.Or(a.printJSON(answers[0]), failed)
	}
	return cmp.Or(a.printJSON(answers), failed)
}

// roundOf reports whether a question is another one with other weights, or the same.
func roundOf(q, other question.Question) bool {
	for _, x := range []*question.Question{&q, &other} {
		x.Subject, x.Formulation = x.With("").Canonical(), regression.Pattern
	}
	return q == other
}

// solveFit answers a question, and returns the rows that the answer is about. An interrupted solve has an answer and an
// error.
func (a *app) solveFit(ctx context.Context, q question.Question, f *answerFlags) (*fitRows, *question.Answer, error) {
	x, solver, err := a.openFit(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	o := fit.Options{}
	if f.judge != nil {
		if x.judged, err = f.judge(x.inst); err != nil {
			return nil, nil, err
		}
		o.Given = x.judged.Formula()
	}
	watch, stop, err := a.watchFit(q, f.log)
	if err != nil {
		return nil, nil, err
	}
	solved := false
	o.Progress = func(p fit.Progress) { solved = true; watch(p) }
	var result *question.Answer
	if f.Fresh {
		result, err = solver.Measure(ctx, q, o)
	} else {
		result, _, err = solver.Answer(ctx, q, f.judge != nil, o)
	}
	if result != nil && !solved {
		watch(fit.ProgressOf(result)) // the answer was known
	}
	err = cmp.Or(err, stop())
	if result != nil {
		err = cmp.Or(ctx.Err(), err)
	}
	return x, result, badTable(err)
}
