package dalpasso

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"feltlab/experiments/reproduce"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/solvers/highs"
)

// highsAlone sets HiGHS by itself, on the integer programs as they were published, beside feltlab
// with the same time limit and one thread each, one solve after the other. What they come to
// depends on the machine, so it is not kept in the store. With the default time limit it takes 12
// minutes.
var highsAlone = reproduce.Experiment{
	Name:      "highs",
	Short:     "HiGHS alone on the published integer programs beside feltlab",
	TimeLimit: highsLimit,
	Run: func(ctx context.Context, env *reproduce.Env) error {
		return runHighs(ctx, env, highsInstances)
	},
}

const highsLimit = 60 * time.Second

// highsInstance is one question of the comparison.
type highsInstance struct {
	hand, rng string
	n         int
}

// highsInstances are rows of Table 4: strong, medium and weak hands, all four kinds of ranges.
var highsInstances = []highsInstance{
	{"AA", "RUS", 10}, {"AA", "ATC", 10}, {"QQ", "RML", 10}, {"JJ", "ATC", 10}, {"AKs", "RUS", 10}, {"98s", "RML", 10},
}

// race is what one solver did with an instance. Errors are fractions of 1; missing ones are NaN.
type race struct {
	Hand       string       `json:"hand"`
	Range      string       `json:"range"`
	Program    string       `json:"program"`
	Solver     string       `json:"solver"`
	Status     string       `json:"status"`
	Incumbent  fit.Number   `json:"incumbent"` // recomputed by model/proof
	LowerBound fit.Number   `json:"lower_bound"`
	Found      fit.Number   `json:"incumbent_seconds"` // when the final incumbent was found
	Seconds    float64      `json:"seconds"`
	Nodes      int64        `json:"nodes"`
	Features   []fit.Weight `json:"features"`
}

// bound is the lower bound, 0 if there is none: no error is negative.
func (r *race) bound() fit.Number {
	if r.LowerBound.Missing() {
		return 0
	}
	return max(r.LowerBound, 0)
}

// gap is what incumbent and bound leave open, a fraction of 1; NaN without an incumbent.
func (r *race) gap() float64 { return float64(r.Incumbent - r.bound()) }

// clock notes the time of the last improvement.
type clock struct {
	mu    sync.Mutex
	start time.Time
	last  fit.Number
}

func newClock() *clock { return &clock{start: time.Now(), last: fit.Number(math.NaN())} }

func (c *clock) tick(float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = fit.Number(time.Since(c.start).Seconds())
}

func runHighs(ctx context.Context, env *reproduce.Env, instances []highsInstance) error {
	if !highs.Available() {
		return highs.ErrMissing
	}
	limit := cmp.Or(env.TimeLimit, highsLimit)
	provider := fit.NewInstances(env.Store, env.Workers)
	bar := env.Progress("highs", 2*len(instances))
	defer bar.Close()
	var all []race
	for _, q := range instances {
		inst, err := provider.Get(ctx, q.hand, q.rng)
		if err != nil {
			return err
		}
		program := regression.Program{Kind: regression.AvgErr, N: q.n}
		for _, solver := range []struct {
			name string
			run  func(context.Context, *regression.Instance, regression.Program, time.Duration) (race, error)
		}{{"HiGHS " + highs.Version(), raceHighs}, {"feltlab", raceFeltlab}} {
			r, err := solver.run(ctx, inst, program, limit)
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			r.Hand, r.Range, r.Program, r.Solver = q.hand, q.rng, fmt.Sprint(program), solver.name
			all = append(all, r)
			bar.Step(fmt.Sprintf("%s against %s: %s", q.hand, q.rng, solver.name))
		}
	}
	if err := writeHighs(env, all, limit); err != nil {
		return err
	}
	return env.Summarize(summarizeHighs(all, limit))
}

// raceHighs lets HiGHS solve the program as published, with its own heuristics and no start.
func raceHighs(ctx context.Context, inst *regression.Instance, p regression.Program, limit time.Duration) (race, error) {
	none := fit.Number(math.NaN())
	out := race{Incumbent: none, LowerBound: none, Found: none}
	built, err := regression.Build(inst, p, regression.Plain)
	if err != nil {
		return out, err
	}
	solver, err := highs.New(built.Model)
	if err != nil {
		return out, err
	}
	defer solver.Close()
	clock := newClock()
	r, err := solver.Solve(ctx, highs.Options{TimeLimit: limit, Seed: paperSeed, Improving: func(objective float64, _ []float64) { clock.tick(objective) }})
	if r == nil {
		return out, err
	}
	out.Seconds, out.Nodes, out.Status = time.Since(clock.start).Seconds(), r.Nodes, string(fit.None)
	if !math.IsInf(r.Bound, 0) {
		out.LowerBound = fit.Number(r.Bound)
	}
	if r.X == nil {
		return out, nil
	}
	f := built.Formula(r.X)
	scored, err := fit.Score(inst, p, within(f))
	if err != nil {
		return out, err
	}
	out.Incumbent, out.Features, out.Found, out.Status = fit.Number(scored.AverageError), scored.Features, clock.last, string(fit.Feasible)
	if r.Status == highs.Optimal {
		out.Status = string(fit.Optimal)
	}
	return out, nil
}

// within moves weights that HiGHS leaves outside [-1, 1], within its feasibility tolerance, to the
// ends.
func within(f regression.Formula) regression.Formula {
	for i := range f {
		if x := f[i].Weight; math.Abs(x) > 1 && math.Abs(x) < 1+1e-5 {
			f[i].Weight = math.Copysign(1, x)
		}
	}
	return f
}

// raceFeltlab answers as a user gets it, but on one goroutine.
func raceFeltlab(ctx context.Context, inst *regression.Instance, p regression.Program, limit time.Duration) (race, error) {
	clock := newClock()
	task := paperTask(inst.Hand, inst.Range, p, limit)
	r, err := fit.Solve(ctx, inst, task, fit.Options{Workers: 1, Progress: func(p fit.Progress) { clock.tick(float64(p.Incumbent)) }})
	if err != nil {
		return race{}, err
	}
	return race{
		Status: string(r.Status), Incumbent: r.AverageError, LowerBound: r.LowerBound, Found: clock.last,
		Seconds: time.Since(clock.start).Seconds(), Features: r.Features,
	}, nil
}

// highsSummary is what the races say together.
type highsSummary struct {
	Instances int     `json:"instances"`
	TimeLimit float64 `json:"time_limit_seconds"`
	// Better is where feltlab's incumbent is better, Tighter where its bound is.
	Better  int `json:"better_incumbents"`
	Tighter int `json:"tighter_bounds"`
	// Behind are those where an incumbent or a bound of HiGHS is better.
	Behind []pair `json:"behind"`
	// The sums of what incumbent and bound leave open, in percentage points.
	HighsGaps   float64 `json:"highs_sum_of_gaps_percent"`
	FeltlabGaps float64 `json:"feltlab_sum_of_gaps_percent"`
}
