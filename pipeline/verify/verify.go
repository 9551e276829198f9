package verify

import (
	"context"
	"fmt"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"feltlab/model/features"
	"feltlab/pipeline/certificate"
)

// Options tune a check.
type Options struct {
	// Workers is the number of goroutines; at least 1.
	Workers int
	// Prove makes the proofs of bounds again that no multipliers prove, each within TimeLimit.
	Prove     bool
	TimeLimit time.Duration
	// Certificates names the file of certificates; empty means those beside the file, if any.
	Certificates string
	// Checked, if set, is called for every row that is checked, from several goroutines.
	Checked func()

	known map[question]*subject // counted before; tests share them
}

// Report is what a check of a file found.
type Report struct {
	File string `json:"file"`
	Kind string `json:"kind"`
	// Certificates is the file of certificates that was used.
	Certificates string `json:"certificates,omitempty"`
	// Beside is the file of results whose formulas must be the same.
	Beside string `json:"results_beside,omitempty"`
	Rows   int    `json:"rows"`
	// Matrices is the number of hands and ranges whose flops were counted, Formulas that of formulas that
	// were evaluated, Partial that of formulas of which the file has the largest weights only, Numbers that of
	// numbers that were compared.
	Matrices int `json:"matrices"`
	Formulas int `json:"formulas"`
	Partial  int `json:"partial_formulas"`
	Numbers  int `json:"numbers"`
	// Bounds counts bounds by what they rest on.
	Bounds   map[Standing]int `json:"bounds"`
	Problems []Problem        `json:"problems"`
	Open     []Open           `json:"open"`
	Seconds  float64          `json:"seconds"`
}

// OK reports whether everything that was checked holds.
func (r *Report) OK() bool { return len(r.Problems) == 0 }

// File checks a file. The error wraps ErrFile for a file that is no results, or is the context's or the
// system's; what does not hold is no error but in the report.
func File(ctx context.Context, path string, o Options) (*Report, error) {
	start := time.Now()
	c, err := read(path)
	if err != nil {
		return nil, err
	}
	report := &Report{File: path, Kind: c.kind, Bounds: map[Standing]int{}, Problems: []Problem{}, Open: []Open{}}
	extra := c.certificates
	if extra == nil {
		if extra, report.Certificates, err = findCertificates(path, o.Certificates); err != nil {
			return nil, err
		}
	}
	results, name, err := twin(path)
	if err != nil {
		return nil, err
	}
	v := &verifier{Options: o, report: report}
	if other := otherReading(results); other != "" {
		v.problem("", "", "", Problem{Column: "reading", Expected: features.Version, Found: other, Note: "in " + name})
	} else if report.Beside = name; name != "" {
		compareTwins(c.rows, results)
	}
	if err := v.run(ctx, c, extra); err != nil {
		return nil, err
	}
	report.Seconds = time.Since(start).Seconds()
	return report, ctx.Err()
}

// findCertificates reads the named file of certificates, or the first that lies beside the results.
func findCertificates(path, named string) ([]*certificate.Certificate, string, error) {
	candidates := []string{named}
	if named == "" {
		candidates = beside(path)
	}
	for _, name := range candidates {
		if info, err := os.Stat(name); named == "" && (err != nil || info.IsDir()) {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, "", err
		}
		defer f.Close()
		all, err := certificate.Read(f)
		if err != nil {
			return nil, "", fmt.Errorf("%w: %s: %w", ErrFile, name, err)
		}
		return all, name, nil
	}
	return nil, "", nil
}

// verifier is a check under way.
type verifier struct {
	Options
	report *Report
	of     map[question]*subject
	certs  map[question][]*certificate.Certificate // that hold
}

func (v *verifier) problem(place, hand, rng string, p Problem) {
	p.Place, p.Hand, p.Range = place, hand, rng
	v.report.Problems = append(v.report.Problems, p)
}

func (v *verifier) run(ctx context.Context, c *contents, extra []*certificate.Certificate) error {
	var questions []question
	wanted := map[question]bool{}
	ask := func(hand, rng string) *Problem {
		q, p := canonical(hand, rng)
		if p == nil && !wanted[q] {
			wanted[q] = true
			questions = append(questions, q)
		}
		return p
	}
	for _, r := range c.rows {
		if p := ask(r.hand, r.rng); p != nil {
			v.problem(r.place, r.hand, r.rng, *p)
		}
	}
	for i, x := range c.certificates {
		if p := ask(x.Hand, x.Range); p != nil {
			v.problem(fmt.Sprintf("line %d", i+1), x.Hand, x.Range, *p)
		}
	}
	v.of = v.known
	if v.of == nil {
		var err error
		if v.of, err = subjects(ctx, questions, v.Workers); err != nil {
			return err
		}
	}
	v.report.Matrices = len(v.of)
	if err := v.checkCertificates(ctx, extra, c.certificates != nil, wanted); err != nil {
		return err
	}
	return v.checkRows(ctx, c.rows)
}

// checkCertificates evaluates certificates, those of other questions only in a file of their own.
func (v *verifier) checkCertificates(ctx context.Context, all []*certificate.Certificate, own bool, wanted map[question]bool) error {
	v.certs = map[question][]*certificate.Certificate{}
	faults := make([]error, len(all))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(v.Workers, 1))
	for i, x := range all {
		q, p := canonical(x.Hand, x.Range)
		if p != nil || !wanted[q] || v.of[q] == nil {
			continue
		}
		group.Go(func() error {
			faults[i] = x.Check(v.of[q].exact)
			return inner.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, x := range all {
		q, p := canonical(x.Hand, x.Range)
		if p != nil || !wanted[q] {
			continue
		}
		place := fmt.Sprintf("certificate %d", i+1)
		if v.of[q] == nil {
			v.problem(place, x.Hand, x.Range, emptyRange)
			continue
		}
		if faults[i] != nil {
			v.problem(place, x.Hand, x.Range, Problem{Column: "bound", Expected: "a proof", Found: fmt.Sprint(x.Bound), Note: faults[i].Error()})
			continue
		}
		v.report.Numbers++
		v.certs[q] = append(v.certs[q], x)
		if own {
			v.report.Rows++
			standing := ByCertificate
			if x.Kind == certificate.Tree {
				standing = ByRecord
			}
			v.report.Bounds[standing]++
		}
	}
	return nil
}

// emptyRange is the problem of a question that has no answer.
var emptyRange = Problem{Column: "range", Expected: "a range that is empty on no flop", Found: "an empty one"}

// checkRows checks rows at the same time and reports them in order.
func (v *verifier) checkRows(ctx context.Context, rows []*row) error {
	judges := make([]*judge, len(rows))
	standings := make([][]Standing, len(rows))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(v.Workers, 1))
	for i, r := range rows {
		v.report.Rows++
		q, p := canonical(r.hand, r.rng)
		if p != nil {
			continue
		}
		if v.of[q] == nil {
			v.problem(r.place, r.hand, r.rng, emptyRange)
			continue
		}
		judges[i] = &judge{row: r, s: v.of[q]}
		group.Go(func() (err error) {
			if err := inner.Err(); err != nil {
				return err
			}
			standings[i], err = judges[i].all(v.certs[q])
			if v.Checked != nil {
				v.Checked()
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, j := range judges {
		if j == nil {
			continue
		}
		if err := v.proveAgain(ctx, j, standings[i]); err != nil {
			return err
		}
		v.collect(j, standings[i])
	}
	return nil
}

// all checks a row and returns on what each of its claims rests.
func (j *judge) all(certs []*certificate.Certificate) ([]Standing, error) {
	j.check()
	var all []Standing
	for _, c := range j.claims() {
		standing, err := j.stand(&c, certs)
		if err != nil {
			return nil, err
		}
		all = append(all, standing)
	}
	return all, nil
}

// proveAgain proves the claims again that rest on less than multipliers.
func (v *verifier) proveAgain(ctx context.Context, j *judge, standings []Standing) error {
	if !v.Prove {
		return nil
	}
	for k, c := range j.claims() {
		if s := standings[k]; s != ByRecord && s != Unchecked || c.n < 1 || ctx.Err() != nil {
			continue
		}
		standing, open, err := j.prove(ctx, &c, &v.Options)
		if err != nil {
			return err
		}
		if standing == ByProof {
			standings[k] = standing
		}
		if open != nil {
			open.Place, open.Hand, open.Range = j.place, j.hand, j.rng
			v.report.Open = append(v.report.Open, *open)
		}
	}
	return nil
}

// collect adds a row to the report.
func (v *verifier) collect(j *judge, standings []Standing) {
	for _, p := range j.problems {
		v.problem(j.place, j.hand, j.rng, p)
	}
	for _, s := range standings {
		v.report.Bounds[s]++
	}
	v.report.Numbers += j.numbers
	formulas := j.wholes
	if j.formula != nil {
		formulas = append(formulas, j.formula)
	}
	for _, f := range formulas {
		if f.partial {
			v.report.Partial++
		} else {
			v.report.Formulas++
		}
	}
}
