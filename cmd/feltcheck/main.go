// Command feltcheck checks proofs of feltlab. It links the kernel, model/proof, and the code that counts
// flops from the cards, and no solver.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"feltlab/dataset/data"
	"feltlab/dataset/equity"
	"feltlab/internal/disk"
	"feltlab/internal/plain"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/pipeline/prooffile"
)

const help = `Usage: feltcheck FILE...
       feltcheck --data TABLE FILE...

Checks proofs written by feltlab proof expand: counts the flops of the hand and range from the
cards, evaluates every multiplier in integers, and searches all choices of features. It links
no solver, so a proof must have its multipliers. A proof about a table of someone's own
needs the table's file: feltcheck makes its rows anew. --data may be given several times.

Exit codes: 0 all claims follow, 1 a claim does not follow, 2 usage error, 130 interrupted.

Example:
  feltlab proof expand results/table4/proofs/AA-RUS-average-10.proof.gz --out aa.proof.gz
  feltcheck aa.proof.gz
  feltcheck --data diabetes.csv progression.proof.gz
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], plain.NewWriter(os.Stdout), plain.NewWriter(os.Stderr)))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && (args[0] == "-h" || args[0] == "--help") {
		fmt.Fprint(stdout, help)
		return 0
	}
	var c checker
	for len(args) > 1 && args[0] == "--data" {
		c.tables, args = append(c.tables, args[1]), args[2:]
	}
	if len(args) == 0 || args[0] != "" && args[0][0] == '-' {
		fmt.Fprint(stderr, help)
		return 2
	}
	code := 0
	for _, path := range args {
		start, verdict := time.Now(), ""
		p, err := c.check(ctx, path)
		switch {
		case errors.Is(err, context.Canceled):
			fmt.Fprintln(stderr, "feltcheck: interrupted")
			return 130
		case errors.Is(err, os.ErrNotExist), errors.Is(err, disk.ErrRefused):
			fmt.Fprintln(stderr, plain.Line("feltcheck: "+err.Error()))
			return 2
		case err != nil:
			verdict = fmt.Sprintf("not proved: %v", err)
			code = 1
		default:
			verdict = fmt.Sprintf("proved: %s: %d cuts, %.1f s", prooffile.ClaimOf(path, &p.Header), len(p.Cuts),
				time.Since(start).Seconds())
		}
		fmt.Fprintln(stdout, plain.Line(path+": "+verdict)) // one line, whatever the name of the file
	}
	return code
}

// checker checks proofs. It has the paths of tables.
type checker struct{ tables []string }

// check reads a proof, makes its rows, and checks it. It judges each cut as it reads it.
func (k *checker) check(ctx context.Context, path string) (*proof.Proof, error) {
	var in *proof.Instance
	var h *proof.Header
	cuts := 0
	begin := func(claim *proof.Header) (err error) {
		if h = claim; h.Rules != nil {
			if in, err = k.table(h); err != nil {
				return err
			}
			return in.CheckHeader(h)
		}
		if h.Reading != features.Version {
			return fmt.Errorf("it reads the features as %q, this program as %q", h.Reading, features.Version)
		}
		if in, err = instance(ctx, h.Hand, h.Range); err != nil {
			return err
		}
		return in.CheckHeader(h)
	}
	judge := func(c *proof.Cut) error {
		if cuts++; c.Tree != nil {
			if err := in.ShowsTree(ctx, h, c, nil); err != nil {
				return fmt.Errorf("cut %d: %w", cuts, err)
			}
			return prooffile.Bare(c)
		}
		if c.Dual == nil {
			return errors.New("it has no multipliers; write them with feltlab proof expand")
		}
		if !in.Shows(h, c, c.Dual) {
			return fmt.Errorf("%w: cut %d: its multipliers prove less than the cutoff", proof.ErrCut, cuts)
		}
		return prooffile.Bare(c)
	}
	var p *proof.Proof
	err := prooffile.File{Name: path}.Use(ctx, func(text io.Reader) (err error) {
		p, err = proof.Read(text, begin, judge)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, in.Cover(ctx, p)
}

// table makes the rows of a claim about a table, whose file must be one of the program's arguments.
func (k *checker) table(h *proof.Header) (*proof.Instance, error) {
	o, err := data.ParseOptions(h.Labels.Rows)
	if err != nil {
		return nil, err
	}
	for _, path := range k.tables {
		digest, err := data.DigestOf(path)
		if err != nil {
			return nil, err
		}
		if fmt.Sprintf("%x", digest) != h.Labels.Source {
			continue
		}
		t, err := data.Read(path, o)
		if err != nil {
			return nil, err
		}
		if err := t.CheckClaim(h); err != nil {
			return nil, err
		}
		return t.Instance().Exact()
	}
	return nil, fmt.Errorf("it is about the file with the SHA-256 %.80s; name that file with --data", h.Labels.Source)
}

// instance counts the flops of a hand and range.
func instance(ctx context.Context, handText, rangeText string) (*proof.Instance, error) {
	hand, err := ranges.ParseHand(handText)
	if err != nil {
		return nil, err
	}
	opponent, err := ranges.Parse(rangeText)
	if err != nil {
		return nil, err
	}
	if !hand.Specific && !opponent.SuitSymmetric() {
		return nil, fmt.Errorf("the range %s tells suits apart, %s does not", rangeText, handText)
	}
	flops, err := equity.RecentFlopsOf(ctx, hand.Combo, opponent, 1) // several files may share one count
	if err != nil {
		return nil, err
	}
	rows := make([]proof.Row, len(flops))
	for i := range flops {
		n := flops[i].Count()
		rows[i] = proof.Row{
			Columns: features.Of(hand.Combo, flops[i].Cards), Weight: 1,
			Numerator: 2*n.Wins + n.Ties, Denominator: 2 * n.Deals,
		}
	}
	return proof.NewInstance(features.Count, rows)
}
