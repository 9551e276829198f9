package verify

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/certificate"
	"feltlab/pipeline/exact"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/sweep"
)

// ErrFile marks a file that is none of the kinds that can be checked, or is damaged; the message says
// which, why and where.
var ErrFile = errors.New("verify: cannot read results")

// contents are what a file holds.
type contents struct {
	kind         string
	rows         []*row
	certificates []*certificate.Certificate // of a file of certificates
}

// Expand replaces folders by the files of results in them. The error is the system's, or wraps ErrFile for a
// folder without any.
func Expand(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		before := len(files)
		for _, name := range []string{sweep.TableFile, sweep.ParquetFile, sweep.SolvesFile, CertificatesFile} {
			if _, err := os.Stat(filepath.Join(path, name)); err == nil {
				files = append(files, filepath.Join(path, name))
			}
		}
		if len(files) == before {
			return nil, fmt.Errorf("%w: %s: a folder without %s or %s", ErrFile, path, sweep.TableFile, sweep.SolvesFile)
		}
	}
	return files, nil
}

// read reads a file of any kind. The error wraps ErrFile or is the system's.
func read(path string) (*contents, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c, err := decode(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	}
	return c, nil
}

// decode tells the kind of a file by its content.
func decode(text []byte) (*contents, error) {
	start := bytes.TrimSpace(text)
	switch {
	case len(start) == 0:
		return nil, errors.New("it is empty")
	case bytes.HasPrefix(text, []byte("PAR1")):
		g, err := parquetGrid(text)
		if err != nil {
			return nil, err
		}
		return g.contents("Parquet")
	case start[0] == '{' && bytes.Contains(start[:min(len(start), 400)], []byte(`"kind":`)) && !bytes.Contains(start[:min(len(start), 400)], []byte(`"program"`)):
		all, err := certificate.Read(bytes.NewReader(text))
		return &contents{kind: "certificates", certificates: all}, err
	case start[0] == '{' || start[0] == '[':
		return jsonRows(text)
	case start[0] == '|':
		g, err := markdownGrid(string(text))
		if err != nil {
			return nil, err
		}
		return g.contents("Markdown")
	case bytes.HasPrefix(start, []byte(`\begin{tabular}`)):
		g, err := latexGrid(string(text))
		if err != nil {
			return nil, err
		}
		return g.contents("LaTeX")
	}
	g, err := csvGrid(text)
	if err != nil {
		return nil, err
	}
	return g.contents("CSV")
}

// jsonRows reads results that keep all digits.
func jsonRows(text []byte) (*contents, error) {
	results, err := fit.ReadResults(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := &contents{kind: "JSON results"}
	for i, r := range results {
		x := &row{place: fmt.Sprintf("result %d", i+1), hand: r.Hand, rng: r.Range, status: r.Status, proof: r.Proof}
		if x.program.Kind, err = regression.ParseKind(r.Program); err == nil {
			x.program.N, x.program.E = r.MaxFeatures, r.ErrorLimit
			err = x.program.Validate()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.place, err)
		}
		if r.Reading != features.Version {
			x.problems = append(x.problems, Problem{Column: "reading", Expected: features.Version, Found: cmp.Or(r.Reading, "nothing")})
		}
		x.bound, x.gap = number("lower_bound", r.LowerBound), number("gap", r.Gap)
		if r.Found() || len(r.Features) > 0 {
			x.formula = &formula{column: "features", terms: exact.Terms(r.Formula()), half: zero(),
				average: number("average_error", r.AverageError), max: number("max_error", r.MaxError), p90: number("p90_error", r.P90Error)}
			x.problems = append(x.problems, names(r.Features)...)
			x.mustHave("average_error", x.formula.average)
			x.mustHave("max_error", x.formula.max)
			x.mustHave("p90_error", x.formula.p90)
		}
		for k := range r.Integers {
			if whole := &r.Integers[k]; whole.Found() {
				x.wholes = append(x.wholes, &formula{column: fmt.Sprintf("integers[%d].features", k), terms: exact.Terms(whole.Formula()), half: zero(), step: whole.StepPercent,
					average: number("average_error", whole.AverageError), max: number("max_error", whole.MaxError), p90: number("p90_error", whole.P90Error),
					own: &outcome{whole.Status, number("lower_bound", whole.LowerBound), number("gap", whole.Gap), number("cost", whole.Cost)}})
			}
		}
		c.rows = append(c.rows, x)
	}
	return c, nil
}

// names holds the names of features to their numbers.
func names(weights []fit.Weight) (all []Problem) {
	for _, w := range weights {
		if f, err := features.ByID(w.ID); err == nil && f.Name != w.Name {
			all = append(all, Problem{Column: "features", Expected: fmt.Sprintf("F%d %s", w.ID, f.Name), Found: w.Name})
		}
	}
	return all
}

// mustHave notes a number that is not there.
func (r *row) mustHave(column string, s *stated) {
	if s == nil {
		r.problems = append(r.problems, Problem{Column: column, Expected: "a number", Found: "nothing"})
	}
}

// CertificatesFile is the name of the file of certificates beside the results of a folder.
const CertificatesFile = "certificates.jsonl"

// beside returns the files of certificates that may belong to a file: in its folder, and in the folder
// with its name, as results/table4.csv has results/table4/certificates.jsonl.
func beside(path string) []string {
	folder, base := filepath.Split(path)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	return []string{filepath.Join(folder, name, CertificatesFile), filepath.Join(folder, CertificatesFile)}
}
