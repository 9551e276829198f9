package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"feltlab/pipeline/fit"
	"feltlab/pipeline/progress"
	"feltlab/pipeline/sweep"
)

func (a *app) sweepCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "sweep CONFIG.yaml",
		Short: "Solve every combination of hands, ranges and programs that a file names",
		Long: `Solves the product of the hands, ranges, programs and sizes in a YAML file, several
at a time. Finished solves are kept: after a kill or Ctrl-C the same command goes on
where it stopped. Results go to the file's output folder as table.csv, table.parquet
and solves.jsonl.`,
		Example: `  feltlab sweep configs/demo.yaml
  feltlab sweep configs/demo.yaml --json`,
		Args: exactArgs("CONFIG.yaml"),
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := sweep.Load(args[0])
			if errors.Is(err, sweep.ErrConfig) || errors.Is(err, os.ErrNotExist) {
				return usageError{err}
			}
			if err != nil {
				return err
			}
			return a.runSweep(cmd, config, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line instead of text")
	return cmd
}

func (a *app) runSweep(cmd *cobra.Command, c *sweep.Config, asJSON bool) error {
	tasks, err := c.Tasks()
	if err != nil {
		return usageError{err}
	}
	store, err := a.store()
	if err != nil {
		return err
	}
	folder, err := sweep.OpenFolder(c.Output)
	if err != nil {
		return err
	}
	bar := progress.Start(a.stderr, filepath.Base(c.Output), len(tasks))
	results, err := sweep.Run(cmd.Context(), c, store, func(e sweep.Event) error {
		bar.Step(solveLine(e.Result))
		return folder.Append(e.Result)
	})
	bar.Close()
	if err = errors.Join(err, folder.Close(results)); err != nil && cmd.Context().Err() == nil {
		return err
	}
	finished := 0
	for _, r := range results {
		if r == nil {
			continue
		}
		finished++
		if err := a.printSolve(r, asJSON); err != nil {
			return err
		}
	}
	if err := cmd.Context().Err(); err != nil {
		return fmt.Errorf("interrupted with %d of %d solves done; the same command goes on from there", finished, len(tasks))
	}
	if !asJSON {
		fmt.Fprintf(a.stdout, "%d solves in %s: %s, %s, %s\n", finished, c.Output, sweep.TableFile, sweep.ParquetFile, sweep.SolvesFile)
	}
	return nil
}

// solveLine tells one result in a line.
func solveLine(r *fit.Result) string {
	name := fmt.Sprintf("%s vs %s %s", r.Hand, r.Range, r.Title())
	if !r.Found() {
		return fmt.Sprintf("%s: %s", name, r.Status)
	}
	return fmt.Sprintf("%s: %d features, average error %s, largest %s, bound %s, %s in %.1f s",
		name, len(r.Features), points(r.AverageError), points(r.MaxError), boundText(r), r.Status, r.Seconds)
}

func (a *app) printSolve(r *fit.Result, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(a.stdout).Encode(r)
	}
	fmt.Fprintln(a.stdout, solveLine(r))
	if r.Found() {
		fmt.Fprintf(a.stdout, "  %s\n  %s\n", weightList(r), fit.Words(r, nil))
	}
	a.printPublished(r)
	return nil
}
