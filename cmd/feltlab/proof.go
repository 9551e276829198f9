package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/parallel"
	"feltlab/internal/progress"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
	"feltlab/solvers/vipr"
)

func (a *app) proofCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "proof",
		Short: "Expand, export or import proofs",
		Long: `A proof of a bound is a list of cuts. A cut is a set of features; every formula with a
smaller error uses at least one feature of each cut. Stored proofs leave out the
multipliers that show that a cut is valid; feltlab verify computes them again.`,
		Example: `  feltlab proof expand results/table4/proofs/AA-RUS-average-10.proof.gz --out aa.proof.gz
  feltlab proof export results/table4/proofs/AA-RUS-average-10.proof.gz --vipr aa.vipr`,
		Args: exactArgs(),
	}
	cmd.AddCommand(a.proofExpandCommand(), a.proofExportCommand(), a.proofImportCommand())
	return cmd
}

func (a *app) proofExpandCommand() *cobra.Command {
	f := &struct {
		Out  string `flag:"out" required:"aa.proof.gz" help:"file to write; a name that ends in .gz is compressed"`
		Rows string `flag:"rows" help:"also write the rows that the proof is about: CSV, for feltcheck --rows"`
		tablesFlag
	}{}
	return command(&cobra.Command{
		Use:   "expand FILE",
		Short: "Write a proof with the multipliers of every cut, for feltcheck",
		Long: `Finds a dual vector for every cut of a stored proof and writes the proof with them.
feltcheck, which links no solver, can check that file. FILE is a proof, or an answer
with one, as fit --json prints it. feltcheck reads tables in CSV alone: --rows writes
the rows of a table in Parquet or Arrow for it.`,
		Example: `  feltlab proof expand results/table4/proofs/AA-RUS-average-10.proof.gz --out aa.proof.gz`,
		Args:    exactArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, s, _, err := openProof(cmd.Context(), args[0], &f.tablesFlag)
			if err != nil {
				return err
			}
			full, err := prove.Expand(cmd.Context(), s, p, prove.NewFinder, 0)
			if err != nil {
				return err
			}
			content := full.Encode()
			if strings.HasSuffix(f.Out, ".gz") {
				content = prooffile.Pack(full)
			}
			err = a.writeTo(f.Out, func(w io.Writer) error {
				_, err := w.Write(content)
				return err
			})
			if err == nil {
				fmt.Fprintf(a.messages(f.Out), "%s: %d cuts with multipliers, %d bytes\n",
					f.Out, len(p.Cuts), len(content))
			}
			if err == nil && f.Rows != "" {
				err = a.writeRows(f.Rows, s.Instance)
			}
			return err
		},
	}, f)
}

// writeRows writes the rows of an instance as docs/proof-format.md has them.
func (a *app) writeRows(path string, inst *regression.Instance) error {
	rows, err := inst.ExactRows()
	if err != nil {
		return err
	}
	columns := []table.Column[proof.Row]{
		table.Text("features", func(r *proof.Row) string {
			return strings.Join(mapped(r.Columns.IDs(), strconv.Itoa), " ")
		}),
		table.Text("numerator", func(r *proof.Row) string { return strconv.FormatUint(r.Numerator, 10) }),
		table.Text("denominator", func(r *proof.Row) string { return strconv.FormatUint(r.Denominator, 10) }),
		table.Int64("weight", func(r *proof.Row) int64 { return r.Weight }),
	}
	return a.writeTo(path, func(w io.Writer) error { return table.WriteCSV(w, columns, rows) })
}

// readProof reads the proof in a file: the file of a proof, or an answer as JSON that holds or names one, which it returns
// too.
func readProof(ctx context.Context, path string) (*proof.Proof, *question.Answer, error) {
	p, _, err := prooffile.File{Name: path}.Read(ctx, prooffile.Bare())
	if !errors.Is(err, prooffile.ErrFile) {
		return p, nil, named(err)
	}
	if s, bad := readScorecard(path); s != nil && s.Proof != nil {
		p, err = prooffile.Unpack(s.Proof.Packed)
		return p, nil, err
	} else if bad != nil {
		return nil, nil, bad
	}
	results, bad := readResults(path)
	if bad != nil {
		return nil, nil, fmt.Errorf("%w; and no answer of feltlab fit --json: %w", err, bad)
	}
	of := slices.DeleteFunc(results, func(r *question.Answer) bool { return r.Proof == nil })
	switch {
	case len(of) != 1:
		return nil, nil, fmt.Errorf("%s: %d of its %d answers have a proof, want a file with one", path, len(of),
			len(results))
	case of[0].Proof.Packed != nil:
		p, err = prooffile.Unpack(of[0].Proof.Packed)
	default:
		name := filepath.Join(prooffile.Folder, filepath.Base(of[0].Proof.File))
		p, _, err = prooffile.File{Folder: filepath.Dir(path), Name: name}.Read(ctx, prooffile.Bare())
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, of[0], nil
}

// openProof reads a proof, and counts the flops of its hand and range from the cards, without the cache; or makes the
// rows of its table from the file. It returns the formula of an answer whose error the proof bounds, too.
func openProof(
	ctx context.Context, path string, tables *tablesFlag,
) (*proof.Proof, *prove.Problem, regression.Formula, error) {
	p, answer, err := readProof(ctx, path)
	if err != nil {
		return nil, nil, nil, err
	}
	about, err := ledger.SubjectOf(&p.Header)
	if err != nil {
		return nil, nil, nil, err
	}
	known, err := tables.tables()
	if err != nil {
		return nil, nil, nil, err
	}
	inst, err := fit.NewInstances(nil, 0).Get(ctx, about.At(func(name string) string { return known[name] }))
	if err != nil {
		return nil, nil, nil, err
	}
	s, err := prove.NewProblem(inst)
	if answer != nil && answer.Found() && !answer.Program().Kind.CountsFeatures() {
		return p, s, answer.Formula(), err
	}
	return p, s, nil, err
}

func (a *app) proofExportCommand() *cobra.Command {
	f := &struct {
		VIPR string `flag:"vipr" required:"aa.vipr" help:"certificate to write, for viprchk"`
		tablesFlag
	}{}
	return command(&cobra.Command{
		Use:   "export FILE",
		Short: "Write a proof for the checkers of others",
		Long: `Writes the whole claim as a VIPR certificate: an integer program, all formulas with an error
below the bound, and exact fractions that show that it has no solution. Of an answer with its
formula it has both sides: no error is below the bound, and the formula reaches its own.
viprchk checks it (docs/certificates.md), and its size is told first.`,
		Example: `  feltlab proof export results/table4/proofs/AA-RUS-average-10.proof.gz --vipr aa.vipr`,
		Args:    exactArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, s, formula, err := openProof(cmd.Context(), args[0], &f.tablesFlag)
			if err != nil {
				return err
			}
			if err := s.CheckHeader(&p.Header); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if p.Loss == proof.Wrong {
				return usage("%s is about scores and has no cuts: feltcheck and check_proof.py repeat its search",
					args[0])
			}
			return a.writeVIPR(cmd.Context(), f.VIPR, s, p, formula)
		},
	}, f)
}

func (a *app) writeVIPR(
	ctx context.Context, path string, s *prove.Problem, p *proof.Proof, formula regression.Formula,
) error {
	rows, err := s.Instance.ExactRows()
	if err == nil && !p.Full() {
		p, err = prove.Expand(ctx, s, p, prove.NewFinder, 0)
	}
	if err != nil {
		return err
	}
	c, err := vipr.New(ctx, s.Exact, rows, p, formula)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.messages(path), "%s: %d cuts, a tree of %d nodes, %d derived constraints, about %.1f MB\n",
		path, len(p.Cuts), c.Nodes(), c.Lines(), float64(c.Size())/1e6)
	return a.writeTo(path, func(w io.Writer) error { return c.Write(ctx, w, prooffile.Claim(&p.Header)) })
}

func (a *app) proofImportCommand() *cobra.Command {
	return a.stored(&cobra.Command{
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
			base, instances := ledger.Of(a.kept), fit.NewInstances(a.kept, 0)
			bar := progress.Start(a.stderr, "import", len(results))
			defer bar.Close()
			var mu sync.Mutex
			added := 0
			err := parallel.Loop{Items: len(results)}.Each(cmd.Context(), parallel.Same(func(i int) error {
				r := results[i]
				news, err := base.Import(cmd.Context(), instances, r)
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
	}, &struct{}{})
}

// readFolder reads the results in a folder with their proofs.
func readFolder(dir string) ([]*question.Answer, error) {
	results, err := ledger.Read(dir)
	for _, r := range results {
		if r.Proof != nil && r.Proof.File != "" && err == nil {
			file := filepath.Join(prooffile.Folder, filepath.Base(r.Proof.File))
			r.Proof.Packed, err = disk.ReadIn(dir, file, disk.MostProof)
		}
	}
	return results, err
}
