package ledger

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"feltlab/internal/parallel"
	"feltlab/model/featureset"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Options tune a check.
type Options struct {
	// Rows returns the rows of subjects, counted from the cards or read from tables, and not from a cache.
	Rows func(asked []question.Subject) Instances
	// Workers is the number of goroutines; 0 means one per CPU.
	Workers int
	// Prove makes proofs for unproved bounds and stores them next to the results.
	Prove bool
	// TimeLimit is the time to replay a proof, or to make one; 0 means 10 minutes to replay, 1 minute to make.
	TimeLimit time.Duration
	// Proofs is the folder of proofs; empty means the one next to the file.
	Proofs string
	// Data has the paths of tables by the SHA-256 of their files, and of feature sets by their readings.
	Data map[string]string
	// Find finds dual vectors for cuts that have none; nil means prove.NewFinder.
	Find prove.FinderFunc
	// Tables holds further renderers, by file name, or for README.md by folder and name, such as
	// table4/README.md.
	Tables map[string]Renderer
	// Render renders a table for which Tables has no renderer, in the format of its text.
	Render Renderer
	// Progress, if set, is called with the number of proofs to replay. It returns a function for each replayed
	// proof, called one at a time, and one for the end.
	Progress func(proofs int) (step func(proof string), done func())
}

// Renderer renders a table again from the results next to it. It may take from the present text what says
// nothing about results, such as the number of weights shown.
type Renderer func(text []byte, results []*question.Answer) ([]byte, error)

// Checker checks files. It counts the flops of a subject and judges a file of results once.
type Checker struct {
	Options
	known  map[question.Subject]*prove.Problem // of canonical subjects
	judged map[string]*judgement               // by the path of the file
	shown  sync.Map                            // the proofs that held, by shown
	kept   int                                 // cuts in memory
}

// NewChecker returns a checker.
func NewChecker(o Options) *Checker {
	if o.Find == nil {
		o.Find = prove.NewFinder
	}
	o.Workers = parallel.Workers(o.Workers)
	return &Checker{Options: o, known: map[question.Subject]*prove.Problem{}, judged: map[string]*judgement{}}
}

type judgement struct {
	results []*question.Answer
	report  *Report
}

func (c *Checker) count(ctx context.Context, asked ...question.Subject) error {
	missing := map[question.Subject]bool{}
	for _, s := range asked {
		if _, ok := c.known[s.Canonical()]; !ok {
			missing[s.Canonical().At(c.file)] = true
		}
	}
	found, err := c.problems(ctx, slices.Collect(maps.Keys(missing)))
	for s := range missing {
		c.known[s.Canonical()] = found[s.Canonical()] // nil for an empty range
	}
	return err
}

// file returns the path of a table or a feature set; of a set that is none of those here, that of the only set that
// there is, so that the error names it.
func (c *Checker) file(name string) string {
	if path := c.Data[name]; path != "" || !strings.HasPrefix(name, featureset.Prefix) {
		return path
	}
	var sets []string
	for of, path := range c.Data {
		if strings.HasPrefix(of, featureset.Prefix) {
			sets = append(sets, path)
		}
	}
	if len(sets) == 1 {
		return sets[0]
	}
	return ""
}

var emptyRange = Fault{Column: "range", Expected: "a range that is empty on no flop", Found: "an empty one"}

type row struct {
	*question.Answer
	number  int    // of the result, from 1
	place   string // its number in words
	subject *prove.Problem
	report  *Report
	verdict *Verdict
	basis   Basis // of the bound
}

func (r *row) wrong(p Fault) {
	p.Place, p.Hand, p.Range = r.place, r.HandText(), r.RangeText()
	r.report.wrong(p)
}

func (r *row) open(column, found, note string) Open {
	return Open{r.place, r.HandText(), r.RangeText(), column, found, note}
}

// withdraw takes back the claim that a row is optimal, since its bound is not proved.
func (r *row) withdraw() {
	if r.Status == question.Optimal && r.verdict.Errors != nil {
		r.report.Claims--
		r.report.Proved--
		r.report.left(r.open("status", string(r.Status), "its bound is not proved"))
	}
}

// rows returns the rows of results, and reports those without a matrix.
func (c *Checker) rows(ctx context.Context, results []*question.Answer, report *Report) ([]*row, error) {
	var rows []*row
	var asked []question.Subject
	for i, r := range results {
		x := &row{Answer: r, number: i + 1, place: fmt.Sprintf("result %d", i+1), report: report}
		if fault := asymmetric(r.Subject); fault != nil {
			x.wrong(*fault)
			continue
		}
		rows, asked = append(rows, x), append(asked, r.Subject)
	}
	if err := c.count(ctx, asked...); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(rows, func(x *row) bool {
		if x.subject = c.known[x.Canonical()]; x.subject == nil {
			x.wrong(emptyRange)
		}
		return x.subject == nil
	}), nil
}

// results judges a file of results with the proofs next to it.
func (c *Checker) results(ctx context.Context, path string) (*judgement, error) {
	if j := c.judged[path]; j != nil {
		return j, nil
	}
	start := time.Now()
	text, err := content(path)
	if err != nil {
		return nil, err
	}
	results, err := question.ReadAnswers(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	}
	report := newReport(path, "results", Digest(text))
	report.Rows = len(results)
	stored, err := c.stored(ctx, path, results, report)
	if err != nil {
		return nil, err
	}
	rows, err := c.rows(ctx, results, report)
	if err != nil {
		return nil, err
	}
	seen := map[*prove.Problem]bool{}
	for _, r := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		seen[r.subject] = true
		r.verdict = Judge(r.subject, r.Answer)
		report.add(r.verdict, r.place)
	}
	report.Matrices = len(seen)
	crossCheck(rows)
	if err := c.bounds(ctx, path, rows, stored, report); err != nil {
		return nil, err
	}
	c.records(path, rows, stored, report)
	report.NotJudged = append(report.NotJudged, unjudged(results)...)
	report.Seconds = time.Since(start).Seconds()
	c.judged[path] = &judgement{results, report}
	return c.judged[path], nil
}

func newReport(path, kind, digest string) *Report {
	return &Report{
		File: path, Kind: kind, Digest: digest, Judged: time.Now().UTC().Truncate(time.Second),
		Bounds: map[Basis]int{}, Replays: []Replay{}, Faults: []Fault{}, Open: []Open{},
	}
}

// bounds judges the bounds of rows: by a better formula, a stored proof, a dual vector found now, or a
// new proof.
func (c *Checker) bounds(ctx context.Context, path string, rows []*row, stored *evidence, report *Report) error {
	var claims []*claim
	for _, r := range rows {
		if x := r.claim(); x != nil {
			claims = append(claims, x)
		}
	}
	replayed, err := c.replay(ctx, claims, stored, report)
	if err != nil {
		return err
	}
	bases := make([]Basis, len(claims))
	opens := make([]Open, len(claims))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(c.Workers)
	for i, x := range claims {
		group.Go(func() (err error) {
			bases[i], opens[i], err = x.basis(inner, rows, replayed, stored.all)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, x := range claims {
		if bases[i] == Unproved && c.Prove && ctx.Err() == nil {
			p, why, err := x.prove(ctx, &c.Options)
			if err != nil {
				return err
			}
			if opens[i].Note = why; p != nil && why == "" {
				bases[i] = ByNewProof
				if err := prooffile.Add(ctx, proofsBeside(path), p, x.r.Proof); err != nil {
					return err
				}
			}
		}
		x.r.basis = bases[i]
		report.Bounds[bases[i]]++
		switch bases[i] {
		case Refuted:
			x.r.wrong(Fault{Column: x.column, Expected: "a bound", Found: x.text, Note: opens[i].Note})
		case Unproved:
			report.left(opens[i])
			x.r.withdraw()
		default:
			report.holds()
		}
	}
	return ctx.Err()
}

func (x *claim) basis(ctx context.Context, rows []*row, held, stored []*storedProof) (Basis, Open, error) {
	open := x.r.open(x.column, x.text, "no stored proof shows it; --prove looks for one")
	gaveUp := func(p *storedProof) bool { return p.gaveUp != "" && x.by(p) }
	if i := slices.IndexFunc(stored, gaveUp); i >= 0 {
		open.Note = stored[i].gaveUp
	}
	if math.IsNaN(x.value) || math.IsInf(x.value, 0) {
		open.Note = "not a number"
		return Refuted, open, nil
	}
	if by, why := x.refutedBy(rows); by != nil {
		open.Note = why
		return Refuted, open, nil
	}
	if x.trivial() {
		return Trivial, open, nil
	}
	if slices.ContainsFunc(held, x.by) {
		return ByProof, open, nil
	}
	quick, err := x.quick(ctx)
	if quick {
		return ByRelaxation, open, nil
	}
	return Unproved, open, err
}

// crossCheck compares the rows of a file: the least error does not rise with the number of features, and no formula
// of another row refutes what HiGHS reports.
func crossCheck(rows []*row) {
	for _, r := range rows {
		if x := r.reported(); x != nil {
			if by, why := x.refutedBy(rows); by != nil && by != r {
				r.wrong(Fault{Column: x.column, Expected: "a bound", Found: x.text, Note: why})
			}
		}
	}
	type curve struct {
		s    *prove.Problem
		kind regression.Kind
	}
	of := map[curve][]*row{}
	for _, r := range rows {
		if r.verdict.Errors != nil && !r.Kind.CountsFeatures() {
			c := curve{r.subject, r.Kind}
			of[c] = append(of[c], r)
		}
	}
	for _, same := range of {
		slices.SortStableFunc(same, func(a, b *row) int { return cmp.Compare(a.N, b.N) })
		least := same[0]
		for _, r := range same[1:] {
			best := least.verdict.Objective
			if r.N > least.N && r.verdict.Objective.Low() > best.High()+proof.Tolerance(best.Value) {
				want := fmt.Sprintf("at most %v, which %s has with %d features",
					best.Value, least.place, len(least.Features))
				r.wrong(Fault{Column: "error", Expected: want, Found: Text(r.verdict.Objective.Value),
					Note: "errors do not rise with the number of features"})
			} else if r.verdict.Objective.Value < best.Value {
				least = r
			}
		}
	}
}
