package ledger

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"feltlab/dataset/equity"
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
	// Tables holds further renderers, by file name, or for README.md by folder and name, such as table4/README.md.
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

// count makes the problems of subjects from their rows. It leaves out subjects whose matrix is not unique, and keeps
// nil for a range that is empty on some flop.
func (c *Checker) count(ctx context.Context, asked ...question.Subject) error {
	missing := map[question.Subject]bool{}
	for _, s := range asked {
		if _, ok := c.known[s.Canonical()]; !ok && asymmetric(s) == nil {
			missing[s.Canonical().At(c.file)] = true
		}
	}
	instances := c.Rows(slices.Collect(maps.Keys(missing)))
	for s := range missing {
		p, err := problemOf(ctx, instances, s)
		if err != nil && !errors.Is(err, equity.ErrEmptyRange) {
			return fmt.Errorf("%v: %w", s, err)
		}
		c.known[s.Canonical()] = p
	}
	return nil
}

// problem returns the counted problem of a subject, or the fault that it has none.
func (c *Checker) problem(s question.Subject) (*prove.Problem, *Fault) {
	fault := asymmetric(s)
	p := c.known[s.Canonical()]
	if fault == nil && p == nil {
		fault = &Fault{Column: "range", Expected: "a range that is empty on no flop", Found: "an empty one"}
	}
	return p, fault
}

// asymmetric returns the fault that the matrix of a subject is not unique, nil if it is.
func asymmetric(s question.Subject) *Fault {
	if s.IsTable() || s.Hand().Specific || s.Against().Range.SuitSymmetric() {
		return nil
	}
	return &Fault{Column: "range", Expected: "a range that does not distinguish suits", Found: s.RangeText()}
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

type row struct {
	*Verdict
	number int    // of the result, from 1
	place  string // its number in words
	report *Report
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
	if r.Status == question.Optimal && r.Errors != nil {
		r.report.Claims--
		r.report.Proved--
		r.report.left(r.open("status", string(r.Status), "its bound is not proved"))
	}
}

func (c *Checker) rows(ctx context.Context, results []*question.Answer, report *Report) (rows []*row, err error) {
	var asked []question.Subject
	for _, r := range results {
		asked = append(asked, r.Subject)
	}
	if err := c.count(ctx, asked...); err != nil {
		return nil, err
	}
	matrices := map[*prove.Problem]bool{}
	for i, r := range results {
		x := &row{&Verdict{Answer: r}, i + 1, fmt.Sprintf("result %d", i+1), report}
		p, fault := c.problem(r.Subject)
		if fault != nil {
			x.wrong(*fault)
			continue
		}
		matrices[p] = true
		x.Verdict = Judge(p, r)
		report.add(x.Verdict, x.place)
		rows = append(rows, x)
	}
	report.Matrices = len(matrices)
	return rows, ctx.Err()
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
	crossCheck(rows)
	if err := c.bounds(ctx, path, rows, stored, report); err != nil {
		return nil, err
	}
	if err := c.best(ctx, rows, report); err != nil {
		return nil, err
	}
	c.records(path, rows, stored, report)
	report.NotJudged = append(report.NotJudged, unjudged(results)...)
	report.Seconds = time.Since(start).Seconds()
	c.judged[path] = &judgement{results, report}
	return c.judged[path], nil
}

func newReport(path, kind, digest string) *Report {
	return &Report{File: path, Kind: kind, Digest: digest, Judged: time.Now().UTC().Truncate(time.Second),
		Bounds: map[Basis]int{}, Replays: []Replay{}, Faults: []Fault{}, Open: []Open{}}
}

// bounds judges the bounds of rows: by a better formula, a stored proof, a dual vector found now, or a new proof.
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
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(c.Workers)
	for _, x := range claims {
		group.Go(func() error { return x.judge(inner, rows, replayed, stored.all) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, x := range claims {
		if x.basis == Unproved && c.Prove && ctx.Err() == nil {
			p, why, err := x.prove(ctx, &c.Options)
			if err != nil {
				return err
			}
			if x.why = why; p != nil && why == "" {
				x.basis = ByNewProof
				if err := prooffile.Add(ctx, proofsBeside(path), p, x.r.Proof); err != nil {
					return err
				}
			}
		}
		report.Bounds[x.basis]++
		switch x.basis {
		case Refuted:
			x.r.wrong(Fault{Column: x.column, Expected: "a bound", Found: x.text, Note: x.why})
		case Unproved:
			report.left(x.r.open(x.column, x.text, x.why))
			x.r.withdraw()
		default:
			report.holds()
		}
	}
	return ctx.Err()
}

func (x *claim) judge(ctx context.Context, rows []*row, held, stored []*storedProof) (err error) {
	x.basis, x.why = Unproved, "no stored proof shows it; --prove looks for one"
	gaveUp := func(p *storedProof) bool { return p.gaveUp != "" && x.by(p) }
	if i := slices.IndexFunc(stored, gaveUp); i >= 0 {
		x.why = stored[i].gaveUp
	}
	by, why := x.refutedBy(rows)
	switch {
	case math.IsNaN(x.value) || math.IsInf(x.value, 0):
		x.basis, x.why = Refuted, "not a number"
	case by != nil:
		x.basis, x.why = Refuted, why
	case x.trivial():
		x.basis = Trivial
	case slices.ContainsFunc(held, x.by):
		x.basis = ByProof
	default:
		quick := false
		if quick, err = x.quick(ctx); quick {
			x.basis = ByRelaxation
		}
	}
	return err
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
		if r.Errors != nil && !r.Kind.CountsFeatures() {
			c := curve{r.problem, r.Kind}
			of[c] = append(of[c], r)
		}
	}
	for _, same := range of {
		slices.SortStableFunc(same, func(a, b *row) int { return cmp.Compare(a.N, b.N) })
		least := same[0]
		for _, r := range same[1:] {
			best := least.Objective
			if r.N > least.N && r.Objective.Low() > best.High()+proof.Tolerance(best.Value) {
				want := fmt.Sprintf("at most %v, which %s has with %d features",
					best.Value, least.place, question.Count(least.Features))
				r.wrong(Fault{Column: "error", Expected: want, Found: Text(r.Objective.Value),
					Note: "errors do not rise with the number of features"})
			} else if r.Objective.Value < best.Value {
				least = r
			}
		}
	}
}
