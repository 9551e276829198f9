package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"feltlab/pipeline/progress"
	"feltlab/pipeline/verify"
)

// errRefuted is what a check ends with that found something wrong.
var errRefuted = errors.New("verify: not everything holds")

func (a *app) verifyCommand() *cobra.Command {
	o := verify.Options{Workers: runtime.NumCPU()}
	limit := durationFlag(time.Minute)
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check stored results again, from the cards on",
		Long: `Checks results that feltlab has written, or a folder of a sweep: counts the flops of every
hand and range again, evaluates every formula in exact arithmetic, and compares features,
weights, errors, bounds, gap and status with what is written, to the last digit. Lower
bounds are checked by the certificates beside the file (NAME/certificates.jsonl), or by
one that is found now; --prove makes the proofs again that no such certificate replaces.
Says what was checked and what rests on a record; exit code 1 if anything does not hold.

FILE is a CSV of feltlab reproduce table3, table4, sor13 or figures; table.csv,
table.parquet or solves.jsonl of a sweep; what feltlab fit --json printed; a weight table
of feltlab export; or a file of certificates.`,
		Example: `  feltlab verify results/table4.csv
  feltlab verify results/demo results/table4/certificates.jsonl
  feltlab verify results/table3.csv --prove --time-limit 10m --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("verify: want FILE..., such as results/table4.csv; see feltlab verify --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.TimeLimit = time.Duration(limit)
			if o.Workers < 1 {
				return usage("--workers is %d, want at least 1", o.Workers)
			}
			if cmd.Flags().Changed("time-limit") && !o.Prove {
				return usage("verify: --time-limit is for --prove")
			}
			return a.verify(cmd, args, o, asJSON)
		},
	}
	cmd.Flags().BoolVar(&o.Prove, "prove", false, "make the proofs of bounds again, with every step checked")
	cmd.Flags().Var(&limit, "time-limit", "of each proof: seconds, or a time such as 90s or 2h")
	cmd.Flags().StringVar(&o.Certificates, "certificates", "", "file of certificates (default those beside FILE)")
	cmd.Flags().IntVar(&o.Workers, "workers", runtime.NumCPU(), "goroutines that check")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a list with one object for each file")
	return cmd
}

func (a *app) verify(cmd *cobra.Command, paths []string, o verify.Options, asJSON bool) error {
	files, err := verify.Expand(paths)
	if errors.Is(err, os.ErrNotExist) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	var reports []*verify.Report
	wrong := 0
	bar := progress.Start(a.stderr, "verify", len(files))
	defer bar.Close()
	for _, file := range files {
		report, err := verify.File(cmd.Context(), file, o)
		if err != nil {
			return err
		}
		bar.Step(file)
		reports = append(reports, report)
		wrong += len(report.Problems)
		if !asJSON {
			a.printReport(report)
		}
	}
	if asJSON {
		if err := a.printJSON(reports); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%w: %d problems", errRefuted, wrong)
	}
	return nil
}

// standings are the sections of a report on bounds, in order.
var standings = []verify.Standing{verify.ByCertificate, verify.ByDual, verify.ByProof, verify.ByRecord, verify.Trivial, verify.Unchecked}

// verdictText says whether a file holds, and what it does not hold by.
func verdictText(r *verify.Report) string {
	if !r.OK() {
		return fmt.Sprintf("does not hold: %d problems", len(r.Problems))
	}
	verdict := "holds"
	if n := r.Bounds[verify.ByRecord]; n > 0 {
		verdict += fmt.Sprintf("; %d bounds rest on records of judged proofs, which --prove makes again", n)
	}
	if n := r.Bounds[verify.Unchecked]; n > 0 {
		verdict += fmt.Sprintf("; %d bounds are not checked", n)
	}
	return verdict
}

func (a *app) printReport(r *verify.Report) {
	fmt.Fprintf(a.stdout, "%s: %s\n  %s, %d rows, %.1f s\n", r.File, verdictText(r), r.Kind, r.Rows, r.Seconds)
	fmt.Fprintf(a.stdout, "  counted the flops of %d hands and ranges; evaluated %d formulas; compared %d numbers\n", r.Matrices, r.Formulas, r.Numbers)
	if r.Partial > 0 {
		fmt.Fprintf(a.stdout, "  %d formulas have their largest weights only: their errors could not be computed\n", r.Partial)
	}
	if r.Certificates != "" {
		fmt.Fprintf(a.stdout, "  certificates: %s\n", r.Certificates)
	}
	if r.Beside != "" {
		fmt.Fprintf(a.stdout, "  the same formulas as in %s\n", r.Beside)
	}
	for _, s := range standings {
		if n := r.Bounds[s]; n > 0 {
			fmt.Fprintf(a.stdout, "  bounds, %s: %d\n", s, n)
		}
	}
	for _, o := range r.Open {
		fmt.Fprintf(a.stdout, "  open: %s: %v\n", r.File, o)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(a.stdout, "  wrong: %s: %v\n", r.File, p)
	}
}
