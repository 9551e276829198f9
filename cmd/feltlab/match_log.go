package main

import (
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
	if f.Game != limitHoldem {
		return usage("--acpc-log is for --game %s", limitHoldem)
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
	reader := worstcase.NewLogReader()
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
