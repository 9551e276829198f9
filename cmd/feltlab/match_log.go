package main

import (
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/pipeline/worstcase"
)

type logFlags struct {
	Logs       texts `flag:"acpc-log"`
	Strategies texts `flag:"strategy"`
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
	g, err := a.game(cmd, &f.gameFlags)
	if err != nil {
		return err
	}
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
	return a.show(f.JSON, report, func(w io.Writer) error { return printLog(w, report) })
}

func readLog(r *worstcase.LogReader, path string) error {
	in, err := disk.Open(path, disk.MostStream)
	if err != nil {
		return usage("--acpc-log: %w", err)
	}
	defer in.Close()
	return r.Read(in, path)
}

func printLog(w io.Writer, r *worstcase.Matches) error {
	l := r.Log
	fmt.Fprintf(w, "%s, %d hands, %d pairs of the same cards with the seats exchanged\n"+
		"winnings in %s a hand ± the standard error\n\n", r.Game, l.Hands, l.Pairs, r.Unit)
	t := table.NewSheet("", l.Players[0].Name, l.Players[1].Name).Align("lr")
	row := func(name string, of func(p *worstcase.LogPlayer) *worstcase.LogMean) {
		cells := []string{name}
		for i := range l.Players {
			m := of(&l.Players[i])
			if m == nil || m.Count == 0 {
				return
			}
			text := table.Fixed(*m.Mean, 1)
			if m.StandardError != nil {
				text += " ± " + table.Fixed(*m.StandardError, 1)
			}
			cells = append(cells, text)
		}
		t.Add(cells...)
	}
	type player = worstcase.LogPlayer
	row("all hands", func(p *player) *worstcase.LogMean { return &p.All })
	for i, name := range []string{"small blind", "big blind"} {
		row(name, func(p *player) *worstcase.LogMean { return &p.Seats[i] })
	}
	row("pairs", func(p *player) *worstcase.LogMean { return p.Paired })
	row("less variance, all", func(p *player) *worstcase.LogMean { return p.Reduced })
	row("less variance, pairs", func(p *player) *worstcase.LogMean { return p.ReducedPairs })
	if err := t.Print(w, ""); err != nil || l.Players[0].Reduced == nil {
		return err
	}
	_, err := fmt.Fprintln(w, "\nless variance: imaginary observations of the known hands (Bowling et al. 2008) and "+
		"the luck\nof turn and river (as AIVAT, Burch et al. 2018); right if the players played those strategies")
	return err
}
