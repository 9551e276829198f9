package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"feltlab/experiments/sources"
	"feltlab/internal/parallel"
	"feltlab/internal/plain"
	"feltlab/internal/progress"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/sweep"
)

// errRefuted is the error of a check that finds a false or an unproved claim.
var errRefuted = errors.New("not everything holds")

type verifyFlags struct {
	Prove         bool          `flag:"prove"`
	TimeLimit     time.Duration `flag:"time-limit"`
	AllowUnproved bool          `flag:"allow-unproved"`
	Proofs        string        `flag:"proofs" help:"folder of proofs (default proofs, next to the results)"`
	tablesFlag
	Out string `flag:"out" help:"also write the verdicts to this JSON file, for feltlab report" file:""`
	jsonFlag
}

func (a *app) verifyCommand() *cobra.Command {
	f := &verifyFlags{}
	return command(&cobra.Command{
		Use:   "verify FILE...",
		Short: "Check stored results again, from the cards on",
		Long: `Checks results that feltlab wrote, or a folder of a sweep. It counts the flops of every hand and range
again from the cards, evaluates every formula in integers, replays the proofs in the folder proofs next to the
results, and compares features, weights, errors, bounds, gaps and status. It renders tables again from the results
next to them and compares the text. The exit code is 0 only if all claims are proved and no link of the folder leads
to a missing file; else it is 1, and the output lists the claims that are false or not proved. It also lists what
nothing judges, such as times of solves and files of other kinds, and files that are missing.

FILE is one of

  sweep      the folder, or its solves.jsonl, table.csv or table.parquet
  reproduce  a CSV of table3, table4, sor13, figures or atlas
             a README.md of table4, sor13, figures, paper or atlas
  fit        what fit --json printed
  export     a weight table in a sweep's folder
  proof      a file of a proof`,
		Example: `  feltlab verify results/table4.csv
  feltlab verify results/demo --json
  feltlab verify results/table4 --out results/table4/verify.json
  feltlab verify results/figures.csv --allow-unproved
  feltlab verify results/table3.csv --prove --time-limit 10m
  feltlab verify diabetes.json --data examples/diabetes.csv.gz
  feltlab verify results/sor13/proofs/JJ-RUS-largest-10.proof.gz`,
		Args: someArgs("FILE...", "results/table4.csv"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.verify(cmd, args, f) },
	}, f)
}

func (a *app) verify(cmd *cobra.Command, paths []string, f *verifyFlags) error {
	o := ledger.Options{Prove: f.Prove, TimeLimit: f.TimeLimit, Proofs: f.Proofs, Workers: parallel.Workers(0),
		Tables: sources.Source.Renderers()}
	var err error
	if o.Data, err = f.tables(); err != nil {
		return err
	}
	files, err := o.Expand(paths)
	if err != nil {
		return named(err)
	}
	var reports []*ledger.Report
	o.Progress = func(proofs int) (func(string), func()) {
		bar := progress.Start(a.stderr, "proofs", proofs)
		return bar.Step, bar.Close
	}
	checker := sweep.NewChecker(o)
	for _, file := range files {
		report, err := checker.File(cmd.Context(), file)
		if err != nil {
			return err
		}
		reports = append(reports, report)
		if !f.JSON {
			a.printReport(report)
		}
	}
	for _, path := range paths {
		seen, err := o.Folder(path, reports)
		if err != nil {
			return err
		}
		if !f.JSON {
			a.printSeen(seen)
		}
	}
	wrong, unproved := 0, 0
	for _, r := range reports {
		wrong, unproved = wrong+r.False, unproved+r.Unproved
	}
	if f.JSON {
		err = a.printJSON(reports)
	}
	if f.Out != "" {
		err = cmp.Or(err, a.writeTo(f.Out, func(w io.Writer) error { return a.writeJSON(w, reports) }))
	}
	if err != nil {
		return err
	}
	if wrong > 0 || unproved > 0 && !f.AllowUnproved {
		return fmt.Errorf("%w: %d claims are false, %d are not proved", errRefuted, wrong, unproved)
	}
	return nil
}

// verdictText says whether all claims of a file are proved.
func verdictText(r *ledger.Report) string {
	switch {
	case !r.OK():
		return fmt.Sprintf("does not hold: %d of %d claims are false", r.False, r.Claims)
	case r.Unproved > 0:
		return fmt.Sprintf("%d of %d claims are not proved, the others are", r.Unproved, r.Claims)
	}
	text := fmt.Sprintf("holds: all %d claims are proved", r.Claims)
	if len(r.NotJudged) > 0 {
		text += "; claims listed as not judged are not among them"
	}
	return text
}

// foreignLine prints one line, whatever ends of lines the names of files and what files state have.
func (a *app) foreignLine(format string, args ...any) {
	fmt.Fprintln(a.stdout, plain.Line(fmt.Sprintf(format, args...)))
}

func (a *app) printReport(r *ledger.Report) {
	a.foreignLine("%s: %s", r.File, verdictText(r))
	a.foreignLine("  %s, %d rows, %.1f s", r.Kind, r.Rows, r.Seconds)
	a.foreignLine(
		"  counted the flops of %d hands and ranges; evaluated %d formulas; compared %d numbers; replayed %d proofs",
		r.Matrices, r.Formulas, r.Numbers, r.Proofs)
	if r.Claim != "" {
		a.foreignLine("  claim: %s", r.Claim)
	}
	if r.Beside != "" && r.Kind == "table" {
		a.foreignLine("  rendered again from %s", r.Beside)
	}
	for _, s := range []ledger.Basis{ledger.ByProof, ledger.ByRelaxation, ledger.ByNewProof, ledger.Trivial,
		ledger.Unproved, ledger.Refuted} {
		if n := r.Bounds[s]; n > 0 {
			a.foreignLine("  bounds, %s: %d", s, n)
		}
	}
	for _, o := range r.Open {
		a.foreignLine("  unproved: %s: %v", r.File, o)
	}
	for _, p := range r.Faults {
		a.foreignLine("  false: %s: %v", r.File, p)
	}
	for _, u := range r.NotJudged {
		a.foreignLine("  not judged: %s: %s", u.What, u.Note)
	}
	a.printSeen(r.Files)
}

func (a *app) printSeen(files []ledger.Seen) {
	for _, f := range files {
		if f.State != ledger.Judged {
			a.foreignLine("  %s: %s: %s", f.State, f.File, f.Note)
		}
	}
}
