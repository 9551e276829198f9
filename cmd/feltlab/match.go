package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/internal/progress"
	"feltlab/model/game"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/extensive"
)

type matchFlags struct {
	gameFlags
	limitFlags
	agentFlags
	Deals int `flag:"deals" min:"2"`
	logFlags
	jsonFlag
}

func (a *app) matchCommand() *cobra.Command {
	f := &matchFlags{}
	return command(&cobra.Command{
		Use:   "match [A B [C...]]",
		Short: "Compute what strategies win against one another",
		Long: `Computes the exact expected value of a match between strategies, by seat. A strategy is a file of any
format (docs/strategy-format.md), always-fold, always-call, always-raise, uniform, or exec: and a command that answers
for its policy (docs/agents.md). With more than two strategies it prints every pair, and the exploitability of each
strategy: what a best response wins from it, half its NashConv. Values are for one hand: in chips in kuhn and leduc,
in millibigblinds (thousandths of a big blind) in jamfold and limit-holdem.

--deals plays random deals instead, each twice with the seats exchanged, and prints the standard error.

In limit hold'em a match takes as long as a best response: several hours between two strategies over buckets, a minute
between two that ignore their cards. --flops estimates it from a sample. Finished work is in the cache: the same
command resumes a stopped run.

acpc:HOST:PORT waits there, as the ACPC server does, for a program that only plays actions, acpc:COMMAND starts one
with a host and a port as further words; --deals says how many deals of limit hold'em the strategy plays against it,
each in both seats.

--acpc-log reads a match that was played elsewhere, a log of the ACPC server for limit or no-limit hold'em, and prints
what each player won, also without the luck of turn and river (docs/agents.md). In limit hold'em --strategy says what
a player plays, for an estimate with a still smaller standard error.`,
		Example: `  feltlab match a.json b.txt --game leduc
  feltlab match uniform always-call always-raise --game kuhn
  feltlab match s5.txt s10.parquet --game limit-holdem --flops 20
  feltlab match s5.txt always-call --game limit-holdem --deals 10000
  feltlab match --game limit-holdem --acpc-log match.log --strategy Alice=s5.txt
  feltlab match --game no-limit-holdem --acpc-log nolimit.log.gz
  feltlab match s5.txt "acpc:./startme.sh" --game limit-holdem --deals 1000`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.match(cmd, f, args) },
	}, f)
}

type contestant struct {
	name   string
	policy game.Policy
	digest string
}

func (a *app) match(cmd *cobra.Command, f *matchFlags, names []string) error {
	if len(f.Logs) > 0 {
		return a.matchLog(cmd, f, names)
	}
	if err := onlyFor(cmd, "--acpc-log", "strategy"); err != nil {
		return err
	}
	if len(names) < 2 {
		return usage("got %d strategies, want at least two; see %s --help", len(names), cmd.CommandPath())
	}
	if err := f.check(cmd, names); err != nil {
		return err
	}
	if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, acpcPrefix) }) {
		return a.matchDealt(cmd, f, names)
	}
	if f.Game == worstcase.NoLimitHoldem {
		return usage("--game %s is for --acpc-log", worstcase.NoLimitHoldem)
	}
	g, err := a.game(cmd, &f.gameFlags)
	if err != nil {
		return err
	}
	var players []contestant
	for _, name := range names {
		p, err := a.policy(cmd.Context(), g, name, &f.agentFlags)
		if err != nil {
			return err
		}
		digest, err := digestOf(name, p)
		if err != nil {
			return err
		}
		players = append(players, contestant{name, p, digest})
	}
	report := worstcase.NewMatches(g, f.status(), names)
	judge, err := a.matchJudge(cmd.Context(), f, g, report)
	if err != nil {
		return err
	}
	err = playAll(report, players, judge, len(players) > 2 && f.Deals == 0)
	if err != nil && len(report.Matches) == 0 {
		return err
	}
	return errors.Join(a.print(f.JSON, report, ""), err)
}

// playAll plays all matches, and best responses if asked for. It stops at the first error, and keeps what was played of
// a match that was stopped.
func playAll(report *worstcase.Matches, players []contestant, judge matchJudge, best bool) error {
	for i, ours := range players {
		for j, theirs := range players[:i] {
			w, err := judge(&theirs, ours)
			if w != nil {
				report.Put(j, i, w.values, w.standardError, w.deals)
			}
			if err != nil {
				return fmt.Errorf("%s against %s: %w", theirs.name, ours.name, err)
			}
		}
		if !best {
			continue
		}
		w, err := judge(nil, ours)
		if w != nil {
			report.PutBest(i, w.values, w.standardError)
		}
		if err != nil {
			return fmt.Errorf("best response to %s: %w", ours.name, err)
		}
	}
	return nil
}

func (f *matchFlags) check(cmd *cobra.Command, names []string) error {
	sampled := []string{"fresh", "flops", "turns", "rivers"}
	switch {
	case f.Deals > 0 && slices.ContainsFunc(sampled, cmd.Flags().Changed):
		return usage("--deals and --%s exclude one another", strings.Join(sampled, ", --"))
	case f.Deals > 0:
		return nil
	case f.Game == limitHoldem:
		return f.checkSample(names...)
	}
	return cmp.Or(onlyFor(cmd, "--game "+limitHoldem, sampled...),
		onlyFor(cmd, "--deals, and for --game "+limitHoldem, "seed"))
}

func (f *matchFlags) status() string {
	switch {
	case f.Deals > 0:
		return "sampled"
	case f.Flops > 0:
		return "estimate"
	}
	return "exact"
}

// matchJudge computes in the match's unit what seats win against our strategy: in a match, or, if theirs is nil, for a
// best response. With an error it may return what was computed before the command was stopped.
type matchJudge func(theirs *contestant, ours contestant) (*won, error)

// won is what seats win, and the standard error of their mean.
type won struct {
	values        [2]float64
	standardError float64
	deals         int // that were sampled
}

// matchJudge returns the judge of sampled deals, of limit hold'em, or of a small game.
func (a *app) matchJudge(ctx context.Context, f *matchFlags, g game.Game, m *worstcase.Matches) (matchJudge, error) {
	_, scale := worstcase.UnitOf(g)
	inUnit := func(values [2]float64) [2]float64 { return [2]float64{scale * values[0], scale * values[1]} }
	switch {
	case f.Deals > 0:
		return func(theirs *contestant, ours contestant) (*won, error) {
			bar := progress.Start(a.stderr, theirs.name+" - "+ours.name, f.Deals)
			defer bar.Close()
			e, err := extensive.SampleMatch(ctx, g, theirs.policy, ours.policy, extensive.MatchOptions{
				Deals: f.Deals, Seed: uint64(f.Seed), Report: func(done, _ int) { bar.Set(done) },
			})
			if e == nil {
				return nil, err
			}
			if err != nil {
				err = interrupted("after %d of %d deals", e.Deals, f.Deals)
			}
			return &won{inUnit(e.SeatValues), scale * e.StandardError, e.Deals}, err
		}, nil
	case g.Name() == limitHoldem:
		o := f.limitFlags.options(a.stderr)
		var err error
		if o.Store, err = a.store(); err != nil {
			return nil, err
		}
		return func(theirs *contestant, ours contestant) (*won, error) {
			if theirs == nil {
				return limitValues(m.Count(worstcase.BestResponse(ctx, ours.policy, ours.digest, o)))
			}
			digests := [2]string{theirs.digest, ours.digest}
			return limitValues(m.Count(worstcase.Match(ctx, theirs.policy, ours.policy, digests, o)))
		}, nil
	}
	return func(theirs *contestant, ours contestant) (*won, error) {
		if theirs == nil {
			r, err := extensive.BestResponse(ctx, g, ours.policy, extensive.ResponseOptions{AllDeals: true})
			if err != nil {
				return nil, err
			}
			return &won{values: inUnit(r.SeatValues)}, nil
		}
		values, err := extensive.ExactMatch(ctx, g, theirs.policy, ours.policy)
		if err != nil {
			return nil, err
		}
		return &won{values: inUnit(values)}, nil
	}, nil
}

// limitValues returns the values of both seats and the standard error of their mean, of a stopped sample those from the
// flops that are done.
func limitValues(r *worstcase.Result, err error) (*won, error) {
	if r == nil {
		return nil, limitError(err)
	}
	a, wrong := r.Answer("", err == nil, 0)
	if wrong != nil {
		return nil, wrong
	}
	if err != nil {
		err = stoppedEarly(r)
	}
	if err != nil && a.Status != "estimate" {
		return nil, err
	}
	return &won{values: a.SeatValues, standardError: a.Spread()}, err
}
