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
	"feltlab/model/mip"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/cover"
	"feltlab/solvers/prove"
	"feltlab/solvers/vipr"
)

func (a *app) proofCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "proof",
		Short: "Expand, export or import proofs",
		Long: `A proof of a bound is a list of cuts. A cut is a set of features; every formula with a smaller error
uses at least one feature of each cut. Stored proofs leave out the multipliers that show that a cut is valid; feltlab
verify computes them again.`,
		Example: `  feltlab proof expand results/table4/proofs/AA-RUS-average-10.proof.gz --out aa.proof.gz
  feltlab proof export results/table4/proofs/AA-RUS-average-10.proof.gz --opb aa.opb --mps aa.mps`,
	}
	cmd.AddCommand(a.proofExpandCommand(), a.proofExportCommand(), a.proofImportCommand())
	return cmd
}

func (a *app) proofExpandCommand() *cobra.Command {
	f := &struct {
		Out  string `flag:"out" required:"aa.proof.gz" help:"file to write; a name that ends in .gz is compressed"`
		Best int    `flag:"best" help:"of the best sets: 1: that no other set is better; 2 and more: of a set"`
		Rows string `flag:"rows" help:"also write the rows that the proof is about: CSV, for feltcheck --rows"`
		tablesFlag
	}{}
	return command(&cobra.Command{
		Use:   "expand FILE",
		Short: "Write a proof with the multipliers of every cut, for feltcheck",
		Long: `Finds a dual vector for every cut of a stored proof and writes the proof with them. feltcheck, which
links no solver, can check that file. FILE is a proof, or an answer with one, as fit --json prints it. feltcheck reads
tables in CSV alone: --rows writes the rows of a table in Parquet or Arrow for it.`,
		Example: `  feltlab proof expand results/table4/proofs/AA-RUS-average-10.proof.gz --out aa.proof.gz`,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, s, _, err := openProof(cmd.Context(), args[0], f.Best, &f.tablesFlag)
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

// bestProof returns a proof of an answer about the best sets of columns.
func bestProof(r *question.Answer, number int) (*proof.Proof, error) {
	of := (*prooffile.Record)(nil)
	switch b := r.Best; {
	case b == nil:
		return nil, usage("--best: the answer has no list of the best sets")
	case number == 1:
		of = b.Proof
	case number > 1 && number <= len(b.Sets):
		of = b.Sets[number-1].Proof
	}
	if of == nil {
		return nil, usage("--best %d: the list has no such proof; 1 is that of the list, and sets with room for more "+
			"columns have one of their own", number)
	}
	return prooffile.Unpack(of.Packed)
}

// readProof reads the proof in a file: the file of a proof, or an answer as JSON that holds or names one, which it
// returns too; from best 1 on one about its best sets.
func readProof(ctx context.Context, path string, best int) (*proof.Proof, *question.Answer, error) {
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
	if best != 0 && len(results) == 1 {
		p, err := bestProof(results[0], best)
		return p, nil, err
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
	ctx context.Context, path string, best int, tables *tablesFlag,
) (*proof.Proof, *prove.Problem, regression.Formula, error) {
	p, answer, err := readProof(ctx, path, best)
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
		OPB  string `flag:"opb" help:"pseudo-Boolean problem to write"`
		PBP  string `flag:"pbp" help:"proof that the problem of --opb has no solution, for VeriPB"`
		MPS  string `flag:"mps" help:"integer program to write"`
		VIPR string `flag:"vipr" help:"certificate of the whole claim, for viprchk"`
		tablesFlag
	}{}
	return command(&cobra.Command{
		Use:   "export FILE",
		Short: "Write a proof for the checkers and solvers of others",
		Long: `Writes the whole claim as a VIPR certificate (--vipr): an integer program, all formulas with an error
below the bound, and exact fractions that show that it has no solution. Of an answer with its formula it has both
sides: no error is below the bound, and the formula reaches its own. viprchk checks it, and its size is told first.
--opb and --mps write the search alone: a pseudo-Boolean problem, or an integer program in free MPS, that asks for a
set of features with at least one feature of every cut, as large as the proof's formulas. The proof is right if no
such set exists, which any solver of such problems can confirm (cbc aa.mps solve), and VeriPB by --pbp.`,
		Example: `  feltlab proof export results/table4/proofs/AA-RUS-average-10.proof.gz --vipr aa.vipr
  feltlab proof export results/table4/proofs/AA-RUS-average-10.proof.gz --opb aa.opb --pbp aa.pbp --mps aa.mps`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.OPB == "" && f.MPS == "" && f.VIPR == "" {
				return usage("want --vipr FILE, --opb FILE or --mps FILE")
			}
			if f.PBP != "" && f.OPB == "" {
				return usage("--pbp is a proof about the problem of --opb: want --opb FILE too")
			}
			if err := distinct(f.OPB, f.PBP, f.MPS, f.VIPR); err != nil {
				return err
			}
			p, s, formula, err := openProof(cmd.Context(), args[0], 0, &f.tablesFlag)
			if err != nil {
				return err
			}
			if err := s.CheckHeader(&p.Header); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if len(p.Except) > 0 {
				return usage("%s excepts sets of columns, which the formats of others cannot: feltcheck and "+
					"check_proof.py check it", args[0])
			}
			if p.Loss == proof.Wrong {
				return usage("%s is about scores and has no cuts: feltcheck and check_proof.py repeat its search",
					args[0])
			}
			model := mip.Covering(s.Exact, p, s.Columns)
			what := fmt.Sprintf("; %d cuts; infeasible if the proof is right", len(p.Cuts))
			if f.OPB != "" {
				err = a.writeModel(f.OPB, model, mip.WriteOPB, what)
			}
			if f.MPS != "" && err == nil {
				err = a.writeModel(f.MPS, model, mip.WriteMPS, what)
			}
			if f.PBP != "" && err == nil {
				err = a.writePBP(cmd.Context(), f.PBP, cover.Of(s.Exact, p))
			}
			if f.VIPR != "" && err == nil {
				err = a.writeVIPR(cmd.Context(), f.VIPR, s, p, formula)
			}
			return err
		},
	}, f)
}

func distinct(files ...string) error {
	for i, name := range files {
		if name != "" && slices.Contains(files[:i], name) {
			return usage("two flags name %s", name)
		}
	}
	return nil
}

func (a *app) writePBP(ctx context.Context, path string, p *cover.Problem) error {
	nodes, err := cover.Tree(ctx, p)
	if err != nil {
		return err
	}
	err = a.writeTo(path, func(w io.Writer) error { return cover.WritePBP(w, p, nodes) })
	if err == nil {
		fmt.Fprintf(a.messages(path), "%s: a tree of %d nodes\n", path, len(nodes))
	}
	return err
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

// writeModel writes an integer program and says what was written.
func (a *app) writeModel(path string, m *mip.Model, write func(io.Writer, *mip.Model) error, what string) error {
	if err := a.writeTo(path, func(w io.Writer) error { return write(w, m) }); err != nil {
		return err
	}
	integers := 0
	for _, c := range m.Columns {
		if c.Integer {
			integers++
		}
	}
	_, err := fmt.Fprintf(a.messages(path), "%s: %d columns (%d integer), %d rows, %d nonzeros%s\n",
		path, len(m.Columns), integers, len(m.Rows), len(m.Index), what)
	return err
}

func (a *app) proofImportCommand() *cobra.Command {
	return a.stored(&cobra.Command{
		Use:   "import DIR...",
		Short: "Add stored results with their proofs to what is known on this machine",
		Long: `Reads the solves and proofs in folders of results, recomputes every error, replays every proof that is
better than what is known here, and keeps them: from then on fit, sweep and reproduce start from them. The proofs of
Table 4 take ten minutes on two cores.`,
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
