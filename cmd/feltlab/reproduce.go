package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/experiments"
	"feltlab/experiments/sources"
	"feltlab/internal/parallel"
	"feltlab/internal/plain"
)

type reproduceFlags struct {
	Out       string        `flag:"out" default:"results" help:"folder for the files"`
	TimeLimit time.Duration `flag:"time-limit"`
	Only      []string      `flag:"only"`
	freshFlag
	listenFlags
	jsonFlag
}

func (a *app) reproduceCommand() *cobra.Command {
	f := &reproduceFlags{}
	cmd := a.stored(&cobra.Command{
		Use:   "reproduce NAME",
		Short: "Compute a published table or figure and compare it with the source",
		Long: `Computes a table or figure of a source and writes CSV, a Markdown page and figures to a folder: our
numbers next to the published ones, with a verdict. Known results are taken from the cache; after Ctrl-C or a crash
the same command continues. --time-limit and --fresh are for the experiments with a time limit, and so is --only,
which solves a part and writes it to a folder of its own in --out.

NAME may also be a YAML file that states an experiment of your own: questions as in a sweep, and a CSV file of
published numbers next to it (CONTRIBUTING.md, "A published table").

The experiments, with the time limit of each solve where they have solves:`,
		Example: `  feltlab reproduce strength
  feltlab reproduce aces --out /tmp/results --json
  feltlab reproduce table4 --time-limit 10m
  feltlab reproduce table4 --only hand=AA,hand=KK,range=RUS
  feltlab reproduce table4 --listen :4222`,
		RunE: func(cmd *cobra.Command, args []string) error {
			env := &experiments.Env{
				Stdout: a.stdout, Stderr: a.stderr, Out: f.Out, Workers: parallel.Workers(0),
				TimeLimit: f.TimeLimit, Fresh: f.Fresh, JSON: f.JSON, Store: a.kept,
			}
			return a.reproduce(cmd, args[0], env, f)
		},
	}, f)
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) { // no other command reads the experiments' files
		cmd.Long += "\n\n" + experimentList()
		cmd.Parent().HelpFunc()(cmd, args)
	})
	return cmd
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

func (a *app) reproduce(cmd *cobra.Command, name string, env *experiments.Env, f *reproduceFlags) error {
	experiment, err := experimentOf(name)
	if err != nil {
		return err
	}
	if env.TimeLimit > 0 && experiment.TimeLimit == 0 {
		return usage("reproduce %s: --time-limit: it has no solves to limit", name)
	}
	if env.Fresh && experiment.TimeLimit == 0 {
		return usage("reproduce %s: --fresh: it starts from no known results; "+
			"an empty --cache computes everything again", name)
	}
	if len(f.Only) > 0 {
		if err := takePart(&experiment, env, f.Only); err != nil {
			return err
		}
	}
	folder := filepath.Join(env.Out, experiment.Name)
	if err := makeFolder(env.Out); err != nil {
		return err
	}
	if err := writable(folder); err != nil {
		return err
	}
	var summary bytes.Buffer
	if env.JSON {
		env.Stdout = &summary
	}
	pool, leave, err := f.listenFlags.pool(a, cmd, folder, "reproduce "+name, env.Workers)
	if err != nil {
		return err
	}
	env.Pool = pool
	err = leave(experiment.Run(cmd.Context(), env))
	if err == nil && env.Part != "" {
		fmt.Fprintf(a.stderr, "feltlab: this is a part of %s. %s; its files are in %s\n", name, env.Part, env.Out)
	}
	if err != nil || !env.JSON {
		return err
	}
	return a.printJSON(json.RawMessage(summary.Bytes()))
}

// takePart selects questions of an experiment, and a folder for them, so that no part replaces the whole.
func takePart(e *experiments.Experiment, env *experiments.Env, only []string) error {
	if e.Questions == nil {
		var names []string
		for _, other := range allExperiments() {
			if other.Questions != nil {
				names = append(names, other.Name)
			}
		}
		return usage("reproduce %s: --only: it is computed as a whole, want %s", e.Name, plain.Either(names))
	}
	questions, err := e.Questions()
	if err != nil {
		return err
	}
	if env.Only, err = onlyTasks(only, questions, e.Name); err != nil {
		return err
	}
	which, all := strings.Join(only, ","), len(questions)
	n := len(experiments.Where(questions, env.Only))
	if n == 0 {
		return usage("reproduce %s: --only %s: no question of it is all of that", e.Name, which)
	}
	env.Part = fmt.Sprintf("Only %s: %d of %d questions, the other %d are left out", which, n, all, all-n)
	env.Out = filepath.Join(env.Out, "only-"+which)
	return nil
}

func allExperiments() []experiments.Experiment {
	all := sources.Source.Experiments()
	slices.SortFunc(all, func(a, b experiments.Experiment) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// experimentOf returns the experiment with a name, or that of a YAML file. Another name is a usage error, which
// suggests the nearest.
func experimentOf(name string) (experiments.Experiment, error) {
	if filepath.Ext(name) == ".yaml" {
		return experiments.Load(name)
	}
	all := allExperiments()
	if i := slices.IndexFunc(all, func(e experiments.Experiment) bool { return e.Name == name }); i >= 0 {
		return all[i], nil
	}
	names := mapped(all, func(e experiments.Experiment) string { return e.Name })
	return experiments.Experiment{}, usage("no experiment %q%s; the experiments are %s",
		name, plain.Hint(name, names), strings.Join(names, ", "))
}
