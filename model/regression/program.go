package regression

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"feltlab/internal/plain"
	"feltlab/model/proof"
)

var (
	ErrProgram = errors.New("bad program")  // wrapped by errors about the number of features or the allowed error
	ErrName    = errors.New("unknown name") // wrapped by errors about the name of a program or formulation
)

// Kind is what a program minimises and what it bounds.
type Kind uint8

// The four programs.
const (
	MaxErr     Kind = iota // least largest error with at most N features
	AvgErr                 // least average error with at most N features
	FeatMaxErr             // fewest features with a largest error of at most E
	FeatAvgErr             // fewest features with an average error of at most E
)

var kindNames = []string{"MAXERR", "AVGERR", "FEAT_MAXERR", "FEAT_AVGERR"}

// String returns the published name, such as FEAT_AVGERR.
func (k Kind) String() string { return nameOf(kindNames, "Kind", uint8(k)) }

// ParseKind reads a published name, in any case and with - for _. The error wraps ErrName and suggests
// the nearest name.
func ParseKind(text string) (Kind, error) {
	k, err := parseName(kindNames, "program", text)
	return Kind(k), err
}

// MarshalText writes the published name.
func (k Kind) MarshalText() ([]byte, error) { return marshalName(kindNames, "program", uint8(k)) }

// UnmarshalText reads what ParseKind reads.
func (k *Kind) UnmarshalText(text []byte) (err error) {
	*k, err = ParseKind(string(text))
	return err
}

// CountsFeatures reports whether the program minimises the number of features; it then takes E, not N.
func (k Kind) CountsFeatures() bool { return k == FeatMaxErr || k == FeatAvgErr }

// UsesMax reports whether the program measures the largest error, not the average error.
func (k Kind) UsesMax() bool { return k == MaxErr || k == FeatMaxErr }

// Loss returns the kind of error that the program minimises or limits.
func (k Kind) Loss() proof.Loss {
	if k.UsesMax() {
		return proof.Largest
	}
	return proof.Average
}

// Measured returns the error that the program minimises or limits.
func (k Kind) Measured(e proof.Errors) proof.Number {
	if k.UsesMax() {
		return e.Max
	}
	return e.Average
}

// LeastError returns the kind that minimises the same error: MaxErr or AvgErr.
func (k Kind) LeastError() Kind {
	if k.UsesMax() {
		return MaxErr
	}
	return AvgErr
}

// Program is one of the four with its parameter.
type Program struct {
	Kind Kind    `json:"program"`                // AVGERR, MAXERR, FEAT_AVGERR or FEAT_MAXERR
	N    int     `json:"max_features,omitempty"` // MAXERR, AVGERR: most features, 1 to the number of columns
	E    float64 `json:"error_limit,omitempty"`  // FEAT_MAXERR, FEAT_AVGERR: allowed error, 0 <= E < 1
}

// String returns the program with its parameter, such as AVGERR(5) or FEAT_AVGERR(2.5%).
func (p Program) String() string {
	if p.Kind.CountsFeatures() {
		return fmt.Sprintf("%v(%s)", p.Kind, limitText(p.E))
	}
	return fmt.Sprintf("%v(%d)", p.Kind, p.N)
}

// limitText writes an allowed error with as few digits as parse back to it: as a percentage, or as a
// fraction if no percentage does. Ten percent and more have no exponent.
func limitText(e float64) string {
	for digits := 1; digits <= 17; digits++ {
		text := strconv.FormatFloat(100*e, 'g', digits, 64)
		if rounded, err := strconv.ParseFloat(text, 64); err == nil && rounded >= 1 {
			text = strconv.FormatFloat(rounded, 'f', -1, 64)
		}
		if back, err := parseLimit(text + "%"); err == nil && back == e {
			return text + "%"
		}
	}
	return strconv.FormatFloat(e, 'g', -1, 64)
}

func parseLimit(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	e, err := strconv.ParseFloat(number, 64)
	if percent {
		e /= 100
	}
	return e, err
}

// ParseProgram reads a program such as AVGERR(5), FEAT_AVGERR(2.5%) or FEAT_AVGERR(0.025). The error
// wraps ErrName or ErrProgram.
func ParseProgram(text string) (Program, error) {
	name, parameter, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(text), ")"), "(")
	kind, err := ParseKind(name)
	if err != nil {
		return Program{}, err
	}
	p := Program{Kind: kind}
	if kind.CountsFeatures() {
		p.E, err = parseLimit(parameter)
	} else {
		p.N, err = strconv.Atoi(parameter)
	}
	if err != nil {
		return p, fmt.Errorf("%w: %q, want a program with its parameter, such as AVGERR(5) or FEAT_AVGERR(2.5%%)",
			ErrProgram, text)
	}
	return p, p.Validate(proof.MaxColumns)
}

// MarshalText writes what String returns.
func (p Program) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what ParseProgram reads.
func (p *Program) UnmarshalText(text []byte) (err error) {
	*p, err = ParseProgram(string(text))
	return err
}

// Validate returns nil or an error that wraps ErrProgram (ErrName for an unknown Kind), for an
// instance with a number of columns. It checks only the parameter that the program takes.
func (p Program) Validate(columns int) error {
	switch {
	case int(p.Kind) >= len(kindNames):
		return fmt.Errorf("%w: program %v", ErrName, p.Kind)
	case p.Kind.CountsFeatures() && !(p.E >= 0 && p.E < 1): // not NaN either
		return fmt.Errorf("%w: %v: the allowed error is %v, want a fraction from 0 to below 1", ErrProgram, p.Kind, p.E)
	case !p.Kind.CountsFeatures() && (p.N < 1 || p.N > columns):
		return fmt.Errorf("%w: %v: the number of features is %d, want 1 to the number of columns, %d", ErrProgram,
			p.Kind, p.N, columns)
	}
	return nil
}

// Formulation is a way to write a program as a mixed-integer linear program. All have the same optimum;
// see the package comment.
type Formulation uint8

// The formulations, from the published to the smallest.
const (
	Plain Formulation = iota
	Merged
	Pattern
)

var formulationNames = []string{"plain", "merged", "pattern"}

// String returns plain, merged or pattern.
func (f Formulation) String() string { return nameOf(formulationNames, "Formulation", uint8(f)) }

// ParseFormulation reads a name in any case. The error wraps ErrName and suggests the nearest name.
func ParseFormulation(text string) (Formulation, error) {
	f, err := parseName(formulationNames, "formulation", text)
	return Formulation(f), err
}

// MarshalText writes the name.
func (f Formulation) MarshalText() ([]byte, error) {
	return marshalName(formulationNames, "formulation", uint8(f))
}

// UnmarshalText reads what ParseFormulation reads.
func (f *Formulation) UnmarshalText(text []byte) (err error) {
	*f, err = ParseFormulation(string(text))
	return err
}

func nameOf(names []string, kind string, value uint8) string {
	if int(value) < len(names) {
		return names[value]
	}
	return fmt.Sprintf("%s(%d)", kind, value)
}

func marshalName(names []string, kind string, value uint8) ([]byte, error) {
	if int(value) >= len(names) {
		return nil, fmt.Errorf("%w: %s %d", ErrName, kind, value)
	}
	return []byte(names[value]), nil
}

func parseName(names []string, kind, text string) (uint8, error) {
	key := strings.ReplaceAll(strings.TrimSpace(text), "-", "_")
	i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, key) })
	if i < 0 {
		return 0, fmt.Errorf("%w: %s %q%s (one of %s)",
			ErrName, kind, text, plain.Hint(key, names), strings.Join(names, ", "))
	}
	return uint8(i), nil
}
