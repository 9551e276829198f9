package question

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"feltlab/internal/plain"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/solvers/highs"
)

// ErrAnswer marks text without readable answers, and answers that the cards contradict.
var ErrAnswer = errors.New("bad results")

// ReadAnswers reads answers as JSON: one, several in a row as in solves.jsonl, or a list. The error
// wraps ErrAnswer or is the reader's.
func ReadAnswers(r io.Reader) ([]*Answer, error) {
	var all []*Answer
	for decoder := json.NewDecoder(r); ; {
		var raw json.RawMessage
		err := decoder.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = CheckKeys(raw)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: result %d: %w", ErrAnswer, len(all)+1, plain.JSON(err))
		}
		some := []json.RawMessage{raw}
		if raw[0] == '[' {
			if err := json.Unmarshal(raw, &some); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
			}
		}
		for _, one := range some {
			var a *Answer
			if err := json.Unmarshal(one, &a); err != nil || a == nil {
				return nil, fmt.Errorf("%w: result %d: %w", ErrAnswer, len(all)+1, cmp.Or(plain.JSON(err),
					errors.New("null, want an answer")))
			}
			all = append(all, flat(a)...)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: empty", ErrAnswer)
	}
	return all, nil
}

// flat returns an answer and those with round weights in it, each by itself.
func flat(a *Answer) []*Answer {
	all := []*Answer{a}
	for _, r := range a.Round {
		if r != nil {
			all = append(all, flat(r)...)
		}
	}
	a.Round = nil
	return all
}

// checkNames rejects texts that are none of the names that an answer may state, ranges as typed that are another
// range, and times below zero: tables and pages show what an answer states. A range as typed may use a name of a user's
// own, which only that user's settings explain.
func (a *Answer) checkNames() error {
	if is := a.Against(); is.Typed != "" {
		r, err := ParseRange(is.Typed)
		if err != nil && !ranges.OwnName(err) || err == nil && r != is.Range {
			return fmt.Errorf("range_as_typed %.40q: want the range %.40s in other words", is.Typed, is.Range)
		}
	}
	if a.Proof != nil && a.Proof.Kind != prooffile.Cuts && a.Proof.Kind != prooffile.Relaxation {
		return fmt.Errorf("unknown proof kind %.40q, want %s or %s", a.Proof.Kind, prooffile.Cuts, prooffile.Relaxation)
	}
	if a.TimeLimitSeconds < 0 {
		return fmt.Errorf("time_limit_seconds %v: want at least 0", a.TimeLimitSeconds)
	}
	return checkSolve(a.Status, a.Engine, a.Seconds, a.Solver)
}

// CheckEngine rejects a text that is neither the name of an engine nor empty, and a time below zero.
func CheckEngine(engine string, seconds float64) error {
	switch {
	case engine != "" && !slices.Contains(Engines, engine):
		return fmt.Errorf("unknown engine %.40q, want %s", engine, strings.Join(Engines, ", "))
	case seconds < 0:
		return fmt.Errorf("seconds %v: want at least 0", seconds)
	}
	return nil
}

func checkSolve(status Status, engine string, seconds float64, s *Solver) error {
	if all := []Status{Optimal, Feasible, Infeasible, None}; !slices.Contains(all, status) {
		return fmt.Errorf("unknown status %.40q, want optimal, feasible, infeasible or none", status)
	}
	if err := CheckEngine(engine, seconds); err != nil || s == nil {
		return err
	}
	_, err := regression.ParseFormulation(s.Formulation)
	_, bad := highs.ParseSettings(s.Options)
	switch {
	case bad != nil:
		return fmt.Errorf("solver_options: %w", bad)
	case s.Formulation != "" && (err != nil || s.Formulation != strings.ToLower(s.Formulation)):
		return fmt.Errorf("unknown formulation %.40q, want plain, merged or pattern", s.Formulation)
	case s.Status != NotStarted && !highs.IsStatus(s.Status):
		return fmt.Errorf("unknown solver_status %.40q, want a status of HiGHS, such as optimal", s.Status)
	case !versionOfHiGHS.MatchString(s.Version):
		return fmt.Errorf("solver_version %.40q, want HiGHS and a version, such as HiGHS 1.10.0", s.Version)
	case s.Nodes < 0 || s.Seconds < 0:
		return fmt.Errorf("solver_nodes %d, solver_seconds %v: want at least 0", s.Nodes, s.Seconds)
	}
	return nil
}

var versionOfHiGHS = regexp.MustCompile(`^HiGHS [\w.+-]*$`)

// Strict reads the first JSON value of a text into a struct that has all of its keys.
func Strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// CheckKeys rejects JSON that other programs would read differently: package json accepts keys in
// any case, and of equal keys it takes the last. The keys of answers and manifests are in lower case, but for the names
// of columns that have thresholds, under "at".
func CheckKeys(raw []byte) error {
	type level struct {
		seen  map[string]bool // of an object, nil for a list
		isKey bool            // the next string is a key
		key   string          // the last key
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
			named := len(levels) > 2 && levels[len(levels)-2].key == "at"
			if top.seen[key] || !named && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
				return fmt.Errorf("the key %.40q is there twice or not in lower case", key)
			}
			top.seen[key], top.isKey, top.key = true, false, key
			continue
		}
		switch token {
		case json.Delim('{'):
			levels = append(levels, &level{seen: map[string]bool{}, isKey: true})
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
