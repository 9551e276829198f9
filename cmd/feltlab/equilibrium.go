package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/cfr"
)

// equilibriumFlags are the flags of the equilibrium command as typed.
type equilibriumFlags struct {
	game       gameFlags
	buckets    []string
	gap        float64
	iterations int
	seed       uint64
	out        string
	json       bool
}

func (a *app) equilibriumCommand() *cobra.Command {
	f := &equilibriumFlags{}
	cmd := &cobra.Command{
		Use:   "equilibrium",
		Short: "Solve a small game, or an abstraction of it, and write the strategy",
		Long: `Finds an equilibrium by CFR+ with a certificate: the gap is what both seats together could
still gain. --buckets merges hands, one bucketing for both seats or one for each
(docs/strategy-format.md lists them): the equilibrium and its gap are then those of the
abstract game, and feltlab bestresponse says what the strategy loses in the real one.`,
		Example: `  feltlab equilibrium --game leduc --buckets "[JQ].K,real" --out jq-k.txt
  feltlab bestresponse --game leduc --opponent jq-k.txt`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.equilibrium(cmd, f) },
	}
	f.game.add(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&f.buckets, "buckets", nil, "bucketings of the seats (default the finest that suits do not matter for)")
	flags.Float64Var(&f.gap, "gap", valueGap, "stop at this gap, in chips or big blinds")
	flags.IntVar(&f.iterations, "iterations", valueIterations, "stop after so many iterations")
	flags.Uint64Var(&f.seed, "seed", 0, "start at random regrets; 0 starts at none")
	flags.StringVar(&f.out, "out", "", "file for the strategy")
	flags.BoolVar(&f.json, "json", false, `print {"value","gap","unit","iterations","seconds"}`)
	return cmd
}

func (a *app) equilibrium(cmd *cobra.Command, f *equilibriumFlags) error {
	if !(f.gap > 0) {
		return usage("--gap is %v, want a number above 0", f.gap)
	}
	if f.iterations < 1 {
		return usage("--iterations is %d, want at least 1", f.iterations)
	}
	g, err := a.game(cmd, &f.game)
	if err != nil {
		return err
	}
	o := cfr.Options{Iterations: f.iterations, Gap: f.gap, Seed: f.seed, Predictive: true}
	if o.Buckets, err = f.bucketings(g); err != nil {
		return err
	}
	if f.out != "" {
		if err := writable(f.out); err != nil {
			return err
		}
	}
	start := time.Now()
	r, err := cfr.Solve(cmd.Context(), g, o)
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	if f.out != "" {
		if err := a.writeTo(f.out, func(w io.Writer) error { return strategy.Write(w, r.Strategy) }); err != nil {
			return err
		}
	}
	if f.json {
		return a.printJSON(struct {
			Value      float64 `json:"value"`
			Gap        float64 `json:"gap"`
			Unit       string  `json:"unit"`
			Iterations int     `json:"iterations"`
			Seconds    float64 `json:"seconds"`
		}{r.Value, r.Gap, g.Unit(), r.Iterations, seconds})
	}
	fmt.Fprintf(a.stdout, "value to seat 1: %.6f %s, gap %.1e, %d iterations in %.2f s\n", r.Value, g.Unit(), r.Gap, r.Iterations, seconds)
	return nil
}

// bucketings finds one bucketing for both seats, or one for each.
func (f *equilibriumFlags) bucketings(g game.Game) (out [2]strategy.Bucketing, err error) {
	names := f.buckets
	switch len(names) {
	case 0:
		names = []string{strategy.Bucketings(g)[0], strategy.Bucketings(g)[0]}
	case 1:
		names = []string{names[0], names[0]}
	case 2:
	default:
		return out, usage("--buckets has %d names, want one or two", len(names))
	}
	for seat, name := range names {
		if out[seat], err = strategy.BucketingOf(g, name); err != nil {
			return out, usage("--buckets: %w", err)
		}
	}
	return out, nil
}
