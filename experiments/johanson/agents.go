package johanson

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"feltlab/dataset/atomicfile"
	"feltlab/experiments/reproduce"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/abstraction"
	"feltlab/pipeline/artifact"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/cfr/sampled"
)

// agents are strategies of limit hold'em as the talk's agents were made: over buckets, by tilt, by
// how long they were trained, and against best responses; and what they lose in the real game.
var agents = reproduce.Experiment{
	Name:  "agents",
	Short: "exploitability of abstract strategies by training, buckets and tilt, beside the agents of 2008 and 2010",
	Run:   func(ctx context.Context, env *reproduce.Env) error { return runAgents(ctx, env, agentPlan()) },
}

// agentsVersion changes whenever what the store keeps of this experiment would.
const agentsVersion = "2"

const (
	// agentSeed is that of the deals, and of the sample of flops.
	agentSeed = 1
	// agentFlops is the sample on which what is not computed exactly is judged.
	agentFlops = 12
	// agentJudge is how many iterations the abstract gap's estimate learns.
	agentJudge = 100
)

// agent is a strategy to be trained.
type agent struct {
	Buckets   string             `json:"buckets"`
	Weighting sampled.Weighting  `json:"weighting"`
	Respond   sampled.Responder  `json:"respond,omitempty"`
	Tilts     [2]sampled.Tilt    `json:"tilts"`
	points    []int              // iterations after which it is judged, ascending
	exact     bool               // the last of them in all of the game
	solver    *sampled.Solver    // while it is trained
	cpu       map[int]float64    // hours
	find      strategy.Lookup    // of the bucketing
	judge     *worstcase.Options // how it is judged otherwise
}

// agentPlan lists the agents: those judged exactly first, then what is judged by a sample.
func agentPlan() []*agent {
	const (
		last = 4_000
		fine = "kmeans-emd:169-1000-1000-1000"
	)
	curve := []int{125, 250, 500, 1_000, 2_000, last}
	tilt := func(win1, lose1, win2, lose2 float64) [2]sampled.Tilt {
		return [2]sampled.Tilt{{Win: win1, Lose: lose1}, {Win: win2, Lose: lose2}}
	}
	plan := []*agent{
		{Buckets: "strength-200", points: curve, exact: true},
		{Buckets: "strength-200", Respond: sampled.FromTurn, points: []int{250, 500, 1_000, 2_000, last}, exact: true},
		{Buckets: fine, Respond: sampled.FromTurn, points: []int{last / 2, 2 * last}, exact: true},
		{Buckets: fine, points: []int{last}, exact: true},
	}
	for _, buckets := range []string{
		"strength-10", "strength-50", "strength-1000", "percentile-hs2:50", "percentile-hs2:200", "nested:169-20x10-20x10-200",
		"kmeans-l2:169-200-200-200", "kmeans-emd:169-50-50-50", "kmeans-emd:169-200-200-200", "percentile-hs2:5:perfect", "percentile-hs2:10:perfect",
	} {
		plan = append(plan, &agent{Buckets: buckets, points: []int{last}})
	}
	// Those of Polaris: Orange, Peach, Red, Green.
	for _, t := range [][2]sampled.Tilt{tilt(7, 0, 0, 7), tilt(0, 0, 0, 7), tilt(0, -7, 0, 0), tilt(0, -7, 0, -7)} {
		plan = append(plan, &agent{Buckets: "strength-200", Tilts: t, points: []int{last}})
	}
	for _, a := range plan {
		a.Weighting = sampled.Linear
	}
	return plan
}

// name tells agents apart.
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

func (a *agent) tilted() bool { return a.Tilts != [2]sampled.Tilt{} }

// tilt writes the four percentages.
func (a *agent) tilt() string {
	return fmt.Sprintf("%g, %g, %g, %g", a.Tilts[0].Win, a.Tilts[0].Lose, a.Tilts[1].Win, a.Tilts[1].Lose)
}

// agentRow is an agent after so many iterations; millibigblinds a game.
type agentRow struct {
	Strategy        string  `json:"strategy"`
	Buckets         string  `json:"buckets"`
	Tilt            string  `json:"tilt"`
	Respond         string  `json:"respond"`
	InformationSets int     `json:"information_sets"`
	Iterations      int     `json:"iterations"`
	CPUHours        float64 `json:"cpu_hours"`
	// Abstract is half of what both seats could still win in the abstract game, estimated from below;
	// nil where the seats are not trained against each other for the same payoffs.
	Abstract       *float64  `json:"abstract,omitempty"`
	AbstractError  float64   `json:"abstract_error"`
	Exploitability float64   `json:"exploitability"`
	StandardError  float64   `json:"standard_error"`
	Exact          bool      `json:"exact"`
	Key            string    `json:"key"`    // of the agent and of how it is judged
	Rounds         []float64 `json:"rounds"` // of NashConv
	Seats          []float64 `json:"seats"`
	// Hands is what a best response wins with each class of hands, by its seat; only where it is exact.
	Hands [2][]float64 `json:"hands,omitzero"`
}

// runAgents trains and judges, and writes what there is after each agent and each exact number: they
// take hours, and a run that is stopped goes on in the middle of one. What the folder of results has
// is not computed again.
func runAgents(ctx context.Context, env *reproduce.Env, plan []*agent) error {
	s := &agentSummary{}
	kept, err := reproduce.ReadLines[agentRow](env, agentRows)
	if err != nil {
		return err
	}
	finder := &abstraction.Finder{Store: func() (*artifact.Store, error) { return env.Store, nil }, Workers: env.Workers, Progress: env.Stderr}
	points := 0
	for _, a := range plan {
		points += len(a.points)
		if a.exact {
			points++
		}
		if a.find == nil {
			a.find = finder.Lookup(ctx)
		}
	}
	bar := env.Progress("agents", points)
	defer bar.Close()
	add := func(a *agent, iterations int, exact bool) error {
		row, err := a.row(ctx, env, iterations, exact, kept)
		if err != nil {
			return fmt.Errorf("%s: %w", a.name(), err)
		}
		s.Rows = append(s.Rows, *row)
		bar.Step(fmt.Sprintf("%s: %.0f%s", a.name(), row.Exploitability, row.error()))
		return s.write(env, kept)
	}
	for _, a := range plan {
		for _, iterations := range a.points {
			if err := add(a, iterations, false); err != nil {
				return err
			}
		}
		if a.exact {
			if err := add(a, a.points[len(a.points)-1], true); err != nil {
				return err
			}
		}
		a.solver = nil
	}
	return env.Summarize(s)
}

// trainingSpec keys an agent after some iterations.
func (a *agent) trainingSpec(iterations int) artifact.Spec {
	return artifact.Spec{
		Stage: "training of an agent", Version: agentsVersion, Schema: "feltlab-strategy 1",
		Config: map[string]any{"agent": a, "seed": agentSeed, "iterations": iterations},
	}
}

// judgedSpec keys what that agent loses.
func (a *agent) judgedSpec(iterations, flops int) (artifact.Spec, error) {
	strategy, err := a.trainingSpec(iterations).Key()
	return artifact.Spec{
		Stage: "exploitability of an agent", Version: agentsVersion, Schema: "json",
		Config: map[string]any{"flops": flops, "seed": agentSeed, "judge": agentJudge}, Inputs: []artifact.Key{strategy},
	}, err
}

// row judges the agent after some iterations, on a sample of flops or exactly, unless that row is kept.
func (a *agent) row(ctx context.Context, env *reproduce.Env, iterations int, exact bool, kept []agentRow) (*agentRow, error) {
	o := worstcase.Options{Flops: agentFlops, Seed: agentSeed, ByRound: true, Workers: env.Workers, Progress: env.Stderr}
	if a.judge != nil {
		o = *a.judge
	}
	if exact {
		o.Flops = 0
	}
	spec, err := a.judgedSpec(iterations, o.Flops)
	if err != nil {
		return nil, err
	}
	key, err := spec.Key()
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(kept, func(r agentRow) bool { return r.Key == key.String() }); i >= 0 {
		return &kept[i], nil
	}
	return reproduce.Cached(ctx, env, spec, func(ctx context.Context) (*agentRow, error) {
		table, hours, err := a.trained(ctx, env, iterations)
		if err != nil {
			return nil, err
		}
		digest, err := strategy.Digest(table)
		if err != nil {
			return nil, err
		}
		respond := worstcase.Run
		if exact {
			if o.Checkpoint, err = a.file(env, fmt.Sprintf("%d.ckpt", iterations)); err != nil {
				return nil, err
			}
			respond = begun{env, key.String()}.run
		}
		r, err := respond(ctx, table, digest, o)
		if err != nil {
			return nil, err
		}
		row := &agentRow{Strategy: a.name(), Buckets: a.Buckets, Tilt: a.tilt(), Respond: string(a.Respond), Iterations: iterations, CPUHours: hours, Key: key.String()}
		for _, n := range table.Game().Root().Decisions() {
			row.InformationSets += table.Buckets(n.Actor).Len(n.Round)
		}
		if err := row.judge(r); err != nil {
			return nil, err
		}
		if a.Respond == "" && !a.tilted() {
			gap, err := sampled.Judge(ctx, table, agentSeed, agentJudge)
			if err != nil {
				return nil, err
			}
			sum, standardError := gap.Sum()
			half := milli * sum / 2
			row.Abstract, row.AbstractError = &half, milli*standardError/2
		}
		return row, nil
	})
}

// judge fills in what the agent loses.
func (row *agentRow) judge(r *worstcase.Result) error {
	if r.Complete() {
		row.Exact, row.Exploitability = true, milli*r.Mean().Low
		for _, loss := range r.Rounds {
			row.Rounds = append(row.Rounds, milli*loss)
		}
		for seat, v := range r.SeatValues {
			row.Seats = append(row.Seats, milli*v.Low)
			for _, hand := range r.Hands[seat] {
				row.Hands[seat] = append(row.Hands[seat], milli*hand.Low)
			}
		}
		return nil
	}
	e, err := r.Estimate()
	if err != nil {
		return err
	}
	row.Exploitability, row.StandardError = milli*e.Mean, milli*e.StandardError
	for _, loss := range e.Rounds {
		row.Rounds = append(row.Rounds, milli*loss)
	}
	for _, v := range e.SeatValues {
		row.Seats = append(row.Seats, milli*v)
	}
	return nil
}

// file names a file of the agent that outlives the run, in the store's folder.
func (a *agent) file(env *reproduce.Env, suffix string) (string, error) {
	key, err := a.trainingSpec(0).Key()
	if err != nil {
		return "", err
	}
	folder := env.Store.Folder("agents")
	return filepath.Join(folder, fmt.Sprintf("%.16s-%s", key, suffix)), os.MkdirAll(folder, 0o777)
}

// trained returns the agent after some iterations, from the store or trained, and the CPU-hours that
// this took from the start. Training goes on where it stopped, in this run or one before.
func (a *agent) trained(ctx context.Context, env *reproduce.Env, iterations int) (t *strategy.Table, hours float64, err error) {
	g := game.LimitHoldem()
	made, err := env.Store.Do(ctx, a.trainingSpec(iterations), func(ctx context.Context, w io.Writer) (int64, error) {
		if err := a.train(ctx, env, iterations); err != nil {
			return 0, err
		}
		if _, err := fmt.Fprintf(w, "%g\n", a.cpu[a.solver.Iterations()]); err != nil {
			return 0, err
		}
		return 0, strategy.Write(w, a.solver.Result().Strategy)
	})
	if err != nil {
		return nil, 0, err
	}
	content, err := os.ReadFile(made.Path)
	if err != nil {
		return nil, 0, err
	}
	first, rest, _ := strings.Cut(string(content), "\n")
	if _, err := fmt.Sscan(first, &hours); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", made.Path, err)
	}
	t, err = strategy.Read(strings.NewReader(rest), g, a.find)
	return t, hours, err
}

// saveIterations is how often training is kept.
const saveIterations = 250

// train trains up to a number of iterations from the latest checkpoint before it. A checkpoint holds
// the CPU-hours so far in a line before the solver's own.
func (a *agent) train(ctx context.Context, env *reproduce.Env, iterations int) error {
	path, err := a.file(env, "training")
	if err != nil {
		return err
	}
	if a.solver == nil || a.solver.Iterations() > iterations {
		if err := a.begin(env, path, iterations); err != nil {
			return err
		}
	}
	s := a.solver
	before, start := a.cpu[s.Iterations()], reproduce.CPUTime()
	hours := func() float64 { return before + (reproduce.CPUTime() - start).Hours() }
	save := func() error {
		a.cpu[s.Iterations()] = hours()
		return atomicfile.Write(path, func(w io.Writer) error {
			if _, err := fmt.Fprintf(w, "%g\n", hours()); err != nil {
				return err
			}
			return s.Save(w)
		})
	}
	bar := env.Progress(a.name(), iterations)
	defer bar.Close()
	var failed error
	err = s.Run(ctx, iterations, func() {
		bar.Set(s.Iterations())
		if s.Iterations()%saveIterations == 0 {
			failed = errors.Join(failed, save())
		}
	})
	return errors.Join(err, failed, save())
}

// begin makes a solver, and takes up its checkpoint unless that is of a later iteration.
func (a *agent) begin(env *reproduce.Env, path string, iterations int) error {
	g := game.LimitHoldem()
	b, err := a.find(g, a.Buckets)
	if err != nil {
		return err
	}
	o := sampled.Options{
		Buckets: [2]strategy.Bucketing{b, b}, Weighting: a.Weighting, Tilts: a.Tilts, Respond: a.Respond, Seed: agentSeed, Workers: env.Workers,
	}
	if a.solver, err = sampled.New(g, o); err != nil {
		return err
	}
	a.cpu = map[int]float64{}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var hours float64
	if _, err := fmt.Fscanf(f, "%g\n", &hours); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := a.solver.Load(f); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if a.solver.Iterations() > iterations { // another plan: from the start
		a.solver, err = sampled.New(g, o)
		return err
	}
	a.cpu[a.solver.Iterations()] = hours
	return nil
}
