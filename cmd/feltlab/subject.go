package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/matrix"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
	"feltlab/solvers/lattice"
)

// subject is a formula that a command explains, prints or asks for, with the matrix it is about.
type subject struct {
	matrix  *matrix.Matrix
	result  *question.Answer // the fit it comes from
	step    int              // percentage points that the weights are multiples of, 0: free weights
	formula regression.Formula
}

// subjectFlags say which formulas: stored ones, or one to be found now.
type subjectFlags struct {
	hand, rng      string
	asked          question.Subject // hand and range; without a hand, only the range
	features, step int
	seed           int
	timeLimit      durationFlag
}

// defaultFeatures is how many features a formula gets that is found on the way.
const defaultFeatures = 5

// add adds the flags to a command; step is the default of --step.
func (f *subjectFlags) add(cmd *cobra.Command, step int) {
	flags := cmd.Flags()
	f.timeLimit = durationFlag(time.Minute)
	flags.StringVar(&f.hand, "hand", "", "your hand; with RESULTS, only the results for it")
	flags.StringVar(&f.rng, "range", "any", "the opponent's range; with RESULTS, only the results against it")
	flags.IntVar(&f.features, "features", defaultFeatures, "find a formula with at most this many features; with RESULTS, only such")
	flags.IntVar(&f.step, "step", step, "weights that are multiples of so many percentage points; 0 for free weights")
	flags.Var(&f.timeLimit, "time-limit", "for finding a formula: seconds, or a time such as 90s or 2h")
	flags.IntVar(&f.seed, "seed", 1, "seed of the random choices")
}

// resultsArg accepts at most one argument, RESULTS.
func resultsArg(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usage("%s: got %s, want at most one, a file or folder of results; see %s --help", commandName(cmd), arguments(len(args)), cmd.CommandPath())
	}
	return nil
}

// check rejects flags that cannot be met. Every error is a usage error.
func (f *subjectFlags) check(cmd *cobra.Command, args []string) error {
	if f.step != 0 {
		if err := lattice.CheckStep(f.step); err != nil {
			return usage("%s: --step: %w", cmd.Name(), err)
		}
	}
	if f.hand == "" && len(args) == 0 {
		return usage("%s: want RESULTS, or --hand such as --hand AA", cmd.Name())
	}
	var err error
	if f.hand != "" {
		f.asked, err = parseSubject(f.hand, f.rng)
	} else if f.asked.Range, err = question.ParseRange(f.rng); err != nil {
		err = usage("--range: %w", err)
	}
	if err != nil {
		return err
	}
	if err := (regression.Program{Kind: regression.AvgErr, N: f.features}).Validate(features.Count); err != nil {
		return usage("%s: --features: %w", cmd.Name(), err)
	}
	return nil
}

// subjects returns the formulas that the flags ask for, at least one.
func (a *app) subjects(cmd *cobra.Command, f *subjectFlags, args []string) ([]subject, error) {
	if err := f.check(cmd, args); err != nil {
		return nil, err
	}
	store, err := a.store()
	if err != nil {
		return nil, err
	}
	instances := fit.NewInstances(store, 0)
	results := []*question.Answer{{Subject: f.asked}}
	if len(args) > 0 {
		if results, err = f.stored(cmd, args[0]); err != nil {
			return nil, err
		}
	}
	var all []subject
	for _, r := range results {
		m, err := instances.Matrix(cmd.Context(), r.Subject)
		if err != nil {
			return nil, err
		}
		if len(args) == 0 {
			r, err = f.found(cmd.Context(), r.Subject, m)
		} else {
			err = fit.Confirm(m.Instance(), r)
		}
		if err != nil {
			return nil, err
		}
		s, err := f.subject(cmd.Context(), m, r)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// stored reads results and keeps those that the flags name.
func (f *subjectFlags) stored(cmd *cobra.Command, path string) ([]*question.Answer, error) {
	all, err := readResults(path)
	if err != nil {
		return nil, err
	}
	var kept []*question.Answer
	for _, r := range all {
		if !r.Found() || len(r.Features) == 0 ||
			f.hand != "" && f.asked.Hand != r.Hand ||
			cmd.Flags().Changed("range") && f.asked.Range != r.Range ||
			cmd.Flags().Changed("features") && len(r.Features) > f.features {
			continue
		}
		kept = append(kept, r)
	}
	if len(kept) == 0 {
		return nil, usage("%s: no formula as the flags want it; it has %s", path, inventory(all))
	}
	return kept, nil
}

// inventoryShown is how many results an error lists.
const inventoryShown = 12

// inventory lists what there is, "AA against ATC: AVGERR(3) with 3 features, ...".
func inventory(all []*question.Answer) string {
	var parts []string
	for i, r := range all {
		if i == inventoryShown {
			parts = append(parts, fmt.Sprintf("and %d more", len(all)-i))
			break
		}
		text := r.String()
		if !r.Found() || len(r.Features) == 0 {
			text += " (no formula)"
		} else if r.CountsFeatures() {
			text += fmt.Sprintf(" with %d features", len(r.Features))
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// readResults reads a sweep's folder, its solves.jsonl or what fit --json printed.
func readResults(path string) ([]*question.Answer, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, named(err)
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		results, err := sweep.Read(path)
		return results, named(err)
	}
	results, err := question.ReadAnswers(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return results, nil
}

// parseSubject reads the flags --hand and --range. Every error is a usage error.
func parseSubject(hand, rng string) (question.Subject, error) {
	h, err := ranges.ParseHand(hand)
	if err != nil {
		return question.Subject{}, usage("--hand: %w", err)
	}
	s, err := question.Against(h, rng)
	if err != nil {
		return s, usage("--range: %w", err)
	}
	return s, nil
}

// found searches a formula for a subject's matrix.
func (f *subjectFlags) found(ctx context.Context, s question.Subject, m *matrix.Matrix) (*question.Answer, error) {
	task := question.Question{
		Subject: s, Program: regression.Program{Kind: regression.AvgErr, N: f.features},
		Engine: question.Search, TimeLimit: time.Duration(f.timeLimit), Seed: f.seed,
	}
	r, err := fit.Solve(ctx, m.Instance(), task, fit.Options{})
	return r, errors.Join(err, ctx.Err())
}

// subject gives a result the weights that the flags want.
func (f *subjectFlags) subject(ctx context.Context, m *matrix.Matrix, r *question.Answer) (subject, error) {
	s := subject{matrix: m, result: r, step: f.step, formula: r.Formula()}
	if f.step == 0 {
		return s, nil
	}
	whole, err := fit.WithStep(ctx, m.Instance(), r, f.step, f.seed)
	if err != nil {
		return s, err
	}
	if !whole.Found() {
		return s, fmt.Errorf("%v: %w in steps of %d", r.Subject, fit.ErrNoFormula, f.step)
	}
	s.formula = whole.Formula()
	return s, nil
}

// title names a subject in a line.
func (s *subject) title() string {
	text := s.result.String()
	if s.step != 0 {
		text += fmt.Sprintf(" in steps of %d", s.step)
	}
	return text
}

// weightText writes a weight in percentage points, with a decimal if it needs one.
func (s *subject) weightText(weight float64) string {
	if s.step != 0 {
		return fmt.Sprintf("%+d", int(math.Round(100*weight)))
	}
	return fmt.Sprintf("%+.2f", 100*weight)
}
