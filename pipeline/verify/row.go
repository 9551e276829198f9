package verify

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/certificate"
	"feltlab/pipeline/exact"
	"feltlab/pipeline/fit"
)

// row is what a file states about one solve.
type row struct {
	place      string // "row 3"
	hand, rng  string
	program    regression.Program
	status     fit.Status
	formula    *formula // nil without one
	count      *stated  // number of features, where it is stated
	bound      *stated  // of the objective
	errorBound *stated  // of the average error with as many features, beside a bound on their number
	gap        *stated
	proof      *certificate.Proof
	wholes     []*formula // with weights that are multiples of a step
	problems   []Problem  // found while reading
}

// formula is a formula with what is stated of its errors.
type formula struct {
	column            string // of the features
	terms             []exact.Term
	partial           bool     // there are more terms than the file has
	half              *big.Rat // what a weight may be off by, being rounded
	step              int      // percentage points that the weights are multiples of; 0 for free weights
	average, max, p90 *stated
	own               *outcome // of multiples of a step, where it is stated
}

// outcome is what is stated of how good a formula is.
type outcome struct {
	status     fit.Status
	bound, gap *stated
	cost       *stated // objective less that of the free weights
}

// stated is a number in a file.
type stated struct {
	column, text string
	value        *big.Rat // in the unit of the program: a fraction of 1, or a number of features
	half         *big.Rat // half a unit of its last digit; 0 if all digits are written
	floored      bool     // rounded down, not to the nearest
}

// format says how numbers are written.
type format struct {
	percent bool // percentage points, not fractions of 1
	fixed   bool // rounded to the digits that are there
}

var (
	one     = big.NewRat(1, 1)
	hundred = big.NewRat(100, 1)
)

// parse reads a decimal. An empty text is no number: nil.
func parse(column, text string, f format) (*stated, error) {
	if text == "" {
		return nil, nil
	}
	value, half, err := decimal(text)
	if err != nil {
		return nil, err
	}
	if !f.fixed {
		half.SetInt64(0)
	}
	if f.percent {
		value.Quo(value, hundred)
		half.Quo(half, hundred)
	}
	return &stated{column: column, text: text, value: value, half: half}, nil
}

// maxDecimal is the longest text that is read as a number, maxExponent its largest exponent: enough for every
// float64, and nothing that takes long.
const (
	maxDecimal  = 400
	maxExponent = 350
)

// decimal reads a decimal number exactly, and half a unit of its last digit.
func decimal(text string) (value, half *big.Rat, err error) {
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(text), "e")
	digits := strings.TrimLeft(mantissa, "+-")
	whole, part, _ := strings.Cut(digits, ".")
	power := 0
	if scientific {
		power, err = strconv.Atoi(exponent)
	}
	if err != nil || len(text) > maxDecimal || whole+part == "" || strings.Trim(whole+part, "0123456789") != "" ||
		len(mantissa)-len(digits) > 1 || power > maxExponent || power < -maxExponent {
		return nil, nil, fmt.Errorf("%q is not a number", text)
	}
	value, _ = new(big.Rat).SetString(text)
	unit, ok := new(big.Rat).SetString(fmt.Sprintf("1e%d", power-len(part)))
	if value == nil || !ok {
		return nil, nil, fmt.Errorf("%q is not a number", text)
	}
	return value, unit.Quo(unit, big.NewRat(2, 1)), nil
}

// number is a stated float64, nil for NaN.
func number(column string, x fit.Number) *stated {
	if x.Missing() || math.IsInf(float64(x), 0) {
		return nil
	}
	text := strconv.FormatFloat(float64(x), 'g', -1, 64)
	return &stated{column: column, text: text, value: new(big.Rat).SetFloat64(float64(x)), half: new(big.Rat)}
}

// parseTerms reads "F54:0.86;F41:-0.18".
func parseTerms(text string) ([]exact.Term, error) {
	var terms []exact.Term
	if text == "" {
		return nil, nil
	}
	for _, part := range strings.Split(text, ";") {
		name, weight, ok := strings.Cut(part, ":")
		if !ok {
			return nil, fmt.Errorf("%q is not a feature with its weight, such as F54:0.86", part)
		}
		id, err := features.ParseID(name)
		if err != nil {
			return nil, err
		}
		value, _, err := decimal(weight)
		if err != nil {
			return nil, fmt.Errorf("the weight of F%d: %w", id, err)
		}
		terms = append(terms, exact.Term{ID: id, Weight: value})
	}
	return terms, nil
}

// parseTitle reads "AVGERR(10)" or "FEAT_AVGERR(2.5%)".
func parseTitle(title string) (regression.Program, error) {
	name, size, ok := strings.Cut(strings.TrimSuffix(title, ")"), "(")
	if !ok || !strings.HasSuffix(title, ")") {
		return regression.Program{}, fmt.Errorf("%q is no program with its size, such as AVGERR(10)", title)
	}
	limit, percent := strings.CutSuffix(size, "%")
	if percent {
		return programOf(name, "", limit, hundred)
	}
	return programOf(name, size, "", one)
}

// programOf reads a program by its name and either its number of features or its error limit, in units of
// which scale make 1.
func programOf(name, n, limit string, scale *big.Rat) (p regression.Program, err error) {
	if p.Kind, err = regression.ParseKind(name); err != nil {
		return p, err
	}
	if p.Kind.CountsFeatures() {
		e, _, err := decimal(limit)
		if err != nil {
			return p, fmt.Errorf("the error limit: %w", err)
		}
		p.E, _ = e.Quo(e, scale).Float64()
		return p, p.Validate()
	}
	if p.N, err = strconv.Atoi(n); err != nil {
		return p, errors.New("the number of features: " + strconv.Quote(n) + " is not a whole number")
	}
	return p, p.Validate()
}
