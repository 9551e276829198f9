package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/nearest"
	"feltlab/internal/progress"
	"feltlab/pipeline/known"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
	"feltlab/pipeline/work"
)

// sweepFlags are the flags of the sweep command.
type sweepFlags struct {
	set, only           []string
	retry               string
	dryRun, fresh, json bool
	listen              listenFlags
}

func (a *app) sweepCommand() *cobra.Command {
	f := &sweepFlags{}
	cmd := &cobra.Command{
		Use:   "sweep CONFIG.yaml",
		Short: "Solve every combination of hands, ranges and programs that a file names",
		Long: `Solves the product of the hands, ranges, programs and sizes in a YAML file, several
at a time. What is known on this machine is not solved again: after a kill or Ctrl-C
the same command goes on where it stopped, and another one that asks for the same
begins with it. When all is done, results go to the file's output folder as table.csv,
table.parquet, solves.jsonl with its proofs, and sweep.json, which says how they came
about. --retry open works once more on what is not proved, the smallest gap first.
With --listen, workers on other machines help: see feltlab worker.`,
		Example: `  feltlab sweep configs/demo.yaml
  feltlab sweep configs/paper.yaml --dry-run
  feltlab sweep configs/paper.yaml --only hand=AA,range=RUS --set time_limit=5m
  feltlab sweep configs/paper.yaml --retry open --set time_limit=5m
  feltlab sweep configs/atlas.yaml --listen :4222
  feltlab sweep status results/small`,
		Args: exactArgs("CONFIG.yaml"),
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := sweep.Load(args[0], f.set...)
			if errors.Is(err, sweep.ErrConfig) {
				return usageError{err}
			}
			if err != nil {
				return named(err)
			}
			return a.runSweep(cmd, config, f)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.set, "set", nil, "a key=value of the file that counts instead, such as time_limit=90s or hands=[AA,KK]")
	flags.StringSliceVar(&f.only, "only", nil, "solve only these, such as hand=AA,range=RUS,program=AVGERR")
	flags.StringVar(&f.retry, "retry", "", "open: solve what is not proved once more")
	flags.BoolVar(&f.dryRun, "dry-run", false, "say how many solves are known and open, and how long those may take")
	flags.BoolVar(&f.fresh, "fresh", false, "solve from nothing, not from what is known")
	flags.BoolVar(&f.json, "json", false, "print one JSON object a line instead of a table; see docs/json.md")
	f.listen.add(cmd)
	cmd.AddCommand(a.sweepStatusCommand(), a.sweepCompareCommand())
	return cmd
}

// options turns flags into what a run wants.
func (f *sweepFlags) options(c *sweep.Config, tasks []question.Question) (o sweep.Options, err error) {
	o.Workers, o.Fresh = c.Workers, f.fresh || c.Fresh || c.Compares()
	if f.retry != "" && f.retry != "open" {
		return o, usage("sweep: --retry %q, want open", f.retry)
	}
	if o.Retry = f.retry == "open"; o.Retry && o.Fresh {
		return o, usage("sweep: --retry begins with what is known, and --fresh, or a list of engines, time limits or seeds, does not")
	}
	if len(f.only) > 0 {
		o.Only, err = onlyTasks(f.only, tasks)
	}
	return o, err
}

// onlyTasks reads what --only wants: of each key one of its values.
func onlyTasks(only []string, tasks []question.Question) (func(question.Question) bool, error) {
	of := map[string]func(question.Question) string{
		"hand": func(t question.Question) string { return t.Hand.Text }, "range": func(t question.Question) string { return t.RangeText() },
		"program": func(t question.Question) string { return t.Program.Kind.String() },
	}
	names := []string{"hand", "range", "program"}
	wanted := map[string][]string{}
	for _, o := range only {
		key, value, _ := strings.Cut(o, "=")
		if of[key] == nil {
			return nil, usage("sweep: --only %q, want hand=, range= or program=%s", o, nearest.Hint(key, names))
		}
		var there []string
		for _, t := range tasks {
			if v := of[key](t); !slices.Contains(there, v) {
				there = append(there, v)
			}
		}
		if !slices.Contains(there, value) {
			return nil, usage("sweep: --only %s: the file has no such %s, it has %s%s", o, key, strings.Join(there, ", "), nearest.Hint(value, there))
		}
		wanted[key] = append(wanted[key], value)
	}
	return func(t question.Question) bool {
		for key, values := range wanted {
			if !slices.Contains(values, of[key](t)) {
				return false
			}
		}
		return true
	}, nil
}

func (a *app) runSweep(cmd *cobra.Command, c *sweep.Config, f *sweepFlags) error {
	tasks := c.Questions
	o, err := f.options(c, tasks)
	if err != nil {
		return err
	}
	store, err := a.store()
	if err != nil {
		return err
	}
	if f.dryRun {
		return a.planSweep(known.Of(store), tasks, o, f.json)
	}
	folder, err := sweep.OpenFolder(c)
	if errors.Is(err, sweep.ErrFolder) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	defer folder.Close()
	pool, leave, err := f.listen.pool(cmd.Context(), a, cmd, c.Output, "sweep "+c.Output, o.Workers)
	if err != nil {
		return err
	}
	o.Pool = pool
	bar := progress.Start(a.stderr, filepath.Base(c.Output), len(tasks))
	o.Observe = func(e sweep.Event) error {
		bar.Step(solveLine(e.Result))
		return nil
	}
	results, err := sweep.Run(cmd.Context(), tasks, store, o)
	bar.Close()
	var aside *work.SetAside
	errors.As(err, &aside)
	if left := leave(err == nil || aside != nil); err == nil || aside != nil {
		err = left
	}
	if err != nil && cmd.Context().Err() == nil {
		return err // what was solved is known
	}
	wrote, err := folder.Finish(results)
	if err != nil {
		return err
	}
	results = slices.DeleteFunc(results, func(r *question.Answer) bool { return r == nil })
	finished := len(results)
	if err := a.printSolves(results, f.json); err != nil {
		return err
	}
	if err := cmd.Context().Err(); err != nil {
		return interrupted("with %d of %d solves done%s; the same command goes on from there", finished, len(tasks), left(wrote, c.Output))
	}
	switch {
	case f.json:
	case finished < len(tasks):
		fmt.Fprintf(a.stdout, "%d of %d solves%s\n", finished, len(tasks), left(wrote, c.Output))
	default:
		fmt.Fprintf(a.stdout, "%d solves in %s: %s, %s, %s\n", finished, c.Output, sweep.TableFile, sweep.ParquetFile, sweep.SolvesFile)
	}
	if aside != nil {
		return aside
	}
	return nil
}

// left says what happened to a folder whose sweep is not complete.
func left(wrote bool, folder string) string {
	if wrote {
		return fmt.Sprintf(", in %s as partial results", folder)
	}
	return fmt.Sprintf(", and %s as it was", folder)
}

// plan is what a sweep would do, with --only of what that asks for.
type plan struct {
	Solves        int     `json:"solves"`
	Known         int     `json:"known"`
	Open          int     `json:"open"`
	SecondsAtMost float64 `json:"seconds_at_most"`
}

func (a *app) planSweep(base *known.Base, tasks []question.Question, o sweep.Options, asJSON bool) error {
	var p plan
	for _, t := range tasks {
		if o.Only != nil && !o.Only(t) {
			continue
		}
		p.Solves++
		open, err := o.Open(base, t)
		if err != nil {
			return err
		}
		if !open {
			p.Known++
			continue
		}
		p.Open++
		p.SecondsAtMost += t.TimeLimit.Seconds() * float64(1+len(t.Steps)) / float64(o.Workers)
	}
	if asJSON {
		return a.printLine(p)
	}
	fmt.Fprintf(a.stdout, "%d solves: %d known, %d open, which take at most %v with %d at once\n",
		p.Solves, p.Known, p.Open, time.Duration(p.SecondsAtMost*float64(time.Second)).Round(time.Second), o.Workers)
	return nil
}

// solveLine tells one result in a line.
func solveLine(r *question.Answer) string {
	name := fmt.Sprintf("%s vs %s %s", r.Hand, r.Range, r.Program().String())
	if !r.Found() {
		return fmt.Sprintf("%s: %s", name, r.StatusText())
	}
	return fmt.Sprintf("%s: %d features, average error %s, largest %s, bound %s, %s in %.1f s",
		name, len(r.Features), points(r.AverageError), points(r.MaxError), boundText(r), r.StatusText(), r.Seconds)
}
