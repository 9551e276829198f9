package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/data"
	"feltlab/dataset/matrix"
	"feltlab/internal/clock"
	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/mip"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

type fitFlags struct {
	Hands []string `flag:"hand" complete:"hands"`
	_     string   `help:"your hand: AA, AKs or AhKd, or a list such as AA,KK to solve one after the other"`
	rangeFlag
	streetFlag
	togetherFlags
	setFlag
	dataFlags
	foldsFlag
	Compare  bool    `flag:"compare" help:"also print what greedy selection, exchange and the L1 path find"`
	Dataset  string  `flag:"dataset"`
	_        string  `help:"take hand, range and flops from this matrix of feltlab dataset, in any format"`
	Features int     `flag:"features" complete:"features"`
	_        string  `help:"find the smallest error with at most this many features"`
	MaxError float64 `flag:"max-error" help:"find the fewest features within this error, in percentage points"`
	lossFlag
	roundFlags
	Engine      question.Engine        `flag:"engine" default:"auto" oneof:"auto,exact,highs,search"`
	_           string                 `help:"{}; search proves only the relaxation's bound"`
	Formulation regression.Formulation `flag:"formulation" default:"pattern" oneof:"plain,merged,pattern"`
	_           string                 `help:"integer program for HiGHS: {}; plain is the published one"`
	Start       question.Start         `flag:"start" default:"search" oneof:"search,none"`
	_           string                 `help:"--engine highs starts from our incumbent (search) or nothing (none)"`
	solveTimeFlag
	Gap float64 `flag:"gap" help:"end when the bound is within this percentage of the error (0: when it is proved)"`
	seedFlag
	freshFlag
	MPS      string `flag:"mps" help:"write the integer program to this file (free MPS) instead of solving it"`
	Log      string `flag:"log" help:"write incumbent and bound over time to this CSV file"`
	Progress bool   `flag:"progress" help:"show incumbent and bound on standard error as they change"`
	jsonFlag

	all []regression.Weights // that the flags ask for
}

func (a *app) fitCommand() *cobra.Command {
	f := &fitFlags{}
	return command(&cobra.Command{
		Use:         "fit",
		Annotations: firstFlagsOf("hand range features max-error loss"),
		Short:       "Find the best formula for a hand's equity on the flop, turn or river",
		Long: `Finds the features of a flop, and their weights, whose sum best estimates a hand's
equity. With --features N it finds the smallest error of at most N features. With
--max-error E it finds the fewest features within E percentage points. The answer has a
formula and a bound: status "optimal" means that no formula is better. --step 5 adds the
best formula whose weights are multiples of 5 percentage points, and --allowed-weights the
best one whose weights are out of a list, with bounds of their own.

--engine highs solves the integer program with HiGHS. What HiGHS reports is printed next
to the bound that feltlab proves; "optimal by HiGHS" means that only HiGHS says so.
--time-limit covers search and proof together; each --step may take as long again. --gap 20
ends as soon as no formula can have an error more than 20% smaller.
--log writes seconds, incumbent, bound (fractions of 1), nodes and engine.

With --street turn or river the boards have four or five cards; the features are those that
feltlab has for the street (docs/streets.md). With --feature-set the features are expressions in a YAML file of your own.
With --data the rows are those of a table of your own: the formula estimates the column
--target by an intercept and the weights of yes/no columns, which other columns make.

With --together one formula with common weights serves all hands that --hand names, by
questions about hand and flop alike (docs/together.md). With --estimate ahead formulas
estimate the share of the opponent's hands that you beat on the flop (ties count half),
with win the share of showdowns won (without ties).`,
		Example: `  feltlab fit --hand AA --range ATC --features 3
  feltlab fit --hand KQs --range RS --max-error 2.5 --time-limit 5m --json
  feltlab fit --hand AA --features 3 --loss max --engine highs --start none
  feltlab fit --hand AA --features 5 --engine highs --log aa.csv --progress
  feltlab fit --hand T9s --range ATC --features 12 --gap 20
  feltlab fit --hand A5s,77 --features 3
  feltlab fit --dataset aa.parquet --features 5
  feltlab fit --hand AKs --range RS --street turn --features 5
  feltlab fit --hand AKs --features 4 --feature-set configs/features/plain.yaml
  feltlab fit --hand 22-TT --together --range RS --features 4
  feltlab fit --hand QJs --estimate ahead --features 3
  feltlab fit --data diabetes.csv --target progression --features 3 --folds 5
  feltlab fit --hand AA --range ATC --features 8 --compare
  feltlab fit --hand AA --range ATC --features 5 --step 5,1
  feltlab fit --hand JJ --range RML --features 5 --loss max --mps jj.mps`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			questions, err := f.questions(cmd)
			if err != nil {
				return usageError{err}
			}
			return a.runFit(cmd.Context(), questions, f)
		},
	}, f)
}

// questions turns the flags into a question for each hand. Every error is a usage error.
func (f *fitFlags) questions(cmd *cobra.Command) ([]question.Question, error) {
	q, err := f.common(cmd)
	if err != nil || f.Dataset != "" { // holds hand and range
		return []question.Question{q}, cmp.Or(err, q.Program.Validate(features.Count))
	}
	if f.Data != "" {
		q.Subject, err = f.table(cmd)
		q.Weights = f.all[0]
		return []question.Question{q}, cmp.Or(err, q.Validate(), f.foldsFlag.check())
	}
	var all []question.Question
	subjects, err := f.subjects(f.Hands, f.Range, &f.setFlag, f.streetFlag)
	if err != nil {
		return nil, err
	}
	for _, q.Subject = range subjects {
		q.Weights = f.all[0]
		if err := q.Validate(); err != nil {
			return nil, err
		}
		all = append(all, q)
	}
	return all, nil
}

// common returns the question without its hand and range.
func (f *fitFlags) common(cmd *cobra.Command) (question.Question, error) {
	q := question.Question{
		TimeLimit: f.TimeLimit, Gap: f.Gap / 100, Seed: f.Seed,
		Formulation: f.Formulation, Engine: f.Engine, Start: f.Start,
	}
	given := cmd.Flags().Changed
	err := cmp.Or(f.notWithData(cmd, "hand", "range", "dataset", "street", "feature-set", "together",
		"estimate"), f.withoutData(cmd), f.togetherFlags.check(cmd, "dataset", "mps", "street"))
	switch {
	case err != nil:
		return q, err
	case f.Dataset != "" && (given("hand") || given("range")):
		return q, errors.New("--dataset holds hand and range; leave out --hand and --range")
	case f.Dataset != "" && f.Street != cards.Flop:
		return q, errors.New("--dataset holds flops; leave out --street")
	case f.Dataset != "" && f.Estimate != matrix.Equity:
		return q, errors.New("--dataset has equities; leave out --estimate")
	case f.Together && f.Engine == question.HiGHS:
		return q, errors.New("--engine highs is for single hands; leave out --together")
	case f.Set != "" && f.Dataset != "":
		return q, errors.New("--feature-set is for --hand; leave out --dataset")
	case f.Dataset == "" && f.Data == "" && !given("hand"):
		return q, errors.New("--hand is missing, such as --hand AA; or --data FILE with a table of your own")
	case given("features") == given("max-error"):
		return q, errors.New("want one of --features N and --max-error PERCENT")
	case given("max-error") && !(f.MaxError >= 0 && f.MaxError < 100):
		return q, fmt.Errorf("--max-error %v, want percentage points from 0 to below 100", f.MaxError)
	case f.Gap != 0 && given("max-error"):
		return q, errors.New("--gap needs --features N: it is a part of the least error")
	case f.Compare && given("max-error"):
		return q, errors.New("--compare needs --features N: it compares formulas with at most N features")
	case f.Folds > 0 && given("max-error"):
		return q, errors.New("--folds needs --features N: it measures formulas with 1 to N columns")
	case f.MPS != "" && (f.Log != "" || f.Progress):
		return q, errors.New("--mps solves nothing; leave out --log and --progress")
	case len(f.Hands) > 1 && !f.Together && (f.MPS != "" || f.Log != ""):
		return q, errors.New("--mps and --log write a file of one hand; give --hand one hand")
	}
	if f.all, err = f.weights(f.Data != ""); err != nil {
		return q, err
	}
	if f.MPS != "" && (len(f.all) > 1 || f.Positive) {
		return q, errors.New("--mps writes the program with any weights; leave out --step, --allowed-weights and " +
			"--positive")
	}
	q.Program = f.program(f.Features)
	if given("max-error") {
		q.Program = f.within(f.MaxError / 100)
	}
	return q, nil
}

// fitRows is what a formula was fitted to: hands on boards, or a table.
type fitRows struct {
	spots *matrix.Spots
	table *data.Table
	inst  *regression.Instance
}

func (x *fitRows) print(w io.Writer, r *fitAnswer) error {
	if x.table == nil {
		return cmp.Or(printFit(w, x, &r.Answer), x.printCompared(w, r))
	}
	return cmp.Or(printTable(w, x.table, &r.Answer), x.printCompared(w, r),
		printOutOfSample(w, x.table, r.Kind, r.OutOfSample))
}

// openFit returns the rows of a question and the solver that keeps its answer. If a file has the matrix, the question
// gets its hand and range, or its table.
func (a *app) openFit(ctx context.Context, t *question.Question, file string) (*fitRows, *fit.Solver, error) {
	store, err := a.store()
	if err != nil {
		return nil, nil, err
	}
	solver := a.solver(store)
	x := &fitRows{}
	if file != "" {
		if err := ofMatrix(ctx, solver.Instances, t, file); err != nil {
			return nil, nil, err
		}
	}
	if t.IsData() {
		if x.table, err = solver.Instances.Table(t.Subject); err == nil {
			t.Data = t.Data.Of(x.table)
			x.inst, err = solver.Instances.Get(ctx, t.Subject)
		}
		return x, solver, badTable(err)
	}
	if x.spots, err = solver.Instances.Spots(ctx, t.Subject); err == nil {
		x.inst, err = solver.Instances.Get(ctx, t.Subject) // of these spots
	}
	return x, solver, err
}

// runFit solves the questions one after the other. JSON is one object, or for several hands a list.
func (a *app) runFit(ctx context.Context, questions []question.Question, f *fitFlags) error {
	var answers []*fitAnswer
	var failed error
	for i := 0; i < len(questions) && failed == nil; i++ {
		x, r, err := a.solveFit(ctx, questions[i], f)
		if failed = err; r == nil {
			continue
		}
		for _, w := range f.all[1:] {
			if failed != nil {
				break
			}
			q := questions[i]
			q.Weights = w
			var round *question.Answer
			if _, round, failed = a.solveFit(ctx, q, f); round != nil {
				r.Round = append(r.Round, round)
			}
		}
		answer := &fitAnswer{Answer: *r}
		answers = append(answers, answer)
		if failed == nil && f.Compare {
			failed = x.compare(ctx, answer)
		}
		if x.table != nil {
			answer.Table = factsOf(x.table, r)
			if failed == nil {
				answer.OutOfSample, failed = a.outOfSample(ctx, f.curveOf(questions[i]), f.Folds)
			}
		}
		if !f.JSON {
			failed = cmp.Or(x.print(a.stdout, answer), failed)
		}
	}
	switch {
	case !f.JSON || len(answers) == 0:
		return failed
	case len(questions) == 1:
		return cmp.Or(a.printJSON(answers[0]), failed)
	}
	return cmp.Or(a.printJSON(answers), failed)
}

// curveOf asks about all numbers of features up to that of a question.
func (f *fitFlags) curveOf(q question.Question) fit.CurveQuestion {
	c := fit.CurveQuestion{Subject: q.Subject, Kind: q.Program.Kind, MaxFeatures: q.Program.N, Seed: q.Seed}
	if q.Engine != question.Search {
		c.Prove = q.TimeLimit
	}
	return c
}

// solveFit solves a question. There is no answer if --mps writes it to a file; an interrupted solve has an answer and
// an error.
func (a *app) solveFit(ctx context.Context, q question.Question,
	f *fitFlags) (*fitRows, *question.Answer, error) {
	x, solver, err := a.openFit(ctx, &q, f.Dataset)
	if err != nil {
		return nil, nil, err
	}
	if f.MPS != "" {
		built, err := regression.Build(x.inst, q.Program, q.Formulation)
		if err != nil {
			return nil, nil, err
		}
		unit := "1"
		if x.inst.Rules != nil {
			unit = "the target's range"
		}
		return x, nil, a.writeModel(f.MPS, built.Model, mip.WriteMPS, "; errors are fractions of "+unit)
	}
	watch, stop, err := a.watchFit(q, f)
	if err != nil {
		return nil, nil, err
	}
	solved := false
	o := fit.Options{Progress: func(p fit.Progress) { solved = true; watch(p) }}
	var result *question.Answer
	if f.Fresh {
		result, err = solver.Measure(ctx, q, o)
	} else {
		result, _, err = solver.Answer(ctx, q, false, o)
	}
	if result != nil && !solved {
		watch(fit.ProgressOf(result)) // the answer was known
	}
	err = cmp.Or(err, stop())
	if result != nil {
		err = cmp.Or(ctx.Err(), err)
	}
	return x, result, err
}

// logEvery and showEvery are the shortest times between two lines for better bounds. A better formula
// always gets a line.
const (
	logEvery  = 100 * time.Millisecond
	showEvery = time.Second
)

// watchFit writes the progress of a fit to --log and shows it: as lines with --progress, else as a bar
// on a terminal. Call stop after the fit; it returns the error of writing.
func (a *app) watchFit(t question.Question, f *fitFlags) (watch func(fit.Progress), stop func() error, err error) {
	log, closeLog := func(fit.Progress) {}, func() error { return nil }
	if f.Log != "" {
		file, err := disk.Stream(f.Log)
		if err != nil {
			return nil, nil, fmt.Errorf("--log: %w", err)
		}
		rows := csv.NewWriter(file)
		rows.Write([]string{"seconds", "incumbent", "bound", "nodes", "engine"})
		thinned, flush := thin(logEvery, func(p fit.Progress) {
			rows.Write([]string{
				strconv.FormatFloat(p.Seconds, 'f', 3, 64), numberText(p.Incumbent), numberText(p.Bound),
				strconv.FormatInt(p.Nodes, 10), string(p.Engine),
			})
			rows.Flush() // the file is complete even if the program is killed
		})
		log, closeLog = thinned, func() error { flush(); return errors.Join(rows.Error(), file.Close()) }
	}
	show, end := thin(showEvery, func(p fit.Progress) { showProgress(a.stderr, t, p) })
	if !f.Progress {
		show, end = a.fitBar(t)
	}
	return func(p fit.Progress) { log(p); show(p) }, func() error { end(); return closeLog() }, nil
}

// thin passes on every report with a new incumbent, and at most one other report in each period. flush
// passes on the latest report if it was held back.
func thin(every time.Duration, pass func(fit.Progress)) (watch func(fit.Progress), flush func()) {
	var passed, latest fit.Progress
	first := true
	watch = func(p fit.Progress) {
		latest = p
		same := p.Incumbent == passed.Incumbent || p.Incumbent.Missing() && passed.Incumbent.Missing()
		if first || !same || p.Engine != passed.Engine || p.Seconds >= passed.Seconds+every.Seconds() {
			first, passed = false, p
			pass(p)
		}
	}
	return watch, func() {
		if latest.Seconds > passed.Seconds {
			pass(latest)
		}
	}
}

// numberText writes a number with all digits; a missing number is empty.
func numberText(n question.Number) string {
	if n.Missing() {
		return ""
	}
	return strconv.FormatFloat(float64(n), 'g', -1, 64)
}

// showProgress writes a line for a person.
func showProgress(w io.Writer, t question.Question, p fit.Progress) {
	text := func(n question.Number) string {
		if n.Missing() {
			return "none"
		}
		return objectiveText(t, float64(n))
	}
	fmt.Fprintf(w, "%8.1f s  %s  best %s, bound %s, %d nodes\n",
		p.Seconds, p.Engine, text(p.Incumbent), text(p.Bound), p.Nodes)
}

// fitBar shows a bar that fills over the time limit, with the error of the incumbent, on a
// terminal.
func (a *app) fitBar(t question.Question) (watch func(fit.Progress), end func()) {
	const steps = 100
	bar := progress.Start(a.stderr, fmt.Sprintf("%v", t.Subject), steps)
	if bar == nil {
		return func(fit.Progress) {}, func() {}
	}
	start := clock.Now()
	tick := time.NewTicker(200 * time.Millisecond)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-tick.C:
				bar.Set(min(steps-1, int(steps*clock.Since(start)/t.TimeLimit)))
			case <-done:
				return
			}
		}
	}()
	watch = func(p fit.Progress) {
		if !p.Incumbent.Missing() {
			bar.Latest("best so far " + objectiveText(t, float64(p.Incumbent)))
		}
	}
	return watch, func() { tick.Stop(); close(done); bar.Close() }
}

// objectiveText writes an objective in the unit of its program.
func objectiveText(t question.Question, objective float64) string {
	if t.Program.Kind.CountsFeatures() {
		return fmt.Sprintf("%.0f features", objective)
	}
	return fmt.Sprintf("%.4f points", 100*objective)
}
