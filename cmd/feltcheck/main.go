// Command feltcheck checks proofs of feltlab. It links the kernel, model/proof, the cards, the expressions of feature
// sets and a reader of CSV, and no solver. It counts hands by code of its own.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"feltlab/dataset/data"
	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/internal/plain"
	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
)

const help = `Usage: feltcheck FILE...
       feltcheck --data TABLE.csv FILE...
       feltcheck --rows ROWS.csv FILE...
       feltcheck --feature-set SET FILE...

Checks proofs written by feltlab proof expand: counts the flops, turns or rivers of the hand
and range from the cards, evaluates every multiplier in integers, and searches all choices of
features. It links no solver, so a proof must have its multipliers. A proof about a table of
someone's own needs the table's file, as CSV: feltcheck makes its rows anew. It does not read
tables in Parquet or Arrow: feltlab proof expand --rows writes their rows, which feltcheck
knows by their hash; that they are those of the table is then not checked. A proof about features
of someone's own needs the file of the feature set, with each key and its value on a line as in
configs/features/plain.yaml, not any YAML. The expressions there, and those of
the turn and the river, are evaluated by a library (github.com/expr-lang/expr) that is then
trusted too, and the answer says so.
--data, --rows and --feature-set may be given several times.

Exit codes: 0 all claims follow, 1 a claim does not follow, 2 usage error, 130 interrupted.

Example:
  feltlab proof expand results/table4/proofs/AA-RUS-average-10.proof.gz --out aa.proof.gz
  feltcheck aa.proof.gz
  feltlab proof expand diabetes.json --data examples/diabetes.csv.gz --out diabetes.proof.gz
  feltcheck --data examples/diabetes.csv.gz diabetes.proof.gz
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(new(checker).run(ctx, os.Args[1:], plain.NewWriter(os.Stdout), plain.NewWriter(os.Stderr)))
}

func (c *checker) run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && (args[0] == "-h" || args[0] == "--help") {
		fmt.Fprint(stdout, help)
		return 0
	}
	files, unknown := c.options(args)
	if unknown != "" {
		fmt.Fprintln(stderr, plain.Line(fmt.Sprintf(
			"feltcheck: unknown option %q, want --data TABLE, --rows ROWS or --feature-set SET", unknown)))
	}
	if len(files) == 0 {
		fmt.Fprint(stderr, help)
		return 2
	}
	code := 0
	for _, path := range files {
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
			if !p.Labels.OfFile() && strings.Contains(prooffile.Rows(&p.Header), " by ") {
				verdict += "; its features are expressions, which github.com/expr-lang/expr evaluated"
			}
			if len(c.rowFiles) > 0 && p.Rules != nil && p.Labels.OfFile() {
				verdict += "; that its rows are those of the table is not checked"
			}
		}
		fmt.Fprintln(stdout, plain.Line(path+": "+verdict)) // one line, whatever the name of the file
	}
	return code
}

type checker struct {
	tables, rowFiles, sets []string // paths of tables, of exported rows and of feature sets
	// recent has the last counts, which proofs about the same hands share: some MB each, for hands together up to 90.
	recent map[string][][]tally
}

// options takes the options out of the arguments, and returns the files, or the first option that there is not.
func (k *checker) options(args []string) (files []string, unknown string) {
	lists := map[string]*[]string{"--data": &k.tables, "--rows": &k.rowFiles, "--feature-set": &k.sets}
	for i := 0; i < len(args); i++ {
		switch list := lists[args[i]]; {
		case list != nil && i+1 < len(args):
			i++
			*list = append(*list, args[i])
		case strings.HasPrefix(args[i], "-"):
			return nil, args[i]
		default:
			files = append(files, args[i])
		}
	}
	return files, ""
}

// check reads a proof, makes its rows, and checks it. It judges each cut as it reads it.
func (k *checker) check(ctx context.Context, path string) (*proof.Proof, error) {
	var in *proof.Instance
	var h *proof.Header
	cuts := 0
	begin := func(claim *proof.Header) (err error) {
		h = claim
		if h.Labels.OfFile() {
			in, err = k.table(h)
		} else {
			in, err = k.instance(ctx, h)
		}
		if err != nil {
			return err
		}
		return in.CheckHeader(h)
	}
	judge := func(c *proof.Cut) error {
		if cuts++; c.Tree != nil {
			if err := in.ShowsTree(ctx, h, c, nil); err != nil {
				return fmt.Errorf("cut %d: %w", cuts, err)
			}
			return nil
		}
		if c.Dual == nil {
			return errors.New("it has no multipliers; write them with feltlab proof expand")
		}
		if !in.Shows(h, c, c.Dual) {
			return fmt.Errorf("%w: cut %d: its multipliers prove less than the cutoff", proof.ErrCut, cuts)
		}
		c.Dual = nil
		return nil
	}
	var p *proof.Proof
	_, err := prooffile.File{Name: path}.Use(ctx, func(text io.Reader) (err error) {
		p, err = proof.Read(text, begin, judge)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, in.Cover(ctx, p)
}

// table makes the rows of a claim about a table, whose file, or whose rows, must be one of the program's arguments.
func (k *checker) table(h *proof.Header) (*proof.Instance, error) {
	if in, err := k.exported(h); in != nil || err != nil {
		return in, err
	}
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
		if errors.Is(err, tablefile.ErrColumns) {
			return nil, fmt.Errorf("%w; or give its rows: feltlab proof expand --rows ROWS.csv, feltcheck --rows "+
				"ROWS.csv", err)
		}
		if err != nil {
			return nil, err
		}
		if err := t.CheckClaim(h); err != nil {
			return nil, err
		}
		return t.Exact()
	}
	return nil, fmt.Errorf("it is about the file with the SHA-256 %.80s; name that file with --data", h.Labels.Source)
}
