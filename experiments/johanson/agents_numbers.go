package johanson

import (
	"context"
	"fmt"
	"slices"

	"feltlab/dataset/buckets"
	"feltlab/experiments"
	"feltlab/pipeline/store"
	"feltlab/pipeline/worstcase"
)

// number is the loss of an agent after some iterations, from a sample of flops or exact.
type number struct {
	*agent

	iterations int
	exact      bool
	key        store.Key
	row        *worstcase.Judged // nil until it is known
}

func numbers(plan []*agent, known []*worstcase.Judged) (all []*number, err error) {
	for _, a := range plan {
		for _, iterations := range a.points {
			all = append(all, &number{agent: a, iterations: iterations})
			if iterations == a.exact {
				all = append(all, &number{agent: a, iterations: iterations, exact: true})
			}
		}
	}
	for _, n := range all {
		spec, err := n.spec()
		if err != nil {
			return nil, err
		}
		if n.key, err = spec.Key(); err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(known, func(r *worstcase.Judged) bool { return r.Key == n.key.String() }); i >= 0 {
			n.row = known[i]
		}
	}
	return all, nil
}

func (a *agent) last() int { return a.points[len(a.points)-1] }

// knownRows are the rows that are known, in the order of the plan.
func knownRows(all []*number) []*worstcase.Judged {
	known := experiments.Where(all, func(n *number) bool { return n.row != nil })
	return experiments.Map(known, func(n *number) *worstcase.Judged { return n.row })
}

// runAgents trains the agents and computes their losses: first all estimates, then the exact numbers. It writes the
// page after each number, because each may take hours. A stopped run resumes within a number, and numbers in the folder
// of results are not computed again.
func runAgents(ctx context.Context, env *experiments.Env, plan []*agent) ([]*worstcase.Judged, error) {
	kept, err := experiments.ReadLines[*worstcase.Judged](env, agentRows)
	if err != nil {
		return nil, err
	}
	all, err := numbers(plan, kept)
	if err != nil {
		return nil, err
	}
	if err := writeAgents(ctx, env, knownRows(all), kept); err != nil {
		return nil, err
	}
	finder := &worstcase.Finder{Store: func() (*store.Store, error) { return env.Store, nil }, Workers: env.Workers,
		Progress: env.Stderr}
	for _, a := range plan {
		if a.find == nil {
			a.find = finder.Lookup(ctx)
		}
	}
	bar := env.Progress("agents", len(all))
	defer bar.Close()
	for _, exact := range []bool{false, true} {
		for _, n := range all {
			if n.exact != exact {
				continue
			}
			if n.row == nil {
				if n.row, err = n.compute(ctx, env); err != nil {
					return nil, fmt.Errorf("%s: %w", n.name(), err)
				}
				if err := writeAgents(ctx, env, knownRows(all), kept); err != nil {
					return nil, err
				}
			}
			if n.iterations == n.last() {
				n.training = nil
			}
			bar.Step(fmt.Sprintf("%s: %.0f%s", n.name(), n.row.Exploitability, n.accuracy()))
		}
	}
	return knownRows(all), nil
}

func (n *number) options() worstcase.Options {
	o := worstcase.Options{Flops: agentFlops, Seed: agentSeed, ByRound: true}
	if n.judge != nil {
		o = *n.judge
	}
	if n.exact {
		o.Flops = 0
	}
	return o
}

func (n *number) spec() (store.Spec, error) {
	strategy, err := n.trainingSpec(n.iterations).Key()
	return store.Spec{
		Stage: "exploitability of an agent", Version: judgmentVersion, Schema: "json",
		Config: map[string]any{"flops": n.options().Flops, "seed": agentSeed, "judge": agentJudge},
		Inputs: []store.Key{strategy},
	}, err
}

func (n *number) compute(ctx context.Context, env *experiments.Env) (*worstcase.Judged, error) {
	spec, err := n.spec()
	if err != nil {
		return nil, err
	}
	key, err := spec.Key()
	if err != nil {
		return nil, err
	}
	return experiments.Cached(ctx, env, spec, func(ctx context.Context) (*worstcase.Judged, error) {
		table, hours, err := n.trained(ctx, env, n.iterations)
		if err != nil {
			return nil, err
		}
		row, err := n.evaluation(env).Judge(ctx, table, n.name())
		if err != nil {
			return nil, err
		}
		row.Key = key.String()
		row.Trained.Buckets, row.Trained.Tilt, row.Trained.Respond = n.Buckets, n.tilt(), string(n.Respond)
		row.Trained.Iterations, row.Trained.CPUHours = n.iterations, hours
		for _, d := range table.Game().Root().Decisions() {
			row.Trained.InformationSets += table.Buckets(d.Actor).Len(d.Round)
		}
		return row, nil
	})
}

// evaluation says how the strategy is judged; the abstract game only of one whose seats learnt against each other for
// the same payoffs.
func (n *number) evaluation(env *experiments.Env) *worstcase.Evaluation {
	e := &worstcase.Evaluation{Options: n.options(), GapSeed: agentSeed}
	if n.Respond == "" && !n.tilted() {
		e.Gap = agentJudge
	}
	e.Workers, e.Progress = env.Workers, env.Stderr
	if n.exact {
		e.Store = env.Store // a run of hours, resumed in its middle
	}
	return e
}

func (n *number) accuracy() string {
	if n.row.Exact() {
		return " exactly"
	}
	return fmt.Sprintf(" ± %.1f", n.row.Spread())
}

const curveIterations = 1000

// abstractionCurve estimates what equilibria of abstract games over buckets of strength lose in real limit hold'em.
func abstractionCurve(ctx context.Context, env *experiments.Env) (rows []*worstcase.Judged, err error) {
	sizes := []int{1, 2, 5, 10, 50, 200}
	bar := env.Progress("abstractions", len(sizes))
	defer bar.Close()
	for _, size := range sizes {
		a := &agent{Buckets: fmt.Sprintf("strength-%d", size), find: buckets.Lookup}
		row, err := (&number{agent: a, iterations: curveIterations}).compute(ctx, env)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
		bar.Step(fmt.Sprintf("%s: %.0f ± %.0f", row.Opponent, row.Exploitability, row.Spread()))
	}
	return rows, nil
}
