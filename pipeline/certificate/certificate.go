package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"feltlab/model/features"
	"feltlab/pipeline/exact"
)

var (
	// ErrFormat marks text that is no list of certificates.
	ErrFormat = errors.New("certificate: not a file of certificates")
	// ErrBound marks a certificate that does not prove what it states.
	ErrBound = errors.New("certificate: the bound does not follow")
)

// Kind says what a certificate consists of.
type Kind string

// The kinds.
const (
	Dual Kind = "dual" // multipliers
	Tree Kind = "tree" // the record of a search
)

// Proof is what a result says of the proof of its bound.
type Proof struct {
	Kind Kind `json:"kind"`
	// Features is the N of the bound; Bound holds for every formula with at most so many, a
	// fraction of 1.
	Features int     `json:"features"`
	Bound    float64 `json:"bound"`
	// Largest says that the bound is one on the largest error, not on the average.
	Largest bool `json:"largest_error,omitempty"`
	// Cutoff is the error whose tree was completed, a fraction of 1.
	Cutoff float64 `json:"cutoff,omitempty"`
	// Columns is the number of features that are true somewhere; Supports is the number of sets of at most N
	// of them, which the leaves cover (modulo 2^64). Of features that are true on the same rows, which are
	// interchangeable, sets have the smallest.
	Columns  int    `json:"columns,omitempty"`
	Supports uint64 `json:"supports,omitempty"`
	Leaves   int64  `json:"leaves,omitempty"`
	Duals    int64  `json:"dual_vectors,omitempty"`
	// Digest is a sum of hashes of the leaves, which does not depend on their order.
	Digest string `json:"digest,omitempty"`
}

// Certificate is a proof with what it is about and, of a dual one, the multipliers.
type Certificate struct {
	Hand  string `json:"hand"`
	Range string `json:"range"`
	// Reading is that of the features, features.Version.
	Reading string `json:"reading"`
	Proof
	Multipliers []Multiplier `json:"multipliers,omitempty"`
}

// Multiplier is an integer number of units of 1/exact.MultiplierUnit, written in JSON as a decimal.
type Multiplier int64

// decimals of a multiplier.
const decimals = 6

// MarshalJSON writes an exact decimal without trailing zeros.
func (m Multiplier) MarshalJSON() ([]byte, error) {
	sign, size := "", uint64(m)
	if m < 0 {
		sign, size = "-", -uint64(m)
	}
	whole, part := size/exact.MultiplierUnit, size%exact.MultiplierUnit
	text := sign + strconv.FormatUint(whole, 10)
	if part != 0 {
		text += "." + strings.TrimRight(fmt.Sprintf("%0*d", decimals, part), "0")
	}
	return []byte(text), nil
}

// UnmarshalJSON reads a decimal with at most six digits after the point.
func (m *Multiplier) UnmarshalJSON(text []byte) error {
	whole, part, _ := strings.Cut(string(text), ".")
	if len(part) > decimals {
		return fmt.Errorf("multiplier %s has more than %d decimals", text, decimals)
	}
	units, err := strconv.ParseInt(whole+part+strings.Repeat("0", decimals-len(part)), 10, 64)
	if err != nil {
		return fmt.Errorf("multiplier %s is not a decimal", text)
	}
	*m = Multiplier(units)
	return nil
}

// slack is what a stored bound may differ from the recomputed one by: a certificate is made from equities
// in double precision, which are off by up to 2^-54, and its bound is rounded.
const slack = 1e-15

// Value evaluates a dual certificate for a problem in rational arithmetic.
func (c *Certificate) Value(p *exact.Problem) (*big.Rat, error) {
	mu := make([]int64, len(c.Multipliers))
	for i, m := range c.Multipliers {
		mu[i] = int64(m)
	}
	return p.DualBound(c.Features, mu)
}

// Check evaluates a dual certificate, or holds the counts of a tree certificate to the problem. The
// error wraps ErrBound or exact.ErrDual; one for another reading of the features proves nothing here.
func (c *Certificate) Check(p *exact.Problem) error {
	if c.Reading != features.Version {
		return fmt.Errorf("%w: it is for the reading %q of the features, not %q", ErrBound, c.Reading, features.Version)
	}
	if c.Kind == Tree {
		return c.checkCounts(p)
	}
	value, err := c.Value(p)
	if err != nil {
		return err
	}
	if v, _ := value.Float64(); !(math.Abs(v-c.Bound) <= slack) {
		return fmt.Errorf("%w: the multipliers prove %v, it states %v", ErrBound, v, c.Bound)
	}
	return nil
}

// checkCounts holds what can be known of a tree without making it again.
func (c *Proof) checkCounts(p *exact.Problem) error {
	all := newChoices(p.Twins())
	switch want := all.all(c.Features); {
	case c.Columns != all.size():
		return fmt.Errorf("%w: %d features are true somewhere, the proof chooses among %d", ErrBound, all.size(), c.Columns)
	case c.Supports != want:
		return fmt.Errorf("%w: there are %d sets of at most %d features, the proof covers %d", ErrBound, want, c.Features, c.Supports)
	case c.Leaves < 1 || c.Duals < 1:
		return fmt.Errorf("%w: a proof of %d leaves and %d dual vectors", ErrBound, c.Leaves, c.Duals)
	}
	return nil
}

// Write writes certificates, one a line.
func Write(w io.Writer, all []*Certificate) error {
	enc := json.NewEncoder(w)
	for _, c := range all {
		if err := enc.Encode(c); err != nil {
			return err
		}
	}
	return nil
}

// Read reads what Write wrote. Unknown fields, missing ones and anything after the end of a certificate on its
// line are errors that wrap ErrFormat and name the line.
func Read(r io.Reader) ([]*Certificate, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var all []*Certificate
	lines := bytes.Split(text, []byte("\n"))
	for i, line := range lines {
		if len(bytes.TrimSpace(line)) == 0 {
			if i == len(lines)-1 {
				break
			}
			return nil, fmt.Errorf("%w: line %d is empty", ErrFormat, i+1)
		}
		c := new(Certificate)
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		err := decoder.Decode(c)
		if err == nil && decoder.More() {
			err = errors.New("text after the certificate")
		}
		if err == nil {
			err = c.valid()
		}
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrFormat, i+1, err)
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: empty", ErrFormat)
	}
	return all, nil
}

// valid reports the first part that is missing.
func (c *Certificate) valid() error {
	switch {
	case c.Hand == "" || c.Range == "":
		return errors.New("no hand or range")
	case c.Features < 0:
		return fmt.Errorf("%d features", c.Features)
	case c.Kind == Dual && len(c.Multipliers) == 0:
		return errors.New("a dual certificate without multipliers")
	case c.Kind != Dual && c.Kind != Tree:
		return fmt.Errorf("kind %q, want dual or tree", c.Kind)
	}
	return nil
}
