package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/experiments"
	"feltlab/internal/nearest"
	"feltlab/internal/parallel"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

func (a *app) reproduceCommand() *cobra.Command {
	env := &experiments.Env{Stdout: a.stdout, Stderr: a.stderr}
	var limit durationFlag
	var engine, start string
	var formulations []string
	var listen listenFlags
	cmd := &cobra.Command{
		Use:   "reproduce NAME",
		Short: "Compute a published table or figure and set ours beside it",
		Long: `Computes a table or figure of a source and writes CSV, a Markdown page and figures to a
folder, ours beside the published numbers, with a verdict. What was computed before is
taken from the cache; after a kill or Ctrl-C the same command goes on where it stopped.
With --engine highs the integer programs of table3 and table4 go to HiGHS instead, alone
or with --start search from our incumbents, in each formulation named, and stand beside
what feltlab does in the same time; each solve takes at most a minute unless --time-limit
says otherwise.

The experiments, with the time limit of each solve where they have solves:

` + experimentList(),
		Example: `  feltlab reproduce strength
  feltlab reproduce aces --out /tmp/results --json
  feltlab reproduce table4 --time-limit 10m
  feltlab reproduce table4 --listen :4222
  feltlab reproduce table3 --engine highs --formulation plain,pattern`,
		Args: exactArgs("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			env.TimeLimit = time.Duration(limit)
			if !cmd.Flags().Changed("workers") {
				env.Workers = parallel.Workers(0)
			}
			q, err := highsQuestion(cmd, engine, formulations, start)
			if err != nil {
				return usageError{err}
			}
			return a.reproduce(cmd, args[0], env, q, &listen)
		},
	}
	cmd.Flags().StringVar(&env.Out, "out", "results", "folder for the files")
	cmd.Flags().IntVar(&env.Workers, "workers", 0, "goroutines that compute (default one a core)")
	cmd.Flags().Var(&limit, "time-limit", "of each solve: seconds, or a time such as 90s or 2h (default the experiment's)")
	cmd.Flags().Lookup("time-limit").DefValue = "" // the help has said it
	cmd.Flags().BoolVar(&env.Fresh, "fresh", false, "solve from nothing, not from what is known")
	cmd.Flags().StringVar(&engine, "engine", "auto", "auto, or highs for the integer programs of a table by HiGHS")
	cmd.Flags().StringSliceVar(&formulations, "formulation", []string{"plain", "merged", "pattern"}, "with --engine highs: of the programs")
	cmd.Flags().StringVar(&start, "start", "none", "with --engine highs: what it begins with, none or search")
	listen.add(cmd)
	cmd.Flags().BoolVar(&env.JSON, "json", false, "print as JSON, see docs/json.md")
	return cmd
}

// highsQuestion reads how HiGHS is to solve the programs; nil where it is not to.
func highsQuestion(cmd *cobra.Command, engine string, formulations []string, start string) (*experiments.HiGHS, error) {
	if engine == "auto" {
		for _, name := range []string{"formulation", "start"} {
			if cmd.Flags().Changed(name) {
				return nil, fmt.Errorf("reproduce: --%s goes with --engine highs", name)
			}
		}
		return nil, nil
	}
	if engine != "highs" {
		engines := []string{"auto", "highs"}
		return nil, fmt.Errorf("reproduce: --engine %q, want %s%s", engine, strings.Join(engines, " or "), nearest.Hint(engine, engines))
	}
	q := &experiments.HiGHS{}
	for _, name := range formulations {
		f, err := regression.ParseFormulation(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(q.Formulations, f) {
			return nil, fmt.Errorf("reproduce: --formulation names %v twice", f)
		}
		q.Formulations = append(q.Formulations, f)
	}
	var err error
	q.Start, err = question.ParseStart(start)
	return q, err
}

func experimentList() string {
	var b strings.Builder
	for _, e := range allExperiments() {
		text := e.Short
		if e.TimeLimit > 0 {
			text += fmt.Sprintf(" (%v)", e.TimeLimit)
		}
		b.WriteString(hang(fmt.Sprintf("%-12s", e.Name), text) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func (a *app) reproduce(cmd *cobra.Command, name string, env *experiments.Env, q *experiments.HiGHS, listen *listenFlags) error {
	experiment, err := experimentOf(name)
	if err != nil {
		return err
	}
	if env.Workers < 1 {
		return usage("--workers is %d, want at least 1", env.Workers)
	}
	if env.TimeLimit > 0 && experiment.TimeLimit == 0 {
		return usage("reproduce %s: --time-limit: it has no solves to limit", name)
	}
	if q != nil && experiment.ByHiGHS == nil {
		return usage("reproduce %s: --engine highs: it has no programs for HiGHS, want table3 or table4", name)
	}
	if err := os.MkdirAll(env.Out, 0o777); err != nil {
		return fmt.Errorf("cannot write to %s: %w", env.Out, err)
	}
	if err := writable(filepath.Join(env.Out, experiment.Name)); err != nil {
		return err
	}
	if env.Store, err = a.store(); err != nil {
		return err
	}
	var summary bytes.Buffer
	if env.JSON {
		env.Stdout = &summary
	}
	run := experiment.Run
	if q != nil {
		run = func(ctx context.Context, env *experiments.Env) error { return experiment.ByHiGHS(ctx, env, *q) }
	}
	pool, leave, err := listen.pool(cmd.Context(), a, cmd, filepath.Join(env.Out, experiment.Name), "reproduce "+name, env.Workers)
	if err != nil {
		return err
	}
	env.Pool = pool
	err = run(cmd.Context(), env)
	if left := leave(err == nil); err == nil {
		err = left
	}
	if err != nil || !env.JSON {
		return err
	}
	return a.printJSON(json.RawMessage(summary.Bytes()))
}
