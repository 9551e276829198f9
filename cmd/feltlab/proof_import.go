package main

import (
	"fmt"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"feltlab/internal/parallel"
	"feltlab/internal/progress"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/known"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
)

func (a *app) proofImportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "import DIR...",
		Short: "Add stored results with their proofs to what is known on this machine",
		Long: `Reads the solves and proofs in folders of results, recomputes every error, replays every
proof that is better than what is known here, and keeps them: from then on fit, sweep and
reproduce start from them. The proofs of Table 4 take ten minutes on two cores.`,
		Example: `  feltlab proof import results/small results/table4`,
		Args:    someArgs("DIR...", "results/table4"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var results []*question.Answer
			for _, dir := range args {
				some, err := readFolder(dir)
				if err != nil {
					return usageError{err}
				}
				results = append(results, some...)
			}
			store, err := a.store()
			if err != nil {
				return err
			}
			base, instances := known.Of(store), fit.NewInstances(store, 0)
			bar := progress.Start(a.stderr, "import", len(results))
			defer bar.Close()
			var mu sync.Mutex
			added := 0
			err = parallel.Loop{Items: len(results)}.Each(cmd.Context(), parallel.Same(func(i int) error {
				r := results[i]
				news, err := base.Import(cmd.Context(), instances, r, 1)
				if err != nil {
					return fmt.Errorf("%v: %w", r, err)
				}
				mu.Lock()
				defer mu.Unlock()
				if news {
					added++
				}
				bar.Step(fmt.Sprintf("%v %v", r.Subject, r.Program()))
				return nil
			}))
			if err == nil || cmd.Context().Err() != nil {
				fmt.Fprintf(a.stdout, "%d results, %d of them new\n", len(results), added)
			}
			return err
		},
	}
}

// readFolder reads the results in a folder with their proofs.
func readFolder(dir string) ([]*question.Answer, error) {
	results, err := sweep.Read(dir)
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		if r.Proof == nil || r.Proof.File == "" {
			continue
		}
		p, err := prooffile.Read(filepath.Join(dir, prooffile.Folder, filepath.Base(r.Proof.File)))
		if err != nil {
			return nil, err
		}
		r.Proof = prooffile.NewRecord(p)
	}
	return results, nil
}
