package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/progress"
	"feltlab/solvers/cfr/sampled"
)

const (
	// holdemTime is how long limit hold'em learns unless told otherwise.
	holdemTime = 5 * time.Minute
	// gapBoards is on how many boards the gap is estimated, if as many were learnt from: some 6
	// CPU-seconds, for a standard error of a few millibigblinds.
	gapBoards = 2_048
)

// sampledReport is the JSON of a sampled equilibrium.
type sampledReport struct {
	Value         float64 `json:"value"`
	StandardError float64 `json:"standard_error"`
	// Gap is missing after an interruption.
	Gap              *float64 `json:"gap,omitempty"`
	GapStandardError *float64 `json:"gap_standard_error,omitempty"`
	Unit             string   `json:"unit"`
	Iterations       int      `json:"iterations"`
	Boards           int      `json:"boards"`
	Seconds          float64  `json:"seconds"`
}

// sampledEquilibrium learns a game from sampled deals, writes the average and reports on it.
func (a *app) sampledEquilibrium(cmd *cobra.Command, f *equilibriumFlags, g game.Game, b [2]strategy.Bucketing, space *room) error {
	if cmd.Flags().Changed("gap") {
		return usage("--gap is not for --game %s, where it is an estimate: use --time or --iterations", g.Name())
	}
	s, err := sampled.New(g, sampled.Options{Buckets: b, Seed: f.seed})
	if err != nil {
		return err
	}
	start := time.Now()
	stopped := a.learn(cmd, f, s)
	if stopped != nil && !errors.Is(stopped, errInterrupted) {
		return stopped
	}
	seconds := time.Since(start).Seconds()
	result := s.Result()
	if err := a.writeStrategy(cmd.Context(), f.out, result.Strategy, space); err != nil {
		return err
	}
	report := &sampledReport{
		Value: result.Value, StandardError: result.StandardError, Unit: g.Unit(),
		Iterations: result.Iterations, Boards: result.Boards, Seconds: seconds,
	}
	if stopped == nil {
		gap, err := s.Gap(cmd.Context(), min(gapBoards, result.Boards))
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
func (a *app) learn(cmd *cobra.Command, f *equilibriumFlags, s *sampled.Solver) error {
	limit := time.Duration(f.time)
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
	start := time.Now()
	err := s.Run(ctx, f.iterations, func() {
		done := s.Iterations()
		if limit > 0 {
			done = int(time.Since(start).Seconds())
		}
		bar.Set(done)
		value, standardError := s.Value()
		bar.Latest(fmt.Sprintf("value %.4f +- %.4f after %d iterations", value, standardError, s.Iterations()))
	})
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
	if err == nil && r.Gap != nil {
		_, err = fmt.Fprintf(w, "gap in the abstract game, from below: %.4f +- %.4f %s\n", *r.Gap, *r.GapStandardError, r.Unit)
	}
	return err
}
