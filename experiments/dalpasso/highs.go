package dalpasso

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
)

// highsAlone sets HiGHS by itself, on the integer programs as they were published, beside feltlab
// with the same time limit and one thread each, one solve after the other. What they come to
// depends on the machine, so it is not kept in the store. With the default time limit it takes 12
// minutes.
var highsAlone = experiments.Experiment{
	Name:      "highs",
	Short:     "HiGHS alone on the published integer programs beside feltlab",
	TimeLimit: highsLimit,
	Run: func(ctx context.Context, env *experiments.Env) error {
		return runHighs(ctx, env, highsQuestions)
	},
}

const highsLimit = 60 * time.Second

// highsQuestions are rows of Table 4: strong, medium and weak hands, all four kinds of ranges.
var highsQuestions = questionsOf([]published.Formula{
	{Hand: "AA", Range: "RUS"}, {Hand: "AA", Range: "ATC"}, {Hand: "QQ", Range: "RML"},
	{Hand: "JJ", Range: "ATC"}, {Hand: "AKs", Range: "RUS"}, {Hand: "98s", Range: "RML"},
}, regression.Program{Kind: regression.AvgErr, N: table4Features})

// questionsOf asks a program about the hands and ranges of printed rows.
func questionsOf(rows []published.Formula, p regression.Program) []question.Question {
	var all []question.Question
	for _, row := range rows {
		all = append(all, question.Question{Subject: question.MustSubject(row.Hand, row.Range), Program: p})
	}
	return all
}

// contender is who answers questions: HiGHS in a formulation, or feltlab as a user gets it.
type contender struct {
	solver      string
	formulation string // empty for feltlab
	task        question.Question
}

// byHighs is HiGHS, by itself or with our incumbent.
func byHighs(f regression.Formulation, start question.Start) contender {
	return contender{"HiGHS " + highs.Version(), f.String(), question.Question{Formulation: f, Engine: question.HiGHS, Start: start}}
}

var byFeltlab = contender{"feltlab", "", question.Question{Formulation: regression.Pattern, Engine: question.Auto}}

// race is what one contender did with a question. Incumbent and LowerBound are in the unit of the
// program, a fraction of 1 or a number of features; missing ones are NaN.
type race struct {
	Hand         string            `json:"hand"`
	Range        string            `json:"range"`
	Program      string            `json:"program"`
	Counts       bool              `json:"counts_features"` // the program does
	Solver       string            `json:"solver"`
	Formulation  string            `json:"formulation"`
	Status       string            `json:"status"`
	Settled      bool              `json:"settled"` // by a proof, or by HiGHS's word; else the time ran out
	Incumbent    question.Number   `json:"incumbent"`
	AverageError question.Number   `json:"average_error"`     // recomputed by model/proof
	LowerBound   question.Number   `json:"lower_bound"`       // certified, of HiGHS by its word
	Found        question.Number   `json:"incumbent_seconds"` // when the final incumbent was found
	Seconds      float64           `json:"seconds"`
	Nodes        int64             `json:"nodes"`
	Features     []question.Weight `json:"features"`
	Key          string            `json:"key,omitempty"` // of the question and of who answers, where races are kept
}

// bound is the lower bound, 0 if there is none: no error is negative.
func (r *race) bound() question.Number {
	if r.LowerBound.Missing() {
		return 0
	}
	return max(r.LowerBound, 0)
}

// gap is what incumbent and bound leave open, in the unit of the program; NaN without an incumbent.
func (r *race) gap() float64 { return float64(r.Incumbent - r.bound()) }

func runHighs(ctx context.Context, env *experiments.Env, questions []question.Question) error {
	if !highs.Available() {
		return highs.ErrMissing
	}
	limit := cmp.Or(env.TimeLimit, highsLimit)
	contenders := []contender{byHighs(regression.Plain, question.StartNone), byFeltlab}
	provider := fit.NewInstances(env.Store, env.Workers)
	bar := env.Progress("highs", len(contenders)*len(questions))
	defer bar.Close()
	var all []race
	for _, q := range questions {
		inst, err := provider.Get(ctx, q.Subject)
		if err != nil {
			return err
		}
		for _, c := range contenders {
			found, last := question.Number(math.NaN()), math.Inf(1)
			result, err := fit.Solve(ctx, inst, c.asked(q, limit), fit.Options{Workers: 1, Progress: func(p fit.Progress) {
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
	if err := writeHighs(env, all, limit); err != nil {
		return err
	}
	return env.Summarize(summarizeHighs(all, limit))
}

// asked is the task that a question is to the contender.
func (c *contender) asked(q question.Question, limit time.Duration) question.Question {
	t := c.task
	t.Subject, t.Program, t.TimeLimit, t.Seed = q.Subject, q.Program, limit, paperSeed
	return t
}

// race is what the contender's result says.
func (c *contender) race(q question.Question, r *question.Answer) race {
	out := race{
		Hand: q.Hand.Text, Range: q.Range.String(), Program: fmt.Sprint(q.Program), Counts: q.Program.Kind.CountsFeatures(),
		Solver: c.solver, Formulation: c.formulation, Status: r.StatusText(), Settled: !r.Open(),
		Incumbent: question.Number(r.Objective()), AverageError: r.AverageError, LowerBound: r.LowerBound,
		Found: question.Number(math.NaN()), Seconds: r.Seconds, Features: r.Features,
	}
	if s := r.Solver; s != nil {
		out.LowerBound, out.Nodes, out.Settled = s.Bound, s.Nodes, s.Status == highs.Optimal.String() || s.Status == highs.Infeasible.String()
	}
	return out
}
