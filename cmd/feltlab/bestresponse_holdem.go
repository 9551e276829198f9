package main

import (
	"errors"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/parallel"
	"feltlab/model/game"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/extensive"
)

// limitHoldem is the game that is computed flop by flop, 1,755 of them.
const limitHoldem = "limit-holdem"

type limitFlags struct {
	Flops  int    `flag:"flops" help:"limit-holdem: number of flops to sample (0: all 1,755, exact)"`
	Turns  int    `flag:"turns" min:"0" help:"limit-holdem, with --flops: turns to sample of each flop (0: all)"`
	Rivers int    `flag:"rivers" min:"0"`
	_      string `help:"limit-holdem, with --flops: rivers to sample of each turn (0: all)"`
	seedFlag
	freshFlag
}

// check refuses flags that the game does not have.
func (f *limitFlags) check(cmd *cobra.Command, name string) error {
	if name == limitHoldem {
		return nil
	}
	for _, flag := range []string{"fresh", "flops", "turns", "rivers", "seed", "listen"} {
		if cmd.Flags().Changed(flag) {
			return usage("--%s is for --game %s", flag, limitHoldem)
		}
	}
	return nil
}

// checkSample refuses turns or rivers without flops, a sample too small for a standard error, and a
// program without a sample.
func (f *limitFlags) checkSample(names ...string) error {
	if (f.Turns > 0 || f.Rivers > 0) && f.Flops == 0 {
		return usage("--turns and --rivers need --flops")
	}
	sample := f.options(nil)
	if err := sample.Check(); err != nil {
		return usage("--flops: %w", err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, execPrefix) && (f.Turns == 0 || f.Rivers == 0) {
			return usage("%s: a program cannot be asked about all 10^10 public states: "+
				"want --flops, --turns and --rivers, such as 20, 8 and 8", name)
		}
	}
	return nil
}

func (f *limitFlags) options(progress io.Writer) worstcase.Options {
	return worstcase.Options{
		Flops: f.Flops, Turns: f.Turns, Rivers: f.Rivers, Seed: uint64(f.Seed), Fresh: f.Fresh, Progress: progress,
	}
}

func (a *app) limitResponse(cmd *cobra.Command, f *bestResponseFlags) error {
	names := f.names(f.Opponent)
	if err := f.checkSample(names...); err != nil {
		return err
	}
	var reports []*response
	var stopped error
	for _, name := range names {
		report, err := a.limitReport(cmd, name, f)
		if report == nil {
			return err
		}
		reports = append(reports, report)
		if stopped = err; err != nil {
			break
		}
	}
	if stopped == nil {
		notes := limitNotes(reports[0], &f.limitFlags)
		if err := writeLossPage(f.Page, game.LimitHoldem(), reports, notes...); err != nil {
			return err
		}
	}
	err := a.show(f.JSON, reports[0], func(w io.Writer) error { return printResponse(w, reports[0].Response) })
	return errors.Join(err, stopped)
}

// limitReport judges one opponent. After an interruption it returns the error, and a report of the
// finished work if that gives bounds.
func (a *app) limitReport(cmd *cobra.Command, opponent string, f *bestResponseFlags) (*response, error) {
	policy, err := a.policy(cmd.Context(), game.LimitHoldem(), opponent, &f.agentFlags)
	if err != nil {
		return nil, err
	}
	digest, err := digestOf(opponent, policy)
	if err != nil {
		return nil, err
	}
	o := f.options(a.stderr)
	o.ByRound = true
	if o.Store, err = a.store(); err != nil {
		return nil, err
	}
	title := "best response to " + opponent
	pool, leave, err := f.listenFlags.pool(cmd.Context(), a, cmd, ".", title, parallel.Workers(0))
	if err != nil {
		return nil, err
	}
	o.Pool = pool
	start := time.Now()
	r, err := worstcase.BestResponse(cmd.Context(), policy, digest, o)
	if left := leave(err == nil); err == nil {
		err = left
	}
	stopped := cmd.Context().Err() != nil && r != nil
	if err != nil && !stopped {
		return nil, limitError(err)
	}
	if stopped && r.Drawn {
		return nil, stoppedEarly(r) // an unfinished sample gives no bounds
	}
	answer, err := r.Answer(opponent, !stopped, time.Since(start).Seconds())
	if err != nil {
		return nil, err
	}
	report := &response{Response: answer}
	if stopped {
		return report, stoppedEarly(r)
	}
	if f.Page != "" {
		report.Losses, err = a.limitLosses(cmd, policy, &f.limitFlags)
	}
	return report, err
}

// limitError makes a usage error of what the user got wrong.
func limitError(err error) error {
	if errors.Is(err, extensive.ErrAsymmetric) {
		return usage("%w; in limit hold'em a policy must treat suits alike: "+
			"let the program rename suits before it looks at cards", err)
	}
	if errors.Is(err, worstcase.ErrSample) {
		return usageError{err}
	}
	return err
}

func stoppedEarly(r *worstcase.Result) error {
	return interrupted("with %d of %d pieces done; the same command resumes from there", r.Done, r.Total)
}
