package main

import (
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/tablefile"
	"feltlab/model/game"
	"feltlab/pipeline/worstcase"
)

type logFlags struct {
	Logs       []string `flag:"acpc-log" keep:","`
	Strategies []string `flag:"strategy" keep:","`
}

// matchLog prints what the players of logs won.
func (a *app) matchLog(cmd *cobra.Command, f *matchFlags, names []string) error {
	if len(names) > 0 {
		return usage("got %q with --acpc-log, which has players; --strategy NAME=FILE says what they play", names[0])
	}
	noLimit := f.Game == worstcase.NoLimitHoldem
	switch {
	case !noLimit && f.Game != limitHoldem:
		return usage("--acpc-log is for --game %s or %s", limitHoldem, worstcase.NoLimitHoldem)
	case noLimit && len(f.Strategies) > 0:
		return usage("--strategy is for --game %s: none of %s are known here", limitHoldem, worstcase.NoLimitHoldem)
	}
	err := onlyFor(cmd, "matches without --acpc-log", "deals", "flops", "turns", "rivers", "seed", "fresh")
	if err != nil {
		return err
	}
	g := game.LimitHoldem()
	paths := map[string]string{}
	for _, text := range f.Strategies {
		name, path, ok := strings.Cut(text, "=")
		if !ok || name == "" || path == "" || paths[name] != "" {
			return usage("--strategy %q, want NAME=FILE, once for a player", text)
		}
		paths[name] = path
	}
	reader := worstcase.NewLogReader(noLimit)
	for _, path := range f.Logs {
		if err := readLog(reader, path); err != nil {
			return err
		}
	}
	if err := reader.Check(maps.Keys(paths)); err != nil {
		return usage("%w", err)
	}
	known := map[string]worstcase.LogStrategy{}
	for name, path := range paths {
		p, err := a.policy(cmd.Context(), g, path, &f.agentFlags)
		if err != nil {
			return err
		}
		known[name] = worstcase.LogStrategy{Name: path, Policy: p}
	}
	report := worstcase.NewMatches(g, "log", reader.Players())
	report.Game = f.Game
	if report.Log, err = reader.Answer(cmd.Context(), known, a.stderr); err != nil {
		return err
	}
	return a.print(f.JSON, report, "")
}

func readLog(r *worstcase.LogReader, path string) error {
	in, file, err := tablefile.Open(path)
	if err != nil {
		return usage("--acpc-log: %w", err)
	}
	defer file.Close()
	return r.Read(in, path)
}

// acpcPrefix marks a program that speaks the protocol of the ACPC server.
const acpcPrefix = "acpc:"

// matchDealt plays a strategy against a program that only plays actions, and prints what both won.
func (a *app) matchDealt(cmd *cobra.Command, f *matchFlags, names []string) error {
	where, ok := strings.CutPrefix(names[1], acpcPrefix)
	switch {
	case !ok || strings.HasPrefix(names[0], acpcPrefix) || len(names) > 2:
		return usage("want a strategy and then %sHOST:PORT or %[1]sCOMMAND, two in all", acpcPrefix)
	case f.Game != limitHoldem || f.Deals == 0:
		return usage("%s plays --game %s, and needs --deals, such as 1000", names[1], limitHoldem)
	}
	ctx, g := cmd.Context(), game.LimitHoldem()
	policy, err := a.policy(ctx, g, names[0], &f.agentFlags)
	if err != nil {
		return err
	}
	d := &worstcase.Dealer{Where: where, Names: [2]string(names), Policy: policy, Deals: f.Deals, Seed: uint64(f.Seed),
		Timeout: f.AnswerTime, Output: a.stderr}
	played, err := d.Play(ctx)
	if errors.Is(err, worstcase.ErrAgentStart) {
		return usage("%w", err)
	}
	if ctx.Err() != nil && len(played.Hands) > 0 {
		err = interrupted("after %d of %d hands", len(played.Hands), 2*f.Deals)
	} else if err != nil {
		return err
	}
	report := worstcase.NewMatches(g, "log", names)
	known := map[string]worstcase.LogStrategy{names[0]: {Name: names[0], Policy: policy}}
	answer, wrong := played.Answer(context.WithoutCancel(ctx), known, a.stderr)
	if wrong != nil {
		return wrong
	}
	report.Log = answer
	return errors.Join(a.print(f.JSON, report, ""), err)
}
