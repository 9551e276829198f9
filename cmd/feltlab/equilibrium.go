package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/buckets"
	"feltlab/dataset/strategyfile"
	"feltlab/dataset/table"
	"feltlab/internal/clock"
	"feltlab/internal/memory"
	"feltlab/internal/progress"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/store"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem/training"
)

type equilibriumFlags struct {
	gameFlags
	bucketFlags
	Gap        float64 `flag:"gap" help:"stop when both seats together can gain at most this, in chips or big blinds"`
	Iterations int     `flag:"iterations" min:"1" help:"stop after this many iterations"`
	trainingFlags
	evaluationFlags
	seedFlag
	Out string `flag:"out" file:""`
	jsonFlag
}

func (a *app) equilibriumCommand() *cobra.Command {
	f := &equilibriumFlags{Gap: jamfold.ValueGap, Iterations: jamfold.ValueIterations}
	return command(&cobra.Command{
		Use:         "equilibrium",
		Annotations: firstFlagsOf("game buckets out iterations time-limit"),
		Short:       "Solve a game, or an abstraction of it, and write the strategy",
		Long: `Finds an equilibrium by CFR+. --buckets merges hands, by one bucketing for both seats or one for each
(docs/strategy-format.md lists them). The equilibrium and its gap (what both seats together could still gain) are then
those of the abstract game; feltlab bestresponse computes what the strategy loses in the real one. Values are in chips
in kuhn and leduc, else in big blinds.

In kuhn, leduc and jamfold the gap is exact, a certificate. A seed above 0 starts from random regrets. Limit hold'em
learns from sampled boards, all hands of each at once, over buckets of hand strength (strength-10,
strength-169-50-50-50 or others, see feltlab buckets --help), until --time-limit or --iterations (default five
minutes). Ctrl-C ends it earlier and keeps the average so far. Value and gap are estimates there. The same seed and
iterations give the same file on any machine. The state of training is in the cache: the same command with more
iterations or more time resumes from it; --fresh starts again.

--respond turn learns against an opponent that answers each current strategy by an exact best response from the turn
on (CFR-BR). --respond flop responds from the flop on and is some 50 times slower. --strategy current then writes the
last strategy instead of the average.

--curve writes how much the strategy loses as training goes, a row every --evaluate-every iterations and one at the
end: in the abstract game and in the real one, in chips or millibigblinds. Limit hold'em samples --flops flops; how
long that takes is said first. Evaluations are in the cache with the state of training.

If the command cannot write --out at the end, it keeps the strategy in the cache, and the error says where.`,
		Example: `  feltlab equilibrium --game leduc --buckets "[JQ].K,real" --out jq-k.txt
  feltlab bestresponse --game leduc --opponent jq-k.txt
  feltlab equilibrium --game leduc --curve leduc.csv --evaluate-every 50
  feltlab equilibrium --game limit-holdem --time-limit 5m --seed 1 --out ten.txt
  feltlab equilibrium --game limit-holdem --time-limit 1h --respond turn \
    --out ten.parquet`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.equilibrium(cmd, f) },
	}, f)
}

func (a *app) equilibrium(cmd *cobra.Command, f *equilibriumFlags) error {
	if !(f.Gap > 0) {
		return usage("--gap is %v, want a number above 0", f.Gap)
	}
	g, err := a.game(cmd, &f.gameFlags)
	if err != nil {
		return err
	}
	bucketings, err := f.bucketings(g, buckets.Outline)
	if err != nil {
		return err
	}
	if err := f.evaluationFlags.check(cmd, g); err != nil {
		return err
	}
	if _, err := strategyfile.Writer(f.Out, g); err != nil {
		return usage("--out: %w", err)
	}
	if g.Name() == limitHoldem {
		return a.sampledEquilibrium(cmd, f, g, bucketings) // outlines, in limit hold'em
	}
	err = onlyFor(cmd, "--game "+limitHoldem, "time-limit", "boards", "tilt", "respond", "strategy", "fresh")
	if err != nil {
		return err
	}
	o := extensive.CFROptions{
		Buckets: bucketings, Iterations: f.Iterations, Gap: f.Gap, Seed: uint64(f.Seed), Predictive: true,
	}
	start := time.Now()
	r, err := a.smallCurve(cmd.Context(), f, g, o)
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	if err := a.writeStrategy(cmd.Context(), f.Out, r.Strategy); err != nil {
		return err
	}
	answer := &equilibriumAnswer{
		Value: r.Value, Gap: &r.Gap, Unit: g.Unit(), Iterations: r.Iterations, Seconds: seconds,
	}
	return a.printEquilibrium(f, g, answer)
}

// printEquilibrium prints an answer where the strategy is not.
func (a *app) printEquilibrium(f *equilibriumFlags, g game.Game, answer *equilibriumAnswer, notes ...string) error {
	if f.JSON {
		return a.printJSON(answer)
	}
	return table.Show(a.messages(f.Out), "equilibrium of "+g.Name(), answer, notes...)
}

// equilibriumAnswer is the answer of feltlab equilibrium. All values are in Unit.
type equilibriumAnswer struct {
	Value float64 `json:"value" text:"value to seat 1,6" unit:"unit"` // value to seat 1
	// StandardError is the standard error of Value, in limit hold'em.
	StandardError *float64 `json:"standard_error,omitempty" text:",6" unit:"unit"`
	// Gap is what both seats together could still gain, in limit hold'em an estimate from below; not after an
	// interruption.
	Gap *float64 `json:"gap,omitempty" unit:"unit"`
	// GapStandardError is the standard error of Gap.
	GapStandardError *float64 `json:"gap_standard_error,omitempty" text:",6" unit:"unit"`
	// Loss is half of what best responses in both seats won while the strategy learnt against them.
	Loss *float64 `json:"loss,omitempty" text:"loss while learning,6" unit:"unit"`
	// LossStandardError is the standard error of Loss.
	LossStandardError *float64 `json:"loss_standard_error,omitempty" text:",6" unit:"unit"`
	Unit              string   `json:"unit" text:"-"`     // unit of all values
	Iterations        int      `json:"iterations"`        // number of iterations
	Boards            int      `json:"boards,omitempty"`  // number of boards, in limit hold'em
	Seconds           float64  `json:"seconds" text:",2"` // time of the computation
}

// writeStrategy writes a strategy to a file; out "" writes nothing. If that fails it writes the strategy
// to the cache, since it may have taken hours.
func (a *app) writeStrategy(ctx context.Context, out string, t *strategy.Table) error {
	if out == "" {
		return nil
	}
	write, err := strategyfile.Writer(out, t.Game())
	if err != nil {
		return err
	}
	failed := a.writeTo(out, func(w io.Writer) error { return write(w, t) })
	if failed == nil {
		return nil
	}
	cache, err := a.store()
	if err != nil {
		return errors.Join(failed, err)
	}
	spec := store.Spec{Stage: "strategy without a file", Version: "1", Schema: "feltlab strategy", Config: struct {
		Out  string
		When time.Time
	}{out, time.Now()}}
	kept, err := cache.Put(context.WithoutCancel(ctx), spec, func(_ context.Context, w io.Writer) (int64, error) {
		return 0, strategy.Write(w, t)
	})
	if err != nil {
		return fmt.Errorf("%w; nor is there room in the cache: %w", failed, err)
	}
	return fmt.Errorf("%w; the strategy is kept as %s", failed, kept.Path)
}

type bucketFlags struct {
	Buckets []string `flag:"buckets" complete:"buckets"`
}

// bucketings finds one bucketing for both seats, or one for each.
func (f *bucketFlags) bucketings(g game.Game, lookup strategy.Lookup) (out [2]strategy.Bucketing, err error) {
	names := f.Buckets
	switch {
	case len(names) > len(out):
		return out, usage("--buckets has %d names, want one or two", len(names))
	case len(names) > 0:
	case g.Hands().Layout == game.TwoCards:
		names = []string{"strength-10"} // training takes a few minutes
	default:
		names = strategy.Bucketings(g)[:1]
	}
	for seat := range out {
		name := names[min(seat, len(names)-1)]
		if seat == 1 && name == names[0] {
			out[seat] = out[0]
			continue
		}
		out[seat], err = lookup(g, name)
		if errors.Is(err, strategy.ErrBuckets) {
			return out, usage("--buckets: %w", err)
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

const (
	// holdemTime is how long limit hold'em learns unless told otherwise.
	holdemTime = 5 * time.Minute
	// gapIterations are how long the gap's estimate learns, if the strategy learnt as long: some 10 CPU-seconds.
	gapIterations = 30
	// saveEvery is the time between two saves of the state of training.
	saveEvery = 5 * time.Minute
)

type trainingFlags struct {
	TimeLimit time.Duration      `flag:"time-limit" help:"limit-holdem: stop after this time, such as 90s or 5m"`
	Boards    int                `flag:"boards"`
	Tilt      []float64          `flag:"tilt"`
	Respond   training.Responder `flag:"respond" oneof:"turn,flop"`
	Strategy  string             `flag:"strategy" default:"average" oneof:"average,current"`
	freshFlag
}

// currentStrategy is the value of --strategy for the last strategy instead of the average.
const currentStrategy = "current"

// options returns the options of a solver. It checks them and the memory that they need.
func (f *trainingFlags) options(b [2]strategy.Bucketing, seed uint64) (o training.Options, err error) {
	o = training.Options{
		Buckets: b, Boards: f.Boards, Respond: f.Respond, Seed: seed,
	}
	switch len(f.Tilt) {
	case 0:
	case 4:
		o.Tilts = [2]training.Tilt{{Win: f.Tilt[0], Lose: f.Tilt[1]}, {Win: f.Tilt[2], Lose: f.Tilt[3]}}
	default:
		return o, usage("--tilt has %d numbers, want 4, such as 7,0,0,7", len(f.Tilt))
	}
	if err := o.Check(); err != nil {
		return o, usage("%w", err)
	}
	if err := memory.Check("training", training.Bytes(o)); err != nil {
		return o, usage("%w: choose fewer buckets", err)
	}
	return o, nil
}

// sampledEquilibrium learns a game from sampled deals, writes the average and reports on it. Bucketings are
// built when nothing else is wrong.
func (a *app) sampledEquilibrium(
	cmd *cobra.Command, f *equilibriumFlags, g game.Game, outlines [2]strategy.Bucketing,
) error {
	if cmd.Flags().Changed("gap") {
		return usage("--gap is not for --game %s, where it is an estimate: use --time-limit or --iterations", g.Name())
	}
	o, err := f.trainingFlags.options(outlines, uint64(f.Seed))
	if err != nil {
		return err
	}
	if o.Buckets, err = f.bucketings(g, a.bucketings(cmd.Context())); err != nil {
		return err
	}
	s, err := training.New(g, o)
	if err != nil {
		return err
	}
	state := &worstcase.Training{Solver: s}
	if state.Store, err = a.store(); err != nil {
		return err
	}
	if !f.Fresh {
		if err := state.Resume(f.Iterations); err != nil {
			return err
		}
	}
	points, err := a.trainingCurve(f, state)
	if err != nil {
		return err
	}
	start := time.Now()
	stopped := a.learn(cmd, f, state, points)
	if stopped != nil && !errors.Is(stopped, errInterrupted) {
		return errors.Join(stopped, points.end(cmd.Context(), stopped))
	}
	if err := state.Save(); err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	if err := points.end(cmd.Context(), stopped); err != nil {
		return err
	}
	result := s.Result()
	if f.Strategy == currentStrategy {
		result.Strategy = s.Current()
	}
	if err := a.writeStrategy(cmd.Context(), f.Out, result.Strategy); err != nil {
		return err
	}
	report := &equilibriumAnswer{
		Value: result.Value, StandardError: &result.StandardError, Unit: g.Unit(),
		Iterations: result.Iterations, Boards: result.Boards, Seconds: seconds,
	}
	if f.Respond != "" {
		report.Loss, report.LossStandardError = &result.Loss, &result.LossError
	} else if stopped == nil && f.Tilt == nil {
		iterations := max(2, min(gapIterations, result.Iterations))
		gap, err := training.EstimateGap(cmd.Context(), result.Strategy, uint64(f.Seed), iterations)
		if err != nil {
			return err
		}
		sum, standardError := gap.Sum()
		report.Gap, report.GapStandardError = &sum, &standardError
	}
	const estimated = "The value is that of the play while learning; the gap is that of the abstract game, from below."
	return errors.Join(a.printEquilibrium(f, g, report, estimated), stopped)
}

// learn plays iterations until they or the time are over, and evaluates in between for a curve; that takes no part of
// the time limit. The error wraps errInterrupted if it was stopped when there was an average to keep.
func (a *app) learn(cmd *cobra.Command, f *equilibriumFlags, state *worstcase.Training, points *trainingCurve) error {
	s, limit := state.Solver, f.TimeLimit
	if limit == 0 && !cmd.Flags().Changed("iterations") {
		limit = holdemTime
	}
	var used time.Duration
	for {
		before := clock.Now()
		err := a.learnUntil(cmd.Context(), points.next(f.Iterations), limit, used, state)
		used += clock.Since(before)
		switch {
		case s.Iterations() > 0 && errors.Is(err, context.DeadlineExceeded):
			return nil
		case s.Iterations() > 0 && errors.Is(err, context.Canceled):
			return keptAverage(s)
		case errors.Is(err, context.DeadlineExceeded):
			return usage("--time-limit %v is too short for a single iteration", limit)
		case err != nil || s.Iterations() >= f.Iterations:
			return err
		}
		if err := state.Save(); err != nil {
			return err
		}
		if err := points.judge(cmd.Context()); errors.Is(err, context.Canceled) {
			return keptAverage(s)
		} else if err != nil {
			return err
		}
	}
}

func keptAverage(s *training.Solver) error {
	return interrupted("after %d iterations: the average so far is kept", s.Iterations())
}

// learnUntil plays up to a number of iterations, or until the limit is used up; 0 means no limit.
func (a *app) learnUntil(
	ctx context.Context, iterations int, limit, used time.Duration, state *worstcase.Training,
) error {
	s, total := state.Solver, iterations
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = clock.WithTimeout(ctx, limit-used)
		defer cancel()
		total = int(limit.Seconds()) + 1
	}
	bar := progress.Start(a.stderr, "learning", total)
	defer bar.Close()
	start, saved := clock.Now(), time.Now()
	var failed error
	err := s.Run(ctx, iterations, func() {
		if time.Since(saved) > saveEvery {
			failed = errors.Join(failed, state.Save())
			saved = time.Now()
		}
		done := s.Iterations()
		if limit > 0 {
			done = int((used + clock.Since(start)).Seconds())
		}
		bar.Set(done)
		value, standardError := s.Value()
		bar.Latest(fmt.Sprintf("value %.4f +- %.4f after %d iterations", value, standardError, s.Iterations()))
	})
	return cmp.Or(failed, err)
}
