package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/plain"
	"feltlab/internal/progress"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
	"feltlab/pipeline/work"
)

type sweepFlags struct {
	Set    []string `flag:"set" keep:","`
	Only   []string `flag:"only" help:"solve only these questions, such as hand=AA,range=RUS,program=AVGERR"`
	Retry  string   `flag:"retry" oneof:"open" help:"{}: solve again what is not proved"`
	DryRun bool     `flag:"dry-run"`
	Long   bool     `flag:"long" help:"print each formula below its row, of more than 10 rows too"`
	freshFlag
	listenFlags
	jsonFlag
}

func (a *app) sweepCommand() *cobra.Command {
	f := &sweepFlags{}
	cmd := a.stored(&cobra.Command{
		Use:   "sweep CONFIG.yaml",
		Short: "Solve every combination of the hands, ranges and programs in a file",
		Long: `Solves the product of the hands, ranges, programs and sizes in a YAML file, several at a time
(docs/sweeps.md). Known results are not solved again: after Ctrl-C or a crash the same command continues, and another
sweep that asks the same starts from them. When all solves are done, the file's output folder gets table.csv,
table.parquet, solves.jsonl with its proofs, and sweep.json, which records the run. --retry open solves again what is
not proved, the smallest gap first. With --listen, workers on other machines help (see feltlab worker). --json prints
one object a line.`,
		Example: `  feltlab sweep configs/demo.yaml
  feltlab sweep configs/paper.yaml --dry-run
  feltlab sweep configs/paper.yaml --only hand=AA,range=RUS --set time_limit=5m
  feltlab sweep configs/paper.yaml --retry open --set time_limit=5m
  feltlab sweep configs/atlas.yaml --listen :4222
  feltlab sweep status results/small`,
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := sweep.Load(args[0], f.Set...)
			if errors.Is(err, sweep.ErrConfig) {
				return usageError{err}
			}
			if err != nil {
				return named(err)
			}
			return a.runSweep(cmd, config, f)
		},
	}, f)
	cmd.AddCommand(a.sweepStatusCommand(), a.sweepCompareCommand())
	return cmd
}

func (f *sweepFlags) options(c *sweep.Config, tasks []question.Question) (o sweep.Options, err error) {
	o.Workers, o.Fresh = c.Workers, f.Fresh || c.Fresh || c.Compares()
	if o.Retry = f.Retry == "open"; o.Retry && o.Fresh {
		return o, usage("--retry starts from known results; " +
			"--fresh, or a list of engines, time limits or seeds, does not")
	}
	if len(f.Only) > 0 {
		o.Only, err = onlyTasks(f.Only, tasks, "the file")
	}
	return o, err
}

// onlyTasks returns whether a question matches --only: for each key that it names, one of its values. where names what
// has the tasks.
func onlyTasks(only []string, tasks []question.Question, where string) (func(question.Question) bool, error) {
	of := map[string]func(question.Question) string{
		"hand":    func(t question.Question) string { first, _ := t.Names(); return first },
		"range":   func(t question.Question) string { _, second := t.Names(); return second },
		"program": func(t question.Question) string { return t.Program.Kind.String() },
	}
	names := []string{"hand", "range", "program"}
	wanted := map[string][]string{}
	for _, o := range only {
		key, value, _ := strings.Cut(o, "=")
		if of[key] == nil {
			return nil, usage("--only %q, want hand=, range= or program=%s", o, plain.Hint(key, names))
		}
		var there []string
		for _, t := range tasks {
			if v := of[key](t); !slices.Contains(there, v) {
				there = append(there, v)
			}
		}
		if !slices.Contains(there, value) {
			return nil, usage("--only %s: %s has no such %s, it has %s%s",
				o, where, key, strings.Join(there, ", "), plain.Hint(value, there))
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
	c.Workers = coresHere(a.stderr, "workers", c.Workers)
	tasks := c.Questions
	a.noteSubjects(c)
	o, err := f.options(c, tasks)
	if err != nil {
		return err
	}
	if f.DryRun {
		return a.planSweep(tasks, o, f.JSON)
	}
	folder, err := sweep.OpenFolder(c)
	if errors.Is(err, sweep.ErrFolder) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	defer folder.Close()
	results, aside, failed := a.solveSweep(cmd, c, f, o)
	interruption := cmd.Context().Err()
	if failed != nil && (results == nil || interruption == nil && !work.Full(failed)) {
		return failed // finished solves are known
	}
	wrote, err := folder.Finish(results)
	if err != nil {
		return cmp.Or(failed, err)
	}
	finished, err := a.printResults(cmd.Context(), results, tasks, o, f)
	if err != nil {
		return err
	}
	done, kept := fmt.Sprintf("%d of %d solves", finished, len(tasks)), fmt.Sprintf(", and %s as it was", c.Output)
	if wrote {
		kept = fmt.Sprintf(", in %s as partial results", c.Output)
	}
	switch {
	case interruption != nil:
		return interrupted("with %s done%s; the same command continues", done, kept)
	case failed != nil:
		return fmt.Errorf("%w; %s are done%s; free some space, then the same command continues", failed, done, kept)
	case f.JSON:
	case finished < len(tasks):
		fmt.Fprintf(a.stdout, "%s%s\n", done, kept)
	default:
		fmt.Fprintf(a.stdout, "%d solves in %s: %s, %s, %s\n",
			finished, c.Output, ledger.TableFile, ledger.ParquetFile, ledger.SolvesFile)
	}
	if aside != nil {
		return aside
	}
	if n := len(c.Impossible); n > 0 {
		return fmt.Errorf("%d of the file's pairs of hand and range have no answers, as said above", n)
	}
	return nil
}

// solveSweep answers the questions, here or with workers on other machines. Aside names what the workers could not do.
func (a *app) solveSweep(cmd *cobra.Command, c *sweep.Config, f *sweepFlags, o sweep.Options,
) (results []*question.Answer, aside *work.SetAside, err error) {
	pool, leave, err := f.listenFlags.pool(a, cmd, c.Output, "sweep "+c.Output, o.Workers)
	if err != nil {
		return nil, nil, err
	}
	o.Pool = pool
	bar := progress.Start(a.stderr, filepath.Base(c.Output), len(c.Questions))
	o.Observe = func(e sweep.Event) error {
		bar.Step(solveLine(e.Result))
		return nil
	}
	results, err = sweep.Run(cmd.Context(), c.Questions, a.kept, o)
	bar.Close()
	if errors.As(err, &aside) {
		err = nil
	}
	return results, aside, leave(err)
}

// noteSubjects prints which pairs of hand and range have no questions, and what is to be noted about tables.
func (a *app) noteSubjects(c *sweep.Config) {
	for _, err := range c.Impossible {
		fmt.Fprintf(a.stderr, "feltlab: left out: %v\n", err)
	}
	noted := map[string]bool{}
	for _, t := range c.Questions {
		if note := t.Table().Note; note != "" && !noted[t.Subject.Key()] {
			fmt.Fprintln(a.stderr, plain.Line("feltlab: "+t.Subject.String()+": "+note))
		}
		noted[t.Subject.Key()] = true
	}
}

// printResults prints the results that the command line asks for, and counts all; the folder has the others too.
func (a *app) printResults(ctx context.Context, results []*question.Answer, tasks []question.Question,
	o sweep.Options, f *sweepFlags,
) (finished int, err error) {
	var asked []*question.Answer
	for i, r := range results {
		if r == nil {
			continue
		}
		finished++
		if o.Only == nil || o.Only(tasks[i]) {
			asked = append(asked, r)
		}
	}
	if !f.JSON {
		return finished, printSolves(a.stdout, asked, a.words(ctx, len(asked), f.Long))
	}
	for _, r := range asked {
		if err := a.printLine(r.InTargetUnit()); err != nil {
			return finished, err
		}
	}
	return finished, nil
}

// plan counts the solves of a sweep, or of what --only selects.
type plan struct {
	Solves        int     `json:"solves"`
	Known         int     `json:"known"`
	Open          int     `json:"open"`
	SecondsAtMost float64 `json:"seconds_at_most"`
}

func (a *app) planSweep(tasks []question.Question, o sweep.Options, asJSON bool) error {
	var p plan
	base := ledger.Of(a.kept)
	for _, t := range tasks {
		if o.Only != nil && !o.Only(t) {
			continue
		}
		p.Solves++
		open, err := o.Open(a.kept, base, t)
		if err != nil {
			return err
		}
		if !open {
			p.Known++
			continue
		}
		p.Open++
		p.SecondsAtMost += t.TimeLimit.Seconds() / float64(o.Workers)
	}
	if asJSON {
		return a.printLine(p)
	}
	_, err := fmt.Fprintf(a.stdout, "%d solves: %d known, %d open, which take at most %v with %d at once\n",
		p.Solves, p.Known, p.Open, time.Duration(p.SecondsAtMost*float64(time.Second)).Round(time.Second), o.Workers)
	return err
}

func solveLine(r *question.Answer) string {
	name := r.String()
	if !r.Found() {
		return fmt.Sprintf("%s: %s", name, r.StatusText())
	}
	return fmt.Sprintf("%s: %d features, average error %s, largest %s, bound %s, %s in %.1f s",
		name, question.Count(r.Features), r.ErrorText(float64(r.AverageError)), r.ErrorText(float64(r.MaxError)),
		cmp.Or(r.Bound(), "none"), r.StatusText(), r.Seconds)
}

func (a *app) sweepStatusCommand() *cobra.Command {
	f := &jsonFlag{}
	return command(&cobra.Command{
		Use:   "status DIR",
		Short: "Count the results of a sweep by status",
		Long: `Counts the results in a sweep's folder by status, and prints which configuration and which program made
them and how many are missing.`,
		Example: `  feltlab sweep status results/small
  feltlab sweep status results/small --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := sweep.StatusOf(args[0])
			if err != nil {
				return named(err)
			}
			return a.print(f.JSON, s, s.Title())
		},
	}, f)
}

func (a *app) sweepCompareCommand() *cobra.Command {
	f := &jsonFlag{}
	return command(&cobra.Command{
		Use:   "compare DIR DIR",
		Short: "Show where the results of two sweeps differ",
		Long: `Compares two folders of results question by question: which one has the better formula and which the
better bound, where they differ, and how long both took.`,
		Example: `  feltlab sweep compare results/small results/figures
  feltlab sweep compare results/small results/figures --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := sweep.Compare(args[0], args[1])
			if err != nil {
				return named(err)
			}
			if c.Both == 0 && !f.JSON {
				return fmt.Errorf("%s and %s answer no question in common", args[0], args[1])
			}
			return a.show(f.JSON, c, c.Text)
		},
	}, f)
}
