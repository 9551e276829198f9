package johanson

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"feltlab/experiments"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/limitholdem/training"
)

// Versions of the stored bytes of the stages: of training, and of the answer about a strategy.
const (
	agentsVersion   = "2"
	judgmentVersion = "3"
)

const (
	agentSeed  = 1
	agentFlops = 12  // size of the sample of flops for estimates
	agentJudge = 100 // iterations of the estimate of the abstract gap
)

type agent struct {
	Buckets  string              `json:"buckets"`
	Respond  training.Responder  `json:"respond,omitempty"`
	Tilts    [2]training.Tilt    `json:"tilts"`
	points   []int               // numbers of iterations after which its loss is estimated, ascending
	exact    int                 // number of iterations after which its loss is also exact; 0: never
	training *worstcase.Training // nil before and after the training
	find     strategy.Lookup     // of the bucketing
	judge    *worstcase.Options  // of the best response; nil: the default
}

// agentPlan lists the agents. The strategies to compare with CFR-BR have at least one point of as many CPU-minutes: CFR
// does six or seven times as many iterations in the same time.
func agentPlan() []*agent {
	const (
		last = 4_000
		fine = "kmeans-emd:169-1000-1000-1000"
		ochs = "kmeans-ochs:169-1000-1000-1000" // as fine, except on the river; compared with fine, not by time
	)
	tilt := func(win1, lose1, win2, lose2 float64) [2]training.Tilt {
		return [2]training.Tilt{{Win: win1, Lose: lose1}, {Win: win2, Lose: lose2}}
	}
	plan := []*agent{
		{Buckets: "strength-200", points: []int{125, 250, 500, 1_000, 2_000, last, 2 * last, 4 * last, 8 * last},
			exact: last},
		{Buckets: "strength-200", Respond: training.FromTurn, points: []int{250, 500, 1_000, 2_000, last}, exact: last},
	}
	for _, buckets := range []string{
		"strength-10", "strength-50", "strength-1000", "percentile-hs2:50", "percentile-hs2:200",
		"nested:169-20x10-20x10-200",
		"kmeans-l2:169-200-200-200", "kmeans-emd:169-50-50-50", "kmeans-emd:169-200-200-200",
		"percentile-hs2:5:perfect", "percentile-hs2:10:perfect",
	} {
		plan = append(plan, &agent{Buckets: buckets, points: []int{last}})
	}
	// The tilts of Polaris: Orange, Peach, Red, Green.
	for _, t := range [][2]training.Tilt{tilt(7, 0, 0, 7), tilt(0, 0, 0, 7), tilt(0, -7, 0, 0), tilt(0, -7, 0, -7)} {
		plan = append(plan, &agent{Buckets: "strength-200", Tilts: t, points: []int{last}})
	}
	plan = append(plan,
		&agent{Buckets: fine, points: []int{last, 3 * last}, exact: last},
		&agent{Buckets: fine, Respond: training.FromTurn, points: []int{last / 2, 2 * last, 4 * last}, exact: 4 * last},
		&agent{Buckets: ochs, points: []int{last}},
		&agent{Buckets: ochs, Respond: training.FromTurn, points: []int{last / 2, 2 * last, 4 * last}},
	)
	return plan
}

func (a *agent) name() string {
	name := a.Buckets
	if a.Respond != "" {
		name += ", CFR-BR from the " + string(a.Respond)
	}
	if a.tilted() {
		name += ", tilt " + a.tilt()
	}
	return name
}

func (a *agent) tilted() bool { return a.Tilts != [2]training.Tilt{} }

func (a *agent) tilt() string {
	return fmt.Sprintf("%g, %g, %g, %g", a.Tilts[0].Win, a.Tilts[0].Lose, a.Tilts[1].Win, a.Tilts[1].Lose)
}

func (a *agent) trainingSpec(iterations int) store.Spec {
	keyed := struct {
		*agent
		Weighting string `json:"weighting"` // in the keys of all stored agents
	}{a, "linear"}
	return store.Spec{
		Stage: "training of an agent", Version: agentsVersion, Schema: "feltlab-strategy 1",
		Config: map[string]any{"agent": keyed, "seed": agentSeed, "iterations": iterations},
	}
}

// trained returns the agent after some iterations, from the store or newly trained, and the CPU-hours of its training.
// Training resumes from its newest saved state, of this run or an earlier one.
func (a *agent) trained(ctx context.Context, env *experiments.Env, iterations int) (t *strategy.Table, hours float64,
	err error) {
	g := game.LimitHoldem()
	made, err := env.Store.Do(ctx, a.trainingSpec(iterations), func(ctx context.Context, w io.Writer) (int64, error) {
		if err := a.train(ctx, env, iterations); err != nil {
			return 0, err
		}
		if _, err := fmt.Fprintf(w, "%g\n", a.training.Hours); err != nil {
			return 0, err
		}
		return 0, strategy.Write(w, a.training.Solver.Result().Strategy)
	})
	if err != nil {
		return nil, 0, err
	}
	f, err := made.Open()
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	content := bufio.NewReader(f)
	if _, err := fmt.Fscanln(content, &hours); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", made.Path, err)
	}
	t, err = strategy.Read(content, g, a.find)
	return t, hours, err
}

const saveIterations = 250

func (a *agent) train(ctx context.Context, env *experiments.Env, iterations int) error {
	if a.training == nil || a.training.Solver.Iterations() > iterations {
		if err := a.begin(env, iterations); err != nil {
			return err
		}
	}
	t := a.training
	before, start := t.Hours, experiments.CPUTime()
	save := func() error {
		t.Hours = before + (experiments.CPUTime() - start).Hours()
		return t.Save()
	}
	bar := env.Progress(a.name(), iterations)
	defer bar.Close()
	var failed error
	err := t.Solver.Run(ctx, iterations, func() {
		bar.Set(t.Solver.Iterations())
		if t.Solver.Iterations()%saveIterations == 0 {
			failed = errors.Join(failed, save())
		}
	})
	return errors.Join(err, failed, save())
}

// begin makes a solver, and loads its newest state that is not of a later iteration.
func (a *agent) begin(env *experiments.Env, iterations int) error {
	g := game.LimitHoldem()
	b, err := a.find(g, a.Buckets)
	if err != nil {
		return err
	}
	solver, err := training.New(g, training.Options{
		Buckets: [2]strategy.Bucketing{b, b}, Tilts: a.Tilts, Respond: a.Respond,
		Seed: agentSeed, Workers: env.Workers,
	})
	if err != nil {
		return err
	}
	a.training = &worstcase.Training{Store: env.Store, Solver: solver}
	return a.training.Resume(iterations)
}
