package dalpasso

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
)

// highsAlone compares HiGHS on the published integer programs with feltlab: the same time limit, one thread each, one
// solve after the other. The results depend on the machine, so the store does not keep them. With the default time
// limit it takes 12 minutes.
var highsAlone = experiments.Experiment{
	Name:      "highs",
	Short:     "HiGHS alone on the published integer programs, compared with feltlab",
	TimeLimit: highsLimit,
	Questions: highsQuestions,
	Run: func(ctx context.Context, env *experiments.Env) error {
		return runHighs(ctx, env, experiments.Where(highsQuestions, env.Asks))
	},
}

const highsLimit = 60 * time.Second

// highsQuestions are rows of Table 4: strong, medium and weak hands, all four kinds of ranges.
var highsQuestions = questionsOf([]published.Formula{
	{Hand: "AA", Range: "RUS"}, {Hand: "AA", Range: "ATC"}, {Hand: "QQ", Range: "RML"},
	{Hand: "JJ", Range: "ATC"}, {Hand: "AKs", Range: "RUS"}, {Hand: "98s", Range: "RML"},
}, regression.Program{Kind: regression.AvgErr, N: table4Features})

func questionsOf(rows []published.Formula, p regression.Program) []question.Question {
	return experiments.Map(rows, func(row published.Formula) question.Question {
		return question.Question{Subject: question.MustSubject(row.Hand, row.Range), Program: p}
	})
}

// method solves questions: HiGHS in a formulation, or feltlab with its default engine.
type method struct {
	solver      string
	formulation string // empty for feltlab
	options     question.Question
}

func byHighs(f regression.Formulation, start question.Start) method {
	return method{"HiGHS " + highs.Version(), f.String(),
		question.Question{Formulation: f, Engine: question.HiGHS, Start: start}}
}

var byFeltlab = method{"feltlab", "", question.Question{Formulation: regression.Pattern, Engine: question.Auto}}

// race is the result of a method on a question. Incumbent and LowerBound are in the unit of the program, as in
// question.Answer: a fraction of 1 or a number of features; NaN if missing.
type race struct {
	Hand         string            `json:"hand"`
	Range        string            `json:"range"`
	Program      string            `json:"program"`
	Counts       bool              `json:"counts_features"` // whether the program counts features
	Solver       string            `json:"solver"`
	Formulation  string            `json:"formulation"`
	Status       string            `json:"status"`
	Settled      bool              `json:"settled"` // proved, or claimed by HiGHS; false: the time ran out
	Incumbent    question.Number   `json:"incumbent"`
	AverageError question.Number   `json:"average_error"`     // recomputed by model/proof
	LowerBound   question.Number   `json:"lower_bound"`       // certified; for HiGHS its own claim
	Found        question.Number   `json:"incumbent_seconds"` // time until the final incumbent
	Seconds      float64           `json:"seconds"`
	Nodes        int64             `json:"nodes"`
	Features     []question.Weight `json:"features"`
	Key          string            `json:"key,omitempty"` // of the question and the method, in the store
}

// bound is the lower bound, or 0 if it is missing or negative.
func (r *race) bound() question.Number {
	if r.LowerBound.Missing() {
		return 0
	}
	return max(r.LowerBound, 0)
}

// gap is the incumbent minus the bound, in the unit of the program; NaN without an incumbent.
func (r *race) gap() float64 { return float64(r.Incumbent - r.bound()) }

func runHighs(ctx context.Context, env *experiments.Env, questions []question.Question) error {
	if !highs.Available() {
		return highs.ErrMissing
	}
	limit := cmp.Or(env.TimeLimit, highsLimit)
	methods := []method{byHighs(regression.Plain, question.StartNone), byFeltlab}
	provider := fit.NewInstances(env.Store, env.Workers)
	bar := env.Progress("highs", len(methods)*len(questions))
	defer bar.Close()
	var all []race
	for _, q := range questions {
		inst, err := provider.Get(ctx, q.Subject)
		if err != nil {
			return err
		}
		for _, c := range methods {
			found, last := question.Number(math.NaN()), math.Inf(1)
			result, err := fit.Solve(ctx, inst, c.asked(q, limit),
				fit.Options{Workers: 1, Progress: func(p fit.Progress) {
					if float64(p.Incumbent) < last-sameError {
						last, found = float64(p.Incumbent), question.Number(p.Seconds)
					}
				}})
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			r := c.race(q, result)
			r.Found = found
			all = append(all, r)
			bar.Step(fmt.Sprintf("%v: %s", q.Subject, c.solver))
		}
	}
	return env.Finish(writeHighs(env, all, limit), pages, "highs", summarizeHighs(all, limit))
}

func (c *method) asked(q question.Question, limit time.Duration) question.Question {
	t := c.options
	t.Subject, t.Program, t.TimeLimit, t.Seed = q.Subject, q.Program, limit, paperSeed
	return t
}

func (c *method) race(q question.Question, r *question.Answer) race {
	out := race{
		Hand: q.Hand.Text, Range: q.Range.String(), Program: fmt.Sprint(q.Program),
		Counts: q.Program.Kind.CountsFeatures(),
		Solver: c.solver, Formulation: c.formulation, Status: r.StatusText(), Settled: !r.Open(),
		Incumbent: question.Number(r.Objective()), AverageError: r.AverageError, LowerBound: r.LowerBound,
		Found: question.Number(math.NaN()), Seconds: r.Seconds, Features: r.Features,
	}
	if s := r.Solver; s != nil {
		out.LowerBound, out.Nodes, out.Settled = s.Bound, s.Nodes, s.Status == highs.Optimal.String() ||
			s.Status == highs.Infeasible.String()
	}
	return out
}

// sameError is the largest difference between errors that count as equal, a fraction of 1: HiGHS meets its rows only up
// to a tolerance.
const sameError = 1e-6

type highsSummary struct {
	Instances int     `json:"instances"`
	TimeLimit float64 `json:"time_limit_seconds"`
	// Better counts the instances where feltlab's incumbent is better, Tighter those where its bound is.
	Better  int `json:"better_incumbents"`
	Tighter int `json:"tighter_bounds"`
	// Behind are the instances where an incumbent or a bound of HiGHS is better.
	Behind []pair `json:"behind"`
	// The sums of gaps, in percentage points.
	HighsGaps   float64 `json:"highs_sum_of_gaps_percent"`
	FeltlabGaps float64 `json:"feltlab_sum_of_gaps_percent"`
}

// summarizeHighs expects pairs of races: HiGHS, feltlab.
func summarizeHighs(all []race, limit time.Duration) *highsSummary {
	s := &highsSummary{Instances: len(all) / 2, TimeLimit: limit.Seconds()}
	for i := 0; i+1 < len(all); i += 2 {
		theirs, ours := &all[i], &all[i+1]
		better, tighter := less(ours.Incumbent, theirs.Incumbent), less(theirs.bound(), ours.bound())
		if better {
			s.Better++
		}
		if tighter {
			s.Tighter++
		}
		if less(theirs.Incumbent, ours.Incumbent) || less(ours.bound(), theirs.bound()) {
			s.Behind = append(s.Behind, pair{ours.Hand, ours.Range})
		}
		s.FeltlabGaps += 100 * ours.gap()
		// Without an incumbent the gap is unknown and not counted.
		if gap := theirs.gap(); !math.IsNaN(gap) {
			s.HighsGaps += 100 * gap
		}
	}
	return s
}

// less reports whether a is clearly smaller than b. A missing number is larger than all others.
func less(a, b question.Number) bool {
	switch {
	case a.Missing():
		return false
	case b.Missing():
		return true
	}
	return float64(a) < float64(b)-sameError
}

func writeHighs(env *experiments.Env, all []race, limit time.Duration) error {
	page := table.NewSheet("hand", "range", "solver", "incumbent", "bound", "gap", "found after", "seconds", "status")
	for i := range all {
		r := &all[i]
		page.Add(r.Hand, r.Range, r.Solver, pointsText(float64(r.Incumbent), 4), pointsText(float64(r.LowerBound), 4),
			pointsText(r.gap(), 4), pointsText(float64(r.Found)/100, 1), secondsText(r.Seconds), r.Status)
	}
	return errors.Join(env.Write("highs.csv", raceTable(all).CSV), env.WritePage(pages, "highs", struct {
		Limit string
		Races *table.Sheet
	}{limitText(limit.Seconds()), page}))
}

func raceTable(all []race) *table.Sheet {
	t := table.NewSheet("hand", "range", "program", "solver", "average_error_percent", "lower_bound_percent",
		"seconds_to_incumbent", "seconds", "nodes", "status", "weights",
		"formulation", "settled", "features", "lower_bound_features")
	for i := range all {
		r := &all[i]
		count, errorBound, countBound := "", boundText(r.LowerBound), ""
		if r.Counts {
			errorBound, countBound = "", missingText(r.LowerBound, 0)
		}
		if !r.Incumbent.Missing() {
			count = strconv.Itoa(len(r.Features))
		}
		t.Add(r.Hand, r.Range, r.Program, r.Solver, errorText(float64(r.AverageError)), errorBound,
			missingText(r.Found, 3), secondsText(r.Seconds), strconv.FormatInt(r.Nodes, 10), r.Status,
			formulaText(r.Features), r.Formulation, strconv.FormatBool(r.Settled), count, countBound)
	}
	return t
}

// missingText writes a number with some decimals, or nothing if it is missing.
func missingText(x question.Number, decimals int) string {
	if x.Missing() {
		return ""
	}
	return strconv.FormatFloat(float64(x), 'f', decimals, 64)
}
