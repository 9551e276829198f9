package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/memory"
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

type trainingFlags struct {
	TimeLimit time.Duration      `flag:"time-limit" help:"limit-holdem: stop after this time, such as 90s or 5m"`
	Boards    int                `flag:"boards"`
	_         string             `help:"limit-holdem: number of boards of a seat in an iteration (default 8)"`
	Weighting training.Weighting `flag:"weighting" default:"linear" oneof:"linear,plus,discounted"`
	_         string             `help:"limit-holdem: weights of iterations: linear, plus (CFR+) or discounted (DCFR)"`
	Tilt      []float64          `flag:"tilt"`
	_         string             `help:"limit-holdem: percent added to wins and losses of both seats, such as 7,0,0,7"`
	Respond   training.Responder `flag:"respond" oneof:"turn,flop"`
	_         string             `help:"limit-holdem: learn against a best response from this street on: {}"`
	Strategy  string             `flag:"strategy" default:"average" oneof:"average,current"`
	_         string             `help:"limit-holdem: strategy to write: {}"`
	freshFlag
}

// currentStrategy is the value of --strategy for the last strategy instead of the average.
const currentStrategy = "current"

// options returns the options of a solver. It checks them and the memory that they need.
func (f *trainingFlags) options(b [2]strategy.Bucketing, seed uint64) (o training.Options, err error) {
	o = training.Options{
		Buckets: b, Boards: f.Boards, Weighting: f.Weighting, Respond: f.Respond, Seed: seed,
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
	cmd *cobra.Command, f *equilibriumFlags, g game.Game, outlines [2]strategy.Bucketing, space *room,
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
	if f.Strategy == currentStrategy {
		result.Strategy = s.Current()
	}
	if err := a.writeStrategy(cmd.Context(), f.Out, result.Strategy, space); err != nil {
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
	if f.JSON {
		return errors.Join(a.printJSON(report), stopped)
	}
	return errors.Join(printSampled(a.messages(f.Out), report), stopped)
}

// learn plays iterations until they or the time are over. The error wraps errInterrupted if it was
// stopped when there was an average to keep.
func (a *app) learn(cmd *cobra.Command, f *equilibriumFlags, state *worstcase.Training) error {
	s, limit := state.Solver, f.TimeLimit
	if limit == 0 && !cmd.Flags().Changed("iterations") {
		limit = holdemTime
	}
	ctx, total := cmd.Context(), f.Iterations
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
	err := s.Run(ctx, f.Iterations, func() {
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
		return usage("--time-limit %v is too short for a single iteration", limit)
	}
	return err
}

func printSampled(w io.Writer, r *equilibriumAnswer) error {
	_, err := fmt.Fprintf(w,
		"value to seat 1: %.4f +- %.4f %s while learning, %d iterations of %d boards in all, in %.1f s\n",
		r.Value, *r.StandardError, r.Unit, r.Iterations, r.Boards, r.Seconds)
	if err == nil && r.Loss != nil {
		_, err = fmt.Fprintf(w, "best responses won while it learnt: %.4f +- %.4f %s\n",
			*r.Loss, *r.LossStandardError, r.Unit)
	}
	if err == nil && r.Gap != nil {
		_, err = fmt.Fprintf(w, "gap in the abstract game, from below: %.4f +- %.4f %s\n",
			*r.Gap, *r.GapStandardError, r.Unit)
	}
	return err
}
