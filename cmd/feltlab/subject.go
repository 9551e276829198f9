package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/matrix"
	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// subject is a formula that a command explains or prints, with what it is about.
type subject struct {
	spots   func() (*matrix.Rows, error)
	inst    *regression.Instance // for any weights
	result  *question.Answer     // the answer that holds the formula
	round   *question.Answer     // in multiples of the step; nil if result is that answer, or has any weights
	step    int                  // the weights are multiples of this many percentage points; 0: free weights
	formula regression.Formula
}

// subjectFlags select stored formulas, or ask for one to be found. With RESULTS the flags of hands select results.
type subjectFlags struct {
	question.AskHands
	Features int `flag:"features" default:"5" complete:"features"`
	Step     int `flag:"step" help:"weights are multiples of this many percentage points (0: any weights)"`
	solveTimeFlag
	seedFlag
}

// asked returns the subjects that the flags ask about. Every error is a usage error.
func (f *subjectFlags) asked() ([]question.Subject, error) {
	if len(f.Hands) == 0 {
		return nil, usage("want RESULTS, or a hand such as AA")
	}
	all, impossible, err := f.AskHands.Subjects()
	if err != nil {
		return nil, asking(err)
	}
	if len(impossible) > 0 {
		return nil, usageError{impossible[0]}
	}
	for _, s := range all {
		if err := f.question(s).Validate(); err != nil {
			return nil, usageError{err}
		}
	}
	return all, twice(f.Each())
}

func (f *subjectFlags) question(of question.Subject) question.Question {
	return question.Question{
		Subject: of, Program: regression.Program{Kind: regression.AvgErr, N: f.Features},
		Engine: question.Auto, TimeLimit: f.TimeLimit, Seed: f.Seed,
	}
}

// subjects returns the formulas that the flags select, at least one.
func (a *app) subjects(cmd *cobra.Command, f *subjectFlags, args []string) ([]subject, error) {
	if f.Step != 0 {
		if _, err := (&question.AskWeights{Steps: []float64{float64(f.Step)}}).Weights(false); err != nil {
			return nil, asking(err)
		}
	}
	if err := (regression.Program{Kind: regression.AvgErr, N: f.Features}).Validate(proof.MaxColumns); err != nil {
		return nil, usage("--features: %w", err)
	}
	solver := a.solver(a.kept)
	var results []*question.Answer
	if len(args) > 0 {
		var err error
		if results, err = f.selected(cmd, args[0]); err != nil {
			return nil, err
		}
	} else {
		asked, err := f.asked()
		if err != nil {
			return nil, err
		}
		for _, s := range asked {
			results = append(results, &question.Answer{Subject: s})
		}
	}
	results, round := f.separateRound(results)
	counted := &counts{instances: solver.Instances, of: map[question.Subject]*matrix.Rows{}}
	var all []subject
	for _, r := range results {
		r.Subject = r.At(func(string) string { return f.FeatureSet })
		about := r.With("")
		spots := func() (*matrix.Rows, error) { return counted.get(cmd.Context(), about) }
		if _, err := spots(); err != nil {
			return nil, err
		}
		inst, err := solver.Instances.Get(cmd.Context(), about)
		if err != nil {
			return nil, err
		}
		if len(args) == 0 {
			r, err = a.bestFormula(cmd.Context(), solver, f, r.Subject)
		} else {
			err = checkStored(inst, r)
		}
		if err != nil {
			return nil, err
		}
		s, err := f.subject(cmd.Context(), solver, inst, r, round[r.Question().Key()])
		if err != nil {
			return nil, err
		}
		s.spots = spots
		all = append(all, s)
	}
	return all, nil
}

// counts keeps what subjects are about, up to mostSpots, of 64 bytes each, at a time.
type counts struct {
	instances *fit.Instances
	of        map[question.Subject]*matrix.Rows
	kept      int
}

const mostSpots = 8_000_000

func (c *counts) get(ctx context.Context, s question.Subject) (*matrix.Rows, error) {
	key := s.Canonical()
	if spots := c.of[key]; spots != nil {
		return spots, nil
	}
	rows, err := c.instances.Rows(ctx, s)
	if err != nil {
		return nil, err
	}
	spots := rows.Orbits()
	if c.kept += len(spots.List); c.kept > mostSpots {
		clear(c.of)
		c.kept = len(spots.List)
	}
	c.of[key] = spots
	return spots, nil
}

// selected reads results and keeps those that the flags select.
func (f *subjectFlags) selected(cmd *cobra.Command, path string) ([]*question.Answer, error) {
	all, err := readResults(path)
	if errors.Is(err, fs.ErrNotExist) {
		_, noHand := ranges.ParseTyped(path)
		return nil, usage("%w, and no hand has that name: %w", err, noHand)
	}
	if err != nil {
		return nil, err
	}
	wanted, err := f.wanted(cmd)
	if err != nil {
		return nil, err
	}
	var kept []*question.Answer
	for _, r := range all {
		if r.Found() && len(r.Features) > 0 && wanted(r) {
			kept = append(kept, r)
		}
	}
	if len(kept) == 0 {
		return nil, usage("%s: no formula matches the flags; the results are %s", path, inventory(all))
	}
	return kept, nil
}

// wanted returns whether the flags that are given select an answer.
func (f *subjectFlags) wanted(cmd *cobra.Command) (func(*question.Answer) bool, error) {
	var hands []string
	var against []question.Range
	for _, text := range f.Each() {
		if f.Together {
			r, err := ranges.ParseTyped(text)
			if err != nil {
				return nil, usage("hand: %w", err)
			}
			hands = append(hands, matrix.TogetherWord+r.String())
			continue
		}
		h, err := ranges.ParseHand(text)
		if err != nil {
			return nil, usage("hand: %w; --together takes a set of hands, for one formula", err)
		}
		hands = append(hands, h.Text)
	}
	for _, text := range f.Ranges {
		a, err := question.Versus(text)
		if err != nil {
			return nil, usage("--range: %w", err)
		}
		against = append(against, a.Range)
	}
	given := cmd.Flags().Changed
	return func(r *question.Answer) bool {
		return (len(hands) == 0 || slices.Contains(hands, r.HandText())) &&
			(!given("range") || slices.Contains(against, r.Against().Range)) &&
			(!given("street") || slices.Contains(f.Street, r.Against().Street)) &&
			(!given("estimate") || slices.Contains(f.Estimate, r.Against().Estimate)) &&
			(!given("features") || len(r.Features) <= f.Features)
	}, nil
}

const inventoryShown = 12

// inventory lists results, as in "AA against ATC: AVGERR(3) with 3 features, ...".
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
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		results, err := ledger.Read(path)
		return results, named(err)
	}
	file, err := disk.Open(path, disk.MostText)
	if err != nil {
		return nil, named(err)
	}
	defer file.Close()
	results, err := question.ReadAnswers(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return results, nil
}

// bestFormula returns the best known formula for a subject, as feltlab fit does: it solves what is not known.
func (a *app) bestFormula(ctx context.Context, s *fit.Solver, f *subjectFlags,
	of question.Subject) (*question.Answer, error) {
	q := f.question(of)
	watch, end := a.fitBar(q)
	defer end()
	r, _, err := s.Answer(ctx, q, false, fit.Options{Progress: watch})
	return r, err
}

// separateRound returns results without those with round weights next to ones with any, and of these the ones with the
// multiples that --step wants, by the key of the question with any weights.
func (f *subjectFlags) separateRound(results []*question.Answer) (kept []*question.Answer,
	round map[string]*question.Answer) {
	free := map[string]bool{}
	for _, r := range results {
		free[r.Question().Key()] = true
	}
	round = map[string]*question.Answer{}
	for _, r := range results {
		q := r.Question()
		if q.Weights = ""; r.Weights == "" || !free[q.Key()] {
			kept = append(kept, r)
		} else if f.Step > 0 && r.Weights == weights.Multiples(f.Step) {
			round[q.Key()] = r
		}
	}
	return kept, round
}

// checkStored judges what a result of a file states, on the instance for any weights.
func checkStored(free *regression.Instance, r *question.Answer) error {
	inst, err := r.Weighted(free)
	if err != nil {
		return err
	}
	return ledger.CheckStatements(inst, r)
}

// fewRound is the largest number of features for which round weights are proved on the way: it takes some seconds.
const fewRound = 5

// subject gives a result the weights that --step wants: the stored or known formula, or one that is solved for, with a
// proof if that takes seconds.
func (f *subjectFlags) subject(ctx context.Context, solver *fit.Solver, inst *regression.Instance,
	r, stored *question.Answer) (subject, error) {
	s := subject{inst: inst, result: r, step: r.Weights.Step(), formula: r.Formula()}
	if f.Step == 0 || f.Step == s.step {
		return s, nil
	}
	if stored != nil {
		s.round, s.step, s.formula = stored, f.Step, stored.Formula()
		return s, checkStored(inst, stored)
	}
	if !r.Found() {
		return s, fmt.Errorf("%v: %w", r, fit.ErrNoFormula)
	}
	q := r.Question()
	q.Weights, q.TimeLimit, q.Seed, q.Engine = weights.Multiples(f.Step), f.TimeLimit, f.Seed, question.Auto
	o := fit.Options{Free: fit.Free{Formula: r.Formula()}}
	known, final, err := solver.Look(ctx, q)
	if err != nil {
		return s, err
	}
	if !final && len(r.Features) > fewRound {
		q.Engine = question.Search
		known, err = solver.Measure(ctx, q, o)
	} else if !final {
		known, _, err = solver.Answer(ctx, q, false, o)
	}
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return s, err
	}
	if !known.Found() {
		return s, fmt.Errorf("%v: %w in steps of %d", r.Subject, fit.ErrNoFormula, f.Step)
	}
	s.round, s.step, s.formula = known, f.Step, known.Formula()
	return s, nil
}

func (s *subject) title() string {
	text := s.result.String()
	if s.step != 0 {
		text += fmt.Sprintf(" in steps of %d", s.step)
	}
	return text
}

// solver returns a solver that shows a bar while it counts the flops of hands together.
func (a *app) solver(kept *store.Store) *fit.Solver {
	s := fit.NewSolver(kept, 0)
	s.Instances.Counting = func(of question.Subject) (step func(done, total int), end func()) {
		bar := progress.Start(a.stderr, fmt.Sprintf("flops of %v", of), 1)
		return bar.Of, bar.Close
	}
	return s
}
