package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"feltlab/internal/memory"
	"feltlab/internal/nearest"
	"feltlab/internal/progress"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/limitholdem/training"
)

const (
	// holdemTime is how long limit hold'em learns unless told otherwise.
	holdemTime = 5 * time.Minute
	// gapIterations are how long the gap's estimate learns, if the strategy learnt as long: some 10
	// CPU-seconds.
	gapIterations = 30
	// saveEvery is the time between two saves of the state of training.
	saveEvery = 5 * time.Minute
)

// trainingFlags are the flags of training in limit hold'em.
type trainingFlags struct {
	time      durationFlag
	boards    int
	weighting string
	tilt      []float64
	respond   string
	strategy  string
	fresh     bool
	workers   int
}

// Strategies that may be written.
const (
	averageStrategy = "average"
	currentStrategy = "current"
)

func (f *trainingFlags) add(flags *pflag.FlagSet) {
	flags.Var(&f.time, "time", "limit hold'em: stop after so long, such as 90s or 5m")
	flags.IntVar(&f.boards, "boards", 0, fmt.Sprintf("limit hold'em: boards that each seat learns from in an iteration (default %d)", training.DefaultBoards))
	flags.StringVar(&f.weighting, "weighting", string(training.Linear), "limit hold'em: how iterations count: linear, plus (CFR+) or discounted (DCFR)")
	flags.Float64SliceVar(&f.tilt, "tilt", nil, "limit hold'em: percent by which payoffs are off: what seat 1 wins, what it loses, and the same of seat 2, such as 7,0,0,7")
	flags.StringVar(&f.respond, "respond", "", "limit hold'em: learn against a best response from here on: turn or flop")
	flags.StringVar(&f.strategy, "strategy", averageStrategy, "limit hold'em: what to write: average or current")
	flags.BoolVar(&f.fresh, "fresh", false, "limit hold'em: train from the start, not from the state in the cache")
	flags.IntVar(&f.workers, "workers", 0, "limit hold'em: goroutines that learn; 0 for one a processor")
}

// refuse refuses what only limit hold'em has.
func (f *trainingFlags) refuse(cmd *cobra.Command) error {
	for _, name := range []string{"time", "boards", "weighting", "tilt", "respond", "strategy", "fresh", "workers"} {
		if cmd.Flags().Changed(name) {
			return usage("--%s is for --game %s", name, limitHoldem)
		}
	}
	return nil
}

// options are those of a solver, which are good and fit in memory.
func (f *trainingFlags) options(b [2]strategy.Bucketing, seed uint64) (o training.Options, err error) {
	if f.strategy != averageStrategy && f.strategy != currentStrategy {
		names := []string{averageStrategy, currentStrategy}
		return o, usage("--strategy is %q, want %s or %s%s", f.strategy, names[0], names[1], nearest.Hint(f.strategy, names))
	}
	o = training.Options{
		Buckets: b, Boards: f.boards, Weighting: training.Weighting(f.weighting), Respond: training.Responder(f.respond), Seed: seed, Workers: f.workers,
	}
	switch len(f.tilt) {
	case 0:
	case 4:
		o.Tilts = [2]training.Tilt{{Win: f.tilt[0], Lose: f.tilt[1]}, {Win: f.tilt[2], Lose: f.tilt[3]}}
	default:
		return o, usage("--tilt has %d numbers, want 4, such as 7,0,0,7", len(f.tilt))
	}
	if err := o.Check(); err != nil {
		return o, usage("%w", err)
	}
	if err := memory.Check("training", training.Bytes(o)); err != nil {
		return o, usage("%w: choose fewer buckets", err)
	}
	return o, nil
}

// sampledReport is the JSON of a sampled equilibrium.
type sampledReport struct {
	Value         float64 `json:"value"`
	StandardError float64 `json:"standard_error"`
	// Gap is missing after an interruption.
	Gap              *float64 `json:"gap,omitempty"`
	GapStandardError *float64 `json:"gap_standard_error,omitempty"`
	// Loss is what best responses won while it learnt against them, half of both seats together.
	Loss              *float64 `json:"loss,omitempty"`
	LossStandardError *float64 `json:"loss_standard_error,omitempty"`
	Unit              string   `json:"unit"`
	Iterations        int      `json:"iterations"`
	Boards            int      `json:"boards"`
	Seconds           float64  `json:"seconds"`
}

// sampledEquilibrium learns a game from sampled deals, writes the average and reports on it. Bucketings are
// built when nothing else is wrong.
func (a *app) sampledEquilibrium(cmd *cobra.Command, f *equilibriumFlags, g game.Game, outlines [2]strategy.Bucketing, space *room) error {
	if cmd.Flags().Changed("gap") {
		return usage("--gap is not for --game %s, where it is an estimate: use --time or --iterations", g.Name())
	}
	o, err := f.training.options(outlines, f.seed)
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
	if !f.training.fresh {
		if err := state.Resume(f.iterations); err != nil {
			return err
		}
	}
	start := time.Now()
	stopped := a.learn(cmd, f, state)
	if stopped != nil && !errors.Is(stopped, errInterrupted) {
		return stopped
	}
	if err := state.Save(); err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	result := s.Result()
	if f.training.strategy == currentStrategy {
		result.Strategy = s.Current()
	}
	if err := a.writeStrategy(cmd.Context(), f.out, result.Strategy, space); err != nil {
		return err
	}
	report := &sampledReport{
		Value: result.Value, StandardError: result.StandardError, Unit: g.Unit(),
		Iterations: result.Iterations, Boards: result.Boards, Seconds: seconds,
	}
	if f.training.respond != "" {
		report.Loss, report.LossStandardError = &result.Loss, &result.LossError
	} else if stopped == nil && f.training.tilt == nil {
		gap, err := training.EstimateGap(cmd.Context(), result.Strategy, f.seed, max(2, min(gapIterations, result.Iterations)))
		if err != nil {
			return err
		}
		sum, standardError := gap.Sum()
		report.Gap, report.GapStandardError = &sum, &standardError
	}
	if f.json {
		return errors.Join(a.printJSON(report), stopped)
	}
	return errors.Join(report.text(a.beside(f.out)), stopped)
}

// learn plays iterations until they or the time are over. The error wraps errInterrupted if it was
// stopped when there was an average to keep.
func (a *app) learn(cmd *cobra.Command, f *equilibriumFlags, state *worstcase.Training) error {
	s, limit := state.Solver, time.Duration(f.training.time)
	if limit == 0 && !cmd.Flags().Changed("iterations") {
		limit = holdemTime
	}
	ctx, total := cmd.Context(), f.iterations
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
		total = int(limit.Seconds()) + 1
	}
	bar := progress.Start(a.stderr, "learning", total)
	defer bar.Close()
	start, saved := time.Now(), time.Now()
	var failed error
	err := s.Run(ctx, f.iterations, func() {
		if time.Since(saved) > saveEvery {
			failed = errors.Join(failed, state.Save())
			saved = time.Now()
		}
		done := s.Iterations()
		if limit > 0 {
			done = int(time.Since(start).Seconds())
		}
		bar.Set(done)
		value, standardError := s.Value()
		bar.Latest(fmt.Sprintf("value %.4f +- %.4f after %d iterations", value, standardError, s.Iterations()))
	})
	if failed != nil {
		return failed
	}
	if s.Iterations() > 0 && errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	if s.Iterations() > 0 && errors.Is(err, context.Canceled) {
		return interrupted("after %d iterations: the average so far is kept", s.Iterations())
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return usage("--time %v is too short for a single iteration", limit)
	}
	return err
}

// text prints the report in a line or two.
func (r *sampledReport) text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "value to seat 1: %.4f +- %.4f %s while learning, %d iterations of %d boards in all, in %.1f s\n",
		r.Value, r.StandardError, r.Unit, r.Iterations, r.Boards, r.Seconds)
	if err == nil && r.Loss != nil {
		_, err = fmt.Fprintf(w, "best responses won while it learnt: %.4f +- %.4f %s\n", *r.Loss, *r.LossStandardError, r.Unit)
	}
	if err == nil && r.Gap != nil {
		_, err = fmt.Fprintf(w, "gap in the abstract game, from below: %.4f +- %.4f %s\n", *r.Gap, *r.GapStandardError, r.Unit)
	}
	return err
}
