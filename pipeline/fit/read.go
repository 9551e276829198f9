package fit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/check"
)

// ErrResults marks text that holds no results, or results that do not hold against the matrix.
var ErrResults = errors.New("fit: bad results")

// ReadResults reads results as JSON: one, several after one another as in solves.jsonl, or a
// list. The error wraps ErrResults or is the reader's.
func ReadResults(r io.Reader) ([]*Result, error) {
	var all []*Result
	decoder := json.NewDecoder(r)
	for {
		var raw json.RawMessage
		err := decoder.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrResults, err)
		}
		var some []*Result
		if raw[0] != '[' {
			raw = append(append([]byte{'['}, raw...), ']')
		}
		if err := json.Unmarshal(raw, &some); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrResults, err)
		}
		for _, one := range some {
			if one == nil || one.Hand == "" || one.Range == "" || one.Program == "" {
				return nil, fmt.Errorf("%w: an entry without hand, range or program", ErrResults)
			}
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: empty", ErrResults)
	}
	return all, nil
}

// Confirm recomputes the errors of a stored result and of its whole multiples. The error wraps
// ErrResults if one differs from what is stored or the features are read otherwise, or is the checker's.
func (r *Result) Confirm(inst *regression.Instance) error {
	if r.Reading != features.Version {
		return fmt.Errorf("%w: %s against %s, %s: features as %q reads them, this program has %q", ErrResults, r.Hand, r.Range, r.Title(), r.Reading, features.Version)
	}
	if !r.Found() {
		return nil
	}
	confirm := func(f regression.Formula, average, largest Number) error {
		errs, err := check.Evaluate(inst, f)
		if err != nil {
			return fmt.Errorf("%w: %s against %s, %s: %w", ErrResults, r.Hand, r.Range, r.Title(), err)
		}
		// Written so that a missing number is a difference.
		if !(math.Abs(errs.Average-float64(average)) <= check.Tolerance && math.Abs(errs.Max-float64(largest)) <= check.Tolerance) {
			return fmt.Errorf("%w: %s against %s, %s: stored errors %v and %v, recomputed %v and %v",
				ErrResults, r.Hand, r.Range, r.Title(), average, largest, errs.Average, errs.Max)
		}
		return nil
	}
	if err := confirm(r.Formula(), r.AverageError, r.MaxError); err != nil {
		return err
	}
	for k := range r.Integers {
		if i := &r.Integers[k]; i.Found() {
			if err := confirm(i.Formula(), i.AverageError, i.MaxError); err != nil {
				return err
			}
		}
	}
	return nil
}
