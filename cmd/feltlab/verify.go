package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"feltlab/experiments/dalpasso"
	"feltlab/internal/parallel"
	"feltlab/internal/progress"
	"feltlab/pipeline/verify"
)

// errRefuted is what a check ends with that found something wrong.
var errRefuted = errors.New("verify: not everything holds")

func (a *app) verifyCommand() *cobra.Command {
	var o verify.Options
	limit := durationFlag(time.Minute)
	var asJSON, allowUnproved bool
	var witness, out string
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check stored results again, from the cards on",
		Long: `Checks results that feltlab has written, or a folder of a sweep: counts the flops of every
hand and range again from the cards, evaluates every formula in integers, replays the proofs
in the folder proofs beside the results, and holds features, weights, errors, bounds, gaps
and status to that. A table is rendered again from the results beside it and compared.
Exit code 0 only if all claims are proved; else 1, with those that are false and those that
nothing proves.

FILE is solves.jsonl, table.csv or table.parquet of a sweep; a CSV of feltlab reproduce
table3, table4, sor13, figures or atlas, or a page README.md of table4, sor13, figures, paper
or atlas; what feltlab fit --json printed; a weight table of feltlab export in a sweep's folder; or a proof.`,
		Example: `  feltlab verify results/table4.csv
  feltlab verify results/demo --json
  feltlab verify results/table4 --out results/table4/verify.json
  feltlab verify results/figures.csv --allow-unproved
  feltlab verify results/table3.csv --prove --time-limit 10m
  feltlab verify results/sor13/proofs/JJ-RUS-largest-10.proof.gz \
      --witness highs`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("verify: want FILE..., such as results/table4.csv; see feltlab verify --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.TimeLimit = time.Duration(limit)
			if !cmd.Flags().Changed("workers") {
				o.Workers = parallel.Workers(0)
			}
			if o.Workers < 1 {
				return usage("--workers is %d, want at least 1", o.Workers)
			}
			if cmd.Flags().Changed("time-limit") && !o.Prove {
				return usage("verify: --time-limit is for --prove")
			}
			var err error
			if o.Find, err = finderOf(witness); err != nil {
				return err
			}
			if err := oneStream(out, asJSON); err != nil {
				return err
			}
			if out != "" {
				if err := writable(out); err != nil {
					return err
				}
			}
			return a.verify(cmd, args, o, out, asJSON, allowUnproved)
		},
	}
	cmd.Flags().BoolVar(&o.Prove, "prove", false, "look for proofs of bounds that have none, and store them beside the results")
	cmd.Flags().Var(&limit, "time-limit", "of each proof: seconds, or a time such as 90s or 2h")
	cmd.Flags().BoolVar(&allowUnproved, "allow-unproved", false, "exit with 0 if nothing is false, whatever is not proved")
	cmd.Flags().StringVar(&o.Proofs, "proofs", "", "folder of proofs (default the folder proofs beside the results)")
	cmd.Flags().StringVar(&witness, "witness", "simplex", "who finds dual vectors for the judge: simplex or highs")
	cmd.Flags().IntVar(&o.Workers, "workers", 0, "goroutines that check (default one a core)")
	cmd.Flags().StringVar(&out, "out", "", "also write the verdicts to this file as JSON, for feltlab report, such as results/verify.json")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON, see docs/json.md")
	return cmd
}

func (a *app) verify(cmd *cobra.Command, paths []string, o verify.Options, out string, asJSON, allowUnproved bool) error {
	o.Tables = dalpasso.Tables()
	files, err := o.Expand(paths)
	if err != nil {
		return named(err)
	}
	var reports []*verify.Report
	wrong, unproved := 0, 0
	o.Progress = func(proofs int) (func(string), func()) {
		bar := progress.Start(a.stderr, "proofs", proofs)
		return bar.Step, bar.Close
	}
	checker := verify.NewChecker(o)
	for _, file := range files {
		report, err := checker.File(cmd.Context(), file)
		if err != nil {
			return err
		}
		reports = append(reports, report)
		wrong += report.False
		unproved += report.Unproved
		if !asJSON {
			a.printReport(report)
		}
	}
	if asJSON {
		if err := a.printJSON(reports); err != nil {
			return err
		}
	}
	if out != "" {
		if err := a.writeTo(out, func(w io.Writer) error { return a.writeJSON(w, reports) }); err != nil {
			return err
		}
	}
	if wrong > 0 || unproved > 0 && !allowUnproved {
		return fmt.Errorf("%w: %d claims are false, %d are not proved", errRefuted, wrong, unproved)
	}
	return nil
}

// standings are the sections of a report on bounds, in order.
var standings = []verify.Standing{verify.ByProof, verify.ByRelaxation, verify.ByNewProof, verify.Trivial, verify.Unproved, verify.Refuted}

// verdictText says whether all claims of a file are proved.
func verdictText(r *verify.Report) string {
	switch {
	case !r.OK():
		return fmt.Sprintf("does not hold: %d of %d claims are false", r.False, r.Claims)
	case r.Unproved > 0:
		return fmt.Sprintf("%d of %d claims are not proved, the others are", r.Unproved, r.Claims)
	}
	return fmt.Sprintf("holds: all %d claims are proved", r.Claims)
}

func (a *app) printReport(r *verify.Report) {
	fmt.Fprintf(a.stdout, "%s: %s\n  %s, %d rows, %.1f s\n", r.File, verdictText(r), r.Kind, r.Rows, r.Seconds)
	fmt.Fprintf(a.stdout, "  counted the flops of %d hands and ranges; evaluated %d formulas; compared %d numbers; replayed %d proofs\n", r.Matrices, r.Formulas, r.Numbers, r.Proofs)
	if r.Beside != "" {
		fmt.Fprintf(a.stdout, "  rendered again from %s\n", r.Beside)
	}
	for _, s := range standings {
		if n := r.Bounds[s]; n > 0 {
			fmt.Fprintf(a.stdout, "  bounds, %s: %d\n", s, n)
		}
	}
	for _, o := range r.Open {
		fmt.Fprintf(a.stdout, "  unproved: %s: %v\n", r.File, o)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(a.stdout, "  false: %s: %v\n", r.File, p)
	}
}
