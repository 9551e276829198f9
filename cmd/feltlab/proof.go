package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/matrix"
	"feltlab/model/mip"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/solvers/highs"
	"feltlab/solvers/prove"
)

func (a *app) proofCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "proof",
		Short: "Write out a proof, or its covering problem for other solvers",
		Long: `A proof of a bound is a list of cuts: sets of features of which every better formula has one.
Stored proofs leave out the multipliers that show each cut; feltlab verify finds them again.`,
		Example: `  feltlab proof expand results/table4/proofs/AA-RUS-average-10.proof.gz --out aa.proof.gz
  feltlab proof export results/table4/proofs/AA-RUS-average-10.proof.gz --opb aa.opb --mps aa.mps`,
		Args: exactArgs(),
	}
	cmd.AddCommand(a.proofExpandCommand(), a.proofExportCommand(), a.proofImportCommand())
	return cmd
}

func (a *app) proofExpandCommand() *cobra.Command {
	var out, witness string
	cmd := &cobra.Command{
		Use:   "expand FILE",
		Short: "Write a proof with the multipliers of every cut, for feltcheck",
		Long: `Finds a dual vector for every cut of a stored proof and writes the proof with them, so that
feltcheck, which links no solver, can check it. A file that ends in .gz is compressed.`,
		Example: `  feltlab proof expand results/table4/proofs/AA-RUS-average-10.proof.gz --out aa.proof.gz`,
		Args:    exactArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return usage("proof expand: --out is missing, such as --out aa.proof.gz")
			}
			find, err := finderOf(witness)
			if err != nil {
				return err
			}
			p, err := readProof(args[0])
			if err != nil {
				return err
			}
			s, err := counted(cmd.Context(), p.Hand, p.Range)
			if err != nil {
				return err
			}
			full, err := prove.Expand(cmd.Context(), s, p, find, 0)
			if err != nil {
				return err
			}
			content := full.Encode()
			if strings.HasSuffix(out, ".gz") {
				content = prooffile.Pack(full)
			}
			return a.writeTo(out, func(w io.Writer) error {
				_, err := w.Write(content)
				return err
			})
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write")
	cmd.Flags().StringVar(&witness, "witness", "simplex", "who finds dual vectors: simplex or highs")
	return cmd
}

// finderOf reads the name of a witness.
func finderOf(name string) (prove.Witness, error) {
	switch name {
	case "simplex":
		return prove.NewFinder, nil
	case "highs":
		return highs.NewFinder, nil
	}
	return nil, usage("--witness %q, want simplex or highs", name)
}

// counted counts the flops of a hand and a range from the cards, in no cache.
func counted(ctx context.Context, hand, rng string) (*prove.Problem, error) {
	m, err := matrix.Build(ctx, hand, rng, 0)
	if err != nil {
		return nil, err
	}
	return prove.NewProblem(m.Instance())
}

func readProof(path string) (*proof.Proof, error) {
	p, err := prooffile.Read(path)
	return p, named(err)
}

func (a *app) proofExportCommand() *cobra.Command {
	var opb, mps string
	cmd := &cobra.Command{
		Use:   "export FILE",
		Short: "Write the covering problem of a proof for pseudo-Boolean or integer solvers",
		Long: `Writes the question whether so many features have one of every cut as a pseudo-Boolean problem
(OPB) or an integer program (MPS). The proof needs it to have no solution, which any such
solver can confirm.`,
		Example: `  feltlab proof export results/table4/proofs/AA-RUS-average-10.proof.gz --opb aa.opb --mps aa.mps`,
		Args:    exactArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opb == "" && mps == "" {
				return usage("proof export: want --opb FILE or --mps FILE")
			}
			if opb == mps {
				return usage("proof export: --opb and --mps both name %s", opb)
			}
			p, err := readProof(args[0])
			if err != nil {
				return err
			}
			s, err := counted(cmd.Context(), p.Hand, p.Range)
			if err != nil {
				return err
			}
			if err := s.CheckHeader(&p.Header); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			model := regression.Covering(s.Exact, p)
			if opb != "" {
				err = a.writeTo(opb, func(w io.Writer) error {
					b := bufio.NewWriter(w)
					return errors.Join(mip.WriteOPB(b, model), b.Flush())
				})
			}
			if mps != "" && err == nil {
				err = a.writeTo(mps, func(w io.Writer) error { return mip.WriteMPS(w, model) })
			}
			return err
		},
	}
	cmd.Flags().StringVar(&opb, "opb", "", "pseudo-Boolean problem to write")
	cmd.Flags().StringVar(&mps, "mps", "", "integer program to write")
	return cmd
}
