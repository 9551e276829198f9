package fit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/proofs"
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
		if err == nil {
			err = checkKeys(raw)
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

// checkKeys refuses what other programs read otherwise: package json takes keys in any case, and of
// equal ones the last. Ours are in lower case.
func checkKeys(raw []byte) error {
	type level struct {
		seen  map[string]bool // of an object, nil for a list
		isKey bool            // the next string is one
	}
	levels := []*level{{}}
	for d := json.NewDecoder(bytes.NewReader(raw)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		top := levels[len(levels)-1]
		if key, ok := token.(string); ok && top.isKey {
			if top.seen[key] || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
				return fmt.Errorf("the key %.40q is there twice or not in lower case", key)
			}
			top.seen[key], top.isKey = true, false
			continue
		}
		switch token {
		case json.Delim('{'):
			levels = append(levels, &level{map[string]bool{}, true})
			continue
		case json.Delim('['):
			levels = append(levels, &level{})
			continue
		case json.Delim('}'), json.Delim(']'):
			levels = levels[:len(levels)-1]
			top = levels[len(levels)-1]
		}
		top.isKey = top.seen != nil
	}
}

// Confirm recomputes the errors of a stored result and of its whole multiples. The error wraps
// ErrResults if one differs from what is stored or the features are read otherwise, or is that of
// package proof.
func (r *Result) Confirm(inst *regression.Instance) error {
	if r.Reading != features.Version {
		return fmt.Errorf("%w: %s against %s, %s: features as %q reads them, this program has %q", ErrResults, r.Hand, r.Range, r.Title(), r.Reading, features.Version)
	}
	if !r.Found() {
		return nil
	}
	s, err := proofs.NewSubject(inst)
	if err != nil {
		return err
	}
	confirm := func(f regression.Formula, average, largest Number) error {
		errs, err := evaluate(s, f)
		if err != nil {
			return fmt.Errorf("%w: %s against %s, %s: %w", ErrResults, r.Hand, r.Range, r.Title(), err)
		}
		// Written so that a missing number is a difference.
		if !errs.Average.Is(float64(average), sameError, false) || !errs.Max.Is(float64(largest), sameError, false) {
			return fmt.Errorf("%w: %s against %s, %s: stored errors %v and %v, recomputed %v and %v",
				ErrResults, r.Hand, r.Range, r.Title(), average, largest, errs.Average.Value, errs.Max.Value)
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
