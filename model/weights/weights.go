package weights

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"feltlab/model/proof"
)

// Weights says which weights the formulas of a question have, besides their bounds: any (the empty text), multiples of
// a step ("step 5"), some values and 0 ("values -10 5 20"), and for hands none below 0 ("positive", "step 5 positive").
// The numbers are percentage points for hands, and in the unit of the target for tables. The text is canonical, so that
// == compares.
type Weights string

// Word stands between other texts and weights.
const Word = " with weights "

// Err is wrapped by errors about weights that no formula can have.
var Err = errors.New("bad weights")

const positiveWord = "positive"

// New returns the weights that are multiples of a step or, with step 0, one of some values, or any without
// values. Positive ones are not below 0. The error wraps Err.
func New(step proof.Decimal, values []proof.Decimal, positive bool) (Weights, error) {
	var words []string
	values = slices.Compact(slices.Sorted(slices.Values(values)))
	values = slices.DeleteFunc(values, func(v proof.Decimal) bool { return v == 0 })
	switch {
	case step < 0:
		return "", fmt.Errorf("%w: a step of %v, want a number above zero", Err, step)
	case step > 0 && len(values) > 0:
		return "", fmt.Errorf("%w: want a step or a list of values, not both", Err)
	case positive && len(values) > 0 && values[0] < 0:
		return "", fmt.Errorf("%w: %v among the values of positive weights", Err, values[0])
	case step > 0:
		words = append(words, "step", step.String())
	case len(values) > 0:
		words = append(words, "values")
		for _, v := range values {
			words = append(words, v.String())
		}
	}
	if positive && len(values) == 0 { // values say it themselves
		words = append(words, positiveWord)
	}
	return Weights(strings.Join(words, " ")), nil
}

// Multiples are the multiples of a step in whole percentage points.
func Multiples(step int) Weights {
	w, err := New(proof.Decimal(step)*proof.One, nil, false)
	if err != nil {
		panic(err)
	}
	return w
}

// Parse reads the canonical text. The error wraps Err.
func Parse(text string) (Weights, error) {
	step, values, positive, err := Weights(text).parts()
	w := Weights("")
	if err == nil {
		w, err = New(step, values, positive)
	}
	if err == nil && string(w) != text {
		err = fmt.Errorf("%w: %.40q, want %q", Err, text, string(w))
	}
	return w, err
}

func (w Weights) parts() (step proof.Decimal, values []proof.Decimal, positive bool, err error) {
	words := strings.Fields(string(w))
	if n := len(words); n > 0 && words[n-1] == positiveWord {
		words, positive = words[:n-1], true
	}
	if len(words) == 0 {
		return 0, nil, positive, nil
	}
	for _, word := range words[1:] {
		v, err := proof.ParseDecimal(word)
		if err != nil {
			return 0, nil, false, fmt.Errorf("%w: %w", Err, err)
		}
		values = append(values, v)
	}
	switch {
	case words[0] == "step" && len(values) == 1 && values[0] > 0:
		return values[0], nil, positive, nil
	case words[0] == "values" && len(values) > 0:
		return 0, values, positive, nil
	}
	return 0, nil, false, fmt.Errorf("%w: %.40q, want a step, values, or positive, such as %q", Err, string(w),
		"step 5")
}

// Step returns the step as a whole number, 0 without one or if it is no whole number.
func (w Weights) Step() int {
	step, _, _, err := w.parts()
	if err != nil || step%proof.One != 0 {
		return 0
	}
	return int(step / proof.One)
}

// UnmarshalText reads what Parse reads.
func (w *Weights) UnmarshalText(text []byte) (err error) {
	*w, err = Parse(string(text))
	return err
}

// Positive reports whether no weight is below 0.
func (w Weights) Positive() bool { return strings.HasSuffix(string(w), positiveWord) }

// String says it in words: "in steps of 5", "out of -10, 5, 20", "in steps of 5, none below 0"; nothing for any
// weights.
func (w Weights) String() string {
	step, values, positive, err := w.parts()
	var parts []string
	switch {
	case err != nil:
		return string(w)
	case step > 0:
		parts = append(parts, "in steps of "+step.String())
	case len(values) > 0:
		var all []string
		for _, v := range values {
			all = append(all, v.String())
		}
		parts = append(parts, "out of "+strings.Join(all, ", "))
	}
	if positive {
		parts = append(parts, "none below 0")
	}
	return strings.Join(parts, ", ")
}

// mostPercent is the largest weight of a formula about a hand, in percentage points.
const mostPercent = 100 * proof.One

// Check returns nil if formulas can have the weights. The error wraps Err.
func (w Weights) Check(table bool) error {
	step, values, positive, err := w.parts()
	switch {
	case err != nil:
		return err
	case table && positive:
		return fmt.Errorf("%w: positive is for hands; columns of tables have signs of their own", Err)
	case table:
		return nil
	case step > 0 && (mostPercent%step != 0 || step%100 != 0):
		return fmt.Errorf("%w: a step of %v percentage points does not divide 100", Err, step)
	}
	for _, v := range values {
		if v < -mostPercent || v > mostPercent || v%100 != 0 {
			return fmt.Errorf("%w: the value %v, want percentage points from -100 to 100", Err, v)
		}
	}
	return nil
}

// Rules returns the rules of formulas with the weights: those given, narrowed, or for a hand without rules those that
// bound n weights by -1 and 1. The intercept of a table is a multiple of the step too, and free for values. The error
// wraps Err.
func (w Weights) Rules(given *proof.Rules, n int, table bool) (*proof.Rules, error) {
	if err := w.Check(table); err != nil || w == "" {
		return given, err
	}
	step, values, positive, err := w.parts()
	if err != nil {
		return nil, err
	}
	unit := proof.Decimal(1) // of the decimals of the text in those of the rules
	if !table {
		unit = 100
	}
	r := proof.Rules{High: proof.One, Bounds: slices.Repeat([]proof.Bounds{{Lower: -proof.One, Upper: proof.One}}, n)}
	if given != nil {
		r = *given
	}
	if r.Step = step / unit; r.Step > 0 && r.Intercept == proof.FreeIntercept {
		r.Intercept = proof.RoundIntercept
	}
	for _, v := range values {
		r.Values = append(r.Values, v/unit)
	}
	if r.Values != nil {
		at, _ := slices.BinarySearch(r.Values, 0)
		r.Values = slices.Insert(r.Values, at, 0)
	}
	if positive {
		r.Bounds = slices.Clone(r.Bounds)
		for i := range r.Bounds {
			r.Bounds[i].Lower = 0
		}
	}
	if r.Step == 0 && r.Values == nil {
		return &r, nil
	}
	return Rounded(r), nil
}

// Of reads the weights of rules that Weights.Rules has returned.
func Of(r *proof.Rules, table bool) Weights {
	if r == nil {
		return ""
	}
	unit := proof.Decimal(1)
	positive := false
	if !table {
		unit = 100
		positive = !slices.ContainsFunc(r.Bounds, func(b proof.Bounds) bool { return b.Lower < 0 })
	}
	values := slices.Clone(r.Values)
	for i := range values {
		values[i] *= unit
	}
	w, err := New(r.Step*unit, values, positive)
	if err != nil {
		return ""
	}
	return w
}

// Rounded returns rules with a step or a list of values whose bounds are values that a weight can have.
func Rounded(r proof.Rules) *proof.Rules {
	r.Bounds = slices.Clone(r.Bounds)
	for i, b := range r.Bounds {
		if r.Step > 0 {
			r.Bounds[i] = proof.Bounds{Lower: b.Lower - b.Lower%r.Step, Upper: b.Upper - b.Upper%r.Step}
			continue
		}
		outside := func(v proof.Decimal) bool { return v < b.Lower || v > b.Upper }
		inside := slices.DeleteFunc(slices.Clone(r.Values), outside)
		r.Bounds[i] = proof.Bounds{Lower: inside[0], Upper: inside[len(inside)-1]} // 0 is inside
	}
	return &r
}
