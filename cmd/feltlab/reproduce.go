package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/experiments"
	"feltlab/experiments/reproduce"
	"feltlab/internal/parallel"
)

func (a *app) reproduceCommand() *cobra.Command {
	env := &reproduce.Env{Stdout: a.stdout, Stderr: a.stderr}
	var limit durationFlag
	cmd := &cobra.Command{
		Use:   "reproduce NAME",
		Short: "Compute a published table or figure and set ours beside it",
		Long: `Computes a table or figure of a source and writes CSV, a Markdown page and figures to a
folder, ours beside the published numbers, with a verdict. What was computed before is
taken from the cache; after a kill or Ctrl-C the same command goes on where it stopped.
The experiments, with the time limit of each solve where they have solves:

` + experimentList(),
		Example: `  feltlab reproduce strength
  feltlab reproduce aces --out /tmp/results --json
  feltlab reproduce table4 --time-limit 10m`,
		Args: exactArgs("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			env.TimeLimit = time.Duration(limit)
			if !cmd.Flags().Changed("workers") {
				env.Workers = parallel.Workers(0)
			}
			return a.reproduce(cmd, args[0], env)
		},
	}
	cmd.Flags().StringVar(&env.Out, "out", "results", "folder for the files")
	cmd.Flags().IntVar(&env.Workers, "workers", 0, "goroutines that compute (default one a core)")
	cmd.Flags().Var(&limit, "time-limit", "of each solve: seconds, or a time such as 90s or 2h (default the experiment's)")
	cmd.Flags().Lookup("time-limit").DefValue = "" // the help has said it
	cmd.Flags().BoolVar(&env.Fresh, "fresh", false, "solve from nothing, not from what is known")
	cmd.Flags().BoolVar(&env.JSON, "json", false, "print as JSON, see docs/json.md")
	return cmd
}

func experimentList() string {
	var b strings.Builder
	for _, e := range experiments.All() {
		text := e.Short
		if e.TimeLimit > 0 {
			text += fmt.Sprintf(" (%v)", e.TimeLimit)
		}
		b.WriteString(hang(fmt.Sprintf("%-12s", e.Name), text) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func (a *app) reproduce(cmd *cobra.Command, name string, env *reproduce.Env) error {
	experiment, err := experiments.Find(name)
	if errors.Is(err, experiments.ErrUnknown) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	if env.Workers < 1 {
		return usage("--workers is %d, want at least 1", env.Workers)
	}
	if env.TimeLimit > 0 && experiment.TimeLimit == 0 {
		return usage("reproduce %s: --time-limit: it has no solves to limit", name)
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
	if err := experiment.Run(cmd.Context(), env); err != nil || !env.JSON {
		return err
	}
	return a.printJSON(json.RawMessage(summary.Bytes()))
}
