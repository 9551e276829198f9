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

// limitHoldem is the game that takes its own way: 1,755 flops, one after the other.
const limitHoldem = "limit-holdem"

// limitFlags are the flags of bestresponse that only limit hold'em has.
type limitFlags struct {
	fresh   bool
	flops   int
	turns   int
	rivers  int
	seed    uint64
	workers int
	listen  listenFlags
}

func (f *limitFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.fresh, "fresh", false, limitHoldem+": compute everything again, also what the cache has")
	flags.IntVar(&f.flops, "flops", 0, limitHoldem+": estimate from a random sample of so many flops; 0 computes all 1,755")
	flags.IntVar(&f.turns, "turns", 0, limitHoldem+", with --flops: draw so many turns of a flop; 0 takes all")
	flags.IntVar(&f.rivers, "rivers", 0, limitHoldem+", with --flops: draw so many rivers of a turn; 0 takes all")
	flags.Uint64Var(&f.seed, "seed", 0, limitHoldem+": of the sample")
	flags.IntVar(&f.workers, "workers", 0, limitHoldem+": goroutines that compute; 0 for one a processor")
}

// check refuses what the game does not have.
func (f *limitFlags) check(cmd *cobra.Command, name string) error {
	if name == limitHoldem {
		return nil
	}
	for _, flag := range []string{"fresh", "flops", "turns", "rivers", "seed", "workers", "listen"} {
		if cmd.Flags().Changed(flag) {
			return usage("--%s is for --game %s", flag, limitHoldem)
		}
	}
	return nil
}

// checkDrawn demands a sample where a program is asked, flops where there are turns and rivers, and as many
// as tell how far off they are.
func (f *limitFlags) checkDrawn(names ...string) error {
	switch {
	case f.turns < 0 || f.rivers < 0:
		return usage("--turns is %d and --rivers %d, want no less than 0", f.turns, f.rivers)
	case (f.turns > 0 || f.rivers > 0) && f.flops == 0:
		return usage("--turns and --rivers need --flops")
	}
	sample := f.options(nil)
	if err := sample.Check(); err != nil {
		return usage("--flops: %w", err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, execPrefix) && (f.turns == 0 || f.rivers == 0) {
			return usage("%s: a program cannot be asked for all 10^10 public states: want --flops, --turns and --rivers, such as 20, 8 and 8", name)
		}
	}
	return nil
}

// options returns the options of a computation, without a store.
func (f *limitFlags) options(progress io.Writer) worstcase.Options {
	return worstcase.Options{
		Flops: f.flops, Turns: f.turns, Rivers: f.rivers, Seed: f.seed, Workers: f.workers, Fresh: f.fresh, Progress: progress,
	}
}

// limitResponse runs the command in limit hold'em.
func (a *app) limitResponse(cmd *cobra.Command, opponent string, f *limitFlags, agents *agentFlags, page *pageFlags, asJSON bool) error {
	names := page.names(opponent)
	if err := f.checkDrawn(names...); err != nil {
		return err
	}
	var reports []*response
	var stopped error
	for _, name := range names {
		report, err := a.limitReport(cmd, name, f, agents, page)
		if report == nil {
			return err
		}
		reports = append(reports, report)
		if stopped = err; err != nil {
			break
		}
	}
	if stopped == nil {
		if err := writeLimitPage(page.file, reports, f); err != nil {
			return err
		}
	}
	var err error
	if asJSON {
		err = a.printJSON(reports[0])
	} else {
		err = printResponse(a.stdout, reports[0].Response)
	}
	return errors.Join(err, stopped)
}

// limitReport judges one opponent. After an interruption there is a report of what is done beside
// the error, if that says something for certain.
func (a *app) limitReport(cmd *cobra.Command, opponent string, f *limitFlags, agents *agentFlags, page *pageFlags) (*response, error) {
	policy, err := a.policy(cmd.Context(), game.LimitHoldem(), opponent, agents)
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
	pool, leave, err := f.listen.pool(cmd.Context(), a, cmd, ".", "best response to "+opponent, parallel.Workers(f.workers))
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
		return nil, stoppedEarly(r) // what is done says nothing for certain
	}
	answer, err := r.Answer(opponent, !stopped, time.Since(start).Seconds())
	if err != nil {
		return nil, err
	}
	report := &response{Response: answer}
	if stopped {
		return report, stoppedEarly(r)
	}
	if page.file != "" {
		report.Losses, err = a.limitLosses(cmd, policy, f)
	}
	return report, err
}

// limitError tells what the user typed wrong from what went wrong.
func limitError(err error) error {
	if errors.Is(err, extensive.ErrAsymmetric) {
		return usage("%w; here suits must not matter to it, so let it rename them before it looks at cards", err)
	}
	if errors.Is(err, worstcase.ErrSample) {
		return usageError{err}
	}
	return err
}

func stoppedEarly(r *worstcase.Result) error {
	return interrupted("with %d of %d pieces done; the same command resumes from there", r.Done, r.Total)
}
