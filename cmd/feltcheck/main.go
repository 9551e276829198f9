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
	"reflect"
	"slices"
	"strings"
	"time"

	"feltlab/dataset/data"
	"feltlab/dataset/matrix"
	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/plain"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
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
of someone's own needs the YAML file of the feature set. The expressions there, and those of
the turn and the river, are evaluated by a library (github.com/expr-lang/expr) that is then
trusted too, and the answer says so.
--data, --rows and --feature-set may be given several times.

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

// checker checks proofs. It has the paths of tables, of exported rows and of feature sets.
type checker struct{ tables, rowFiles, sets []string }

// options takes the options out of the arguments, and returns the files, or the first option that there is not.
func (k *checker) options(args []string) (files []string, unknown string) {
	for i := 0; i < len(args); i++ {
		more := i+1 < len(args)
		switch {
		case args[i] == "--data" && more:
			k.tables = append(k.tables, args[i+1])
			i++
		case args[i] == "--rows" && more:
			k.rowFiles = append(k.rowFiles, args[i+1])
			i++
		case args[i] == "--feature-set" && more:
			k.sets = append(k.sets, args[i+1])
			i++
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
		if in, err = k.rows(ctx, h); err != nil {
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

// rows makes the rows of a claim.
func (k *checker) rows(ctx context.Context, h *proof.Header) (*proof.Instance, error) {
	if h.Labels.OfFile() {
		return k.table(h)
	}
	hand := h.Labels.Source
	opponent, reading, named := strings.Cut(prooffile.Rows(h), " by ")
	if !named {
		reading = features.Version
	}
	opponent, street, err := matrix.CutStreet(opponent)
	if err != nil {
		return nil, err
	}
	var set *featureset.Set
	if street != cards.Flop || reading != features.Version {
		set, err = k.set(h, reading, street)
	} else {
		err = sameFormulas(h, matrix.Columns())
	}
	switch {
	case err != nil:
		return nil, err
	case street != cards.Flop:
		return boards(ctx, hand, opponent, street, set)
	}
	return instance(ctx, hand, opponent, set)
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
		if errors.Is(err, table.ErrColumns) {
			return nil, fmt.Errorf("%w; or give its rows: feltlab proof expand --rows ROWS.csv, feltcheck --rows ROWS.csv",
				err)
		}
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

// set returns the feature set of a claim: any-hand, that of a turn or a river, or one whose file is an argument of the
// program.
func (k *checker) set(h *proof.Header, reading string, street cards.Street) (*featureset.Set, error) {
	if !strings.HasPrefix(reading, featureset.Prefix) {
		return nil, fmt.Errorf("it reads the features as %q, this program as %q", reading, features.Version)
	}
	known := []*featureset.Set{featureset.AnyHand()}
	if street != cards.Flop {
		known = append(known, featureset.Default(street))
	}
	for _, path := range k.sets {
		set, err := featureset.Read(path)
		if err != nil {
			return nil, err
		}
		known = append(known, set)
	}
	for _, set := range known {
		if set.Reading != reading {
			continue
		}
		return set, sameFormulas(h, matrix.ColumnsBy(set))
	}
	if len(k.sets) > 0 {
		return nil, fmt.Errorf("it is about the feature set %.80s, which is none of %s", reading,
			strings.Join(k.sets, ", "))
	}
	return nil, fmt.Errorf("it is about the feature set %.80s; name its file with --feature-set", reading)
}

// sameFormulas returns an error unless a claim is about formulas of some columns, with any weights from -1 to 1 or with
// round ones.
func sameFormulas(h *proof.Header, c regression.Columns) error {
	n := c.Count()
	rules, err := regression.WeightsOf(h.Rules, false).Rules(nil, n, false)
	same := h.Labels.Reading != "" || slices.EqualFunc(c.List, h.Labels.Columns,
		func(c regression.Column, name string) bool { return c.Name == name })
	if err != nil || !reflect.DeepEqual(h.Rules, rules) || !same {
		return errors.New("its formulas have other weights or features than those of the feature set")
	}
	return nil
}

// boards counts the boards of a hand and range on the turn or the river.
func boards(ctx context.Context, hand, opponent string, street cards.Street, set *featureset.Set,
) (*proof.Instance, error) {
	m, err := matrix.BuildBoards(ctx, hand, opponent, street, set, 1)
	if err != nil {
		return nil, err
	}
	return m.Instance().Exact()
}

// instance counts the flops of a hand, or of hands together, against a range with an estimate. The features are those
// of a set, or of the paper.
func instance(ctx context.Context, handText, label string, set *featureset.Set) (*proof.Instance, error) {
	rangeText, estimate, err := matrix.CutEstimate(label)
	if err != nil {
		return nil, err
	}
	opponent, err := ranges.Parse(rangeText)
	if err != nil {
		return nil, err
	}
	if hands, together, err := matrix.CutHands(handText); together {
		if err == nil && set == nil {
			err = errors.New("hands together have questions of a feature set, and not the features of the paper")
		}
		if err != nil {
			return nil, err
		}
		rows := matrix.Together{Hands: hands, Range: opponent, Set: set, Estimate: estimate}
		in, err := rows.Instance(ctx, 1)
		if err != nil {
			return nil, err
		}
		return in.Exact()
	}
	hand, err := ranges.ParseHand(handText)
	if err != nil {
		return nil, err
	}
	if !hand.Specific && !opponent.SuitSymmetric() {
		return nil, fmt.Errorf("the range %s tells suits apart, %s does not", rangeText, handText)
	}
	flops, err := estimate.Flops(ctx, hand.Combo, opponent, 1) // several files may share one count
	if err != nil {
		return nil, err
	}
	rows, columns := make([]proof.Row, len(flops)), features.Count
	for i := range flops {
		n := flops[i].Count()
		rows[i] = proof.Row{
			Columns: features.Of(hand.Combo, flops[i].Cards), Weight: 1,
			Numerator: 2*n.Wins + n.Ties, Denominator: 2 * n.Deals,
		}
	}
	if set != nil {
		columns = set.Count()
		reader := set.NewReader()
		for i := range rows {
			if rows[i].Columns, err = reader.Of(hand.Combo, cards.SetOf(flops[i].Cards[:]...)); err != nil {
				return nil, err
			}
		}
	}
	return proof.NewInstance(columns, rows)
}
