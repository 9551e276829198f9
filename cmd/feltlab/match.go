package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/internal/progress"
	"feltlab/model/game"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/extensive"
)

// matchFlags are the flags of the match command.
type matchFlags struct {
	gameFlags
	limitFlags
	agentFlags
	Deals int `flag:"deals" min:"2" help:"number of random deals to play, each twice with the seats exchanged (0: none, exact)"`
	jsonFlag
}

func (a *app) matchCommand() *cobra.Command {
	f := &matchFlags{}
	return command(&cobra.Command{
		Use:   "match A B [C...]",
		Short: "Compute what strategies win against one another",
		Long: `Computes the exact expected value of a match between strategies, by seat. A strategy is
a file of any format (docs/strategy-format.md), always-fold, always-call, always-raise,
uniform, or exec: and a command that answers for its policy (docs/agents.md). With more
than two strategies it prints a cross table: what the row wins from the column, the mean
of both seats. The last column is the exploitability of the row: what a best response
wins from it, half its NashConv. Values are for one hand: in chips in kuhn and leduc, in
millibigblinds (thousandths of a big blind) in jamfold and limit-holdem.

--deals plays random deals instead, each twice with the seats exchanged, and prints the
standard error.

In limit hold'em a match takes as long as a best response: an evening between two
strategies over buckets, a minute between two that ignore their cards. --flops estimates
it from a sample. Finished work is in the cache: the same command resumes a stopped run.`,
		Example: `  feltlab match a.json b.txt --game leduc
  feltlab match uniform always-call always-raise --game kuhn
  feltlab match s5.txt s10.parquet --game limit-holdem --flops 20
  feltlab match s5.txt always-call --game limit-holdem --deals 10000`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.match(cmd, f, args) },
	}, f)
}

// contestant is a strategy in a match.
type contestant struct {
	name   string
	policy game.Policy
	digest string
}

func (a *app) match(cmd *cobra.Command, f *matchFlags, names []string) error {
	if len(names) < 2 {
		return usage("got %d strategies, want at least two; see %s --help", len(names), cmd.CommandPath())
	}
	if err := f.check(cmd, names); err != nil {
		return err
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
	if f.Deals > 0 {
		err = a.sampleMatches(cmd, f, g, players, report)
	} else if g.Hands().Layout == game.TwoCards {
		err = a.limitMatches(cmd, f, players, report)
	} else {
		err = a.exactMatches(cmd, g, players, report)
	}
	if err != nil {
		return err
	}
	if f.JSON {
		return a.printJSON(report)
	}
	return printMatches(a.stdout, report)
}

func (f *matchFlags) check(cmd *cobra.Command, names []string) error {
	changed := cmd.Flags().Changed
	for _, flag := range []string{"fresh", "flops", "turns", "rivers"} {
		switch {
		case changed(flag) && f.Deals > 0:
			return usage("--%s and --deals exclude one another", flag)
		case changed(flag) && f.Game != limitHoldem:
			return usage("--%s is for --game %s", flag, limitHoldem)
		}
	}
	if changed("seed") && f.Deals == 0 && f.Game != limitHoldem {
		return usage("--seed is for --deals, and for --game %s", limitHoldem)
	}
	if f.Deals == 0 && f.Game == limitHoldem {
		return f.checkSample(names...)
	}
	return nil
}

// status says what the numbers are.
func (f *matchFlags) status() string {
	switch {
	case f.Deals > 0:
		return "sampled"
	case f.Flops > 0:
		return "estimate"
	}
	return "exact"
}

// exactMatches computes all matches and best responses of a small game.
func (a *app) exactMatches(cmd *cobra.Command, g game.Game, players []contestant, report *worstcase.Matches) error {
	for i, ours := range players {
		for j, theirs := range players[:i] {
			values, err := extensive.ExactMatch(cmd.Context(), g, theirs.policy, ours.policy)
			if err != nil {
				return fmt.Errorf("%s against %s: %w", theirs.name, ours.name, err)
			}
			report.Put(j, i, values, 0)
		}
		if len(players) == 2 {
			continue
		}
		r, err := extensive.BestResponse(cmd.Context(), g, ours.policy, extensive.ResponseOptions{AllDeals: true})
		if err != nil {
			return fmt.Errorf("%s: %w", ours.name, err)
		}
		report.PutBest(i, r.SeatValues, 0)
	}
	return nil
}

// sampleMatches plays deals.
func (a *app) sampleMatches(cmd *cobra.Command, f *matchFlags, g game.Game, players []contestant, report *worstcase.Matches) error {
	for i, ours := range players {
		for j, theirs := range players[:i] {
			bar := progress.Start(a.stderr, strings.Join([]string{theirs.name, ours.name}, " - "), f.Deals)
			e, err := extensive.SampleMatch(cmd.Context(), g, theirs.policy, ours.policy, extensive.MatchOptions{
				Deals: f.Deals, Seed: uint64(f.Seed), Report: func(done, _ int) { bar.Set(done) },
			})
			bar.Close()
			if err != nil {
				return fmt.Errorf("%s against %s: %w", theirs.name, ours.name, err)
			}
			report.Put(j, i, e.SeatValues, e.StandardError)
		}
	}
	return nil
}
