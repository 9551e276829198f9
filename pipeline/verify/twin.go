package verify

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"feltlab/model/features"
	"feltlab/pipeline/certificate"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/sweep"
)

// A table and the solves.jsonl that was written with it state the same formulas. Digits of a weight that are
// too small to move the printed error are held to those.

// twin reads the results that were written with a file, nil if there are none: in its folder, and in
// the folder with its name.
func twin(path string) ([]*fit.Result, string, error) {
	folder, base := filepath.Split(path)
	for _, name := range []string{filepath.Join(folder, strings.TrimSuffix(base, filepath.Ext(base)), sweep.SolvesFile), filepath.Join(folder, sweep.SolvesFile)} {
		info, err := os.Stat(name)
		if err != nil || info.IsDir() || base == sweep.SolvesFile {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, "", err
		}
		defer f.Close()
		results, err := fit.ReadResults(f)
		if err != nil {
			return nil, "", fmt.Errorf("%w: %s: %w", ErrFile, name, err)
		}
		return results, name, nil
	}
	return nil, "", nil
}

// otherReading returns how the features of some result are read if not as this program does.
func otherReading(results []*fit.Result) string {
	for _, r := range results {
		if r.Reading != features.Version {
			return cmp.Or(r.Reading, "nothing")
		}
	}
	return ""
}

// key writes a formula with all digits.
func key(f *formula) string {
	weights := map[int]float64{}
	for _, t := range f.terms {
		weights[t.ID], _ = t.Weight.Float64()
	}
	return fmt.Sprint(weights) // in ascending order of the features
}

// compareTwins holds the formulas of rows to those of the results that lie beside them. A row without a proof
// takes that of its result.
func compareTwins(rows []*row, results []*fit.Result) {
	of := map[question]map[string][]*fit.Result{}
	infeasible := map[question][]*fit.Result{}
	for _, r := range results {
		q, p := canonical(r.Hand, r.Range)
		if p == nil && r.Status == fit.Infeasible {
			infeasible[q] = append(infeasible[q], r)
		}
		if p != nil || !r.Found() {
			continue
		}
		if of[q] == nil {
			of[q] = map[string][]*fit.Result{}
		}
		weights := map[int]float64{}
		for _, w := range r.Features {
			weights[w.ID] = w.Weight
		}
		k := fmt.Sprint(weights)
		of[q][k] = append(of[q][k], r)
	}
	for _, r := range rows {
		q, p := canonical(r.hand, r.rng)
		if p == nil && r.proof == nil && r.status == fit.Infeasible {
			r.proof = r.proofIn(infeasible[q])
		}
		if p != nil || r.formula == nil || r.formula.partial || r.formula.half.Sign() != 0 || of[q] == nil {
			continue
		}
		k := key(r.formula)
		if len(of[q][k]) == 0 {
			r.problems = append(r.problems, Problem{Column: r.formula.column, Expected: "a formula that is in the results beside it, to the last digit", Found: strings.TrimPrefix(k, "map")})
		}
		if r.proof == nil && r.bound != nil && r.errorBound == nil {
			r.proof = r.proofIn(of[q][k])
		}
	}
}

// proofIn returns the proof of a result for the program of a row: of one with its bound, or else of the first, which
// shows that the bound is another.
func (r *row) proofIn(results []*fit.Result) (proof *certificate.Proof) {
	for _, x := range slices.Backward(results) {
		if x.Program != r.program.Kind.String() || x.MaxFeatures != r.program.N || x.ErrorLimit != r.program.E {
			continue
		}
		proof = x.Proof
		if bound := ratio(float64(x.LowerBound)); bound != nil && r.bound != nil && r.bound.is(bound, zero()) { // nil if it is no number
			break
		}
	}
	return proof
}
