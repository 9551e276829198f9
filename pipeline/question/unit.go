package question

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"feltlab/dataset/data"
)

// OfRange has the numbers of an answer about a table as fractions of the target's range, as they are proved. They stand
// in JSON next to the same numbers in the unit of the target.
type OfRange struct {
	AverageError Number `json:"average_error"` // average error
	MaxError     Number `json:"max_error"`     // largest error
	P90Error     Number `json:"p90_error"`     // error that 90% of the rows stay within
	// LowerBound bounds the error that the program minimizes; null for programs that minimize the number of columns.
	LowerBound Number `json:"lower_bound"`
	// SolverBound is that of HiGHS.
	SolverBound Number    `json:"solver_bound,omitzero"`
	Intercept   float64   `json:"intercept,omitempty"` // above the least target, or from 0 on with no_intercept
	Weights     []float64 `json:"weights"`             // in the order of features
}

// unitKeys say that the numbers of an answer are in the unit of a table's target, while JSON is written or read.
type unitKeys struct {
	// Unit is the column whose unit errors, bounds, weights and intercept have, maybe after a power of ten; without one
	// they are fractions of 1.
	Unit string `json:"unit,omitempty"`
	// OfRange has the same numbers as fractions of the target's range.
	OfRange *OfRange `json:"of_range,omitempty"`
}

// Span returns the least target of a table and the size of the range, in the unit in which targets are counted. It
// reports whether they are known.
func (t Table) Span() (low, size float64, ok bool) {
	low, err := data.ParseTarget(t.Low)
	high, err2 := data.ParseTarget(t.High)
	return low, high - low, err == nil && err2 == nil
}

// Unit names the unit of a table's numbers: the target, maybe after a power of ten.
func (t Table) Unit() string {
	if p := t.Options().Power; p != 0 {
		return fmt.Sprintf("1e%d %s", p, t.Target())
	}
	return t.Target()
}

// InTargetUnit returns the answer to show: with numbers in the unit of a table's target, and as fractions of its range
// besides. Answers about hands, and about tables whose range is not known, stay as they are.
func (a *Answer) InTargetUnit() *Answer {
	if _, _, known := a.Table().Span(); !known || a.OfRange != nil {
		return a
	}
	b := *a
	b.toUnit()
	b.Round, b.Best = nil, a.Best.inUnit(a)
	for _, r := range a.Round {
		b.Round = append(b.Round, r.InTargetUnit())
	}
	return &b
}

// errorUnit returns how many units an error of 1 has, the unit, and the digits after the point that are shown: of
// tables whose range is known the unit is that of the target, with four digits of the range.
func (a *Answer) errorUnit() (size float64, unit string, digits int) {
	size, unit, digits = 100, "percentage points", 4
	if a.IsTable() {
		unit = "percent of the target's range"
		if _, span, known := a.Table().Span(); known && span > 0 {
			size, unit = span, "the unit of "+a.Table().Unit()
			digits = max(0, min(9, 4-int(math.Ceil(math.Log10(size)))))
		}
		if a.OfRange != nil {
			size = 1 // the answer is in the unit
		}
	}
	return size, unit, digits
}

// ErrorUnit names the unit of ErrorText.
func (a *Answer) ErrorUnit() string {
	_, unit, _ := a.errorUnit()
	return unit
}

// InErrorUnit returns an error of a formula in the unit of ErrorText.
func (a *Answer) InErrorUnit(e float64) float64 {
	size, _, _ := a.errorUnit()
	return size * e
}

// ErrorText writes an error of a formula: of a table in the unit of the target, else in percentage points.
func (a *Answer) ErrorText(e float64) string {
	size, _, digits := a.errorUnit()
	return strconv.FormatFloat(size*e+0, 'f', digits, 64)
}

// FormulaText writes a formula by the names of its columns, the largest weights first, in the unit of ErrorText:
// "93.0; +77.0 if s5 >= 4.8203".
func (a *Answer) FormulaText() string {
	size, _, digits := a.errorUnit()
	var parts []string
	if a.IsTable() && !a.Table().Options().NoIntercept {
		low, _, _ := a.Table().Span()
		parts = append(parts, strconv.FormatFloat(low+size*a.Intercept, 'f', digits, 64))
	} else if !a.IsTable() {
		digits = 2
	}
	for _, w := range a.ByWeight() {
		parts = append(parts, fmt.Sprintf("%+.*f if %s", digits, size*w.Weight, w.Name))
	}
	return strings.Join(parts, "; ")
}

// Digits15 rounds to 15 digits, which every float64 has: 71, not 70.99999999999999.
func Digits15(x float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	return rounded
}

// toUnit puts the numbers of a copy of an answer, and of what HiGHS reports, into the unit of the target.
func (a *Answer) toUnit() {
	s := &Solver{}
	if a.Solver != nil {
		*s = *a.Solver
		a.Solver = s
	}
	low, size, _ := a.Table().Span()
	exact := &OfRange{AverageError: a.AverageError, MaxError: a.MaxError, P90Error: a.P90Error,
		LowerBound: a.LowerBound, Intercept: a.Intercept, Weights: make([]float64, len(a.Features))}
	in := func(x Number) Number { return Number(Digits15(float64(x) * size)) }
	a.AverageError, a.MaxError, a.P90Error = in(a.AverageError), in(a.MaxError), in(a.P90Error)
	if a.CountsFeatures() {
		exact.LowerBound = Number(math.NaN())
	} else {
		a.LowerBound, exact.SolverBound, s.Bound = in(a.LowerBound), s.Bound, in(s.Bound)
	}
	if a.Features = append([]Weight{}, a.Features...); a.Table().Options().NoIntercept {
		a.Intercept = 0
	} else if a.Found() {
		a.Intercept = Digits15(low + size*a.Intercept)
	}
	for i := range a.Features {
		w := &a.Features[i]
		exact.Weights[i], w.Weight = w.Weight, float64(in(Number(w.Weight)))
	}
	a.Unit, a.OfRange = a.Table().Unit(), exact
}

// InTargetUnit returns a formula about a table with numbers in the unit of the target.
func (s *Scored) InTargetUnit(t Table) Scored {
	a := s.answer(Subject{Source: t})
	a.toUnit()
	return a.Scored()
}

// answer returns a formula as an answer without a bound, whose numbers can change their unit.
func (s *Scored) answer(about Subject) *Answer {
	a := &Answer{Subject: about, Status: Feasible, LowerBound: Number(math.NaN())}
	a.SetScored(*s)
	return a
}

// fromUnit takes the fractions of an answer that was read in the unit of its target, and forgets the other numbers. The
// error says that both differ.
func (a *Answer) fromUnit() error {
	_, size, known := a.Table().Span()
	stated, exact := *a, a.OfRange
	switch {
	case exact == nil && a.Unit == "":
		return nil
	case exact == nil || !known || len(exact.Weights) != len(a.Features):
		return fmt.Errorf("unit and of_range: want both, a table with target_low and target_high, and %d weights",
			len(a.Features))
	}
	a.AverageError, a.MaxError, a.P90Error = exact.AverageError, exact.MaxError, exact.P90Error
	a.Intercept, a.unitKeys, a.Features = exact.Intercept, unitKeys{}, append([]Weight{}, a.Features...)
	for i := range a.Features {
		a.Features[i].Weight = exact.Weights[i]
	}
	if !a.CountsFeatures() {
		a.LowerBound = exact.LowerBound
		if a.Solver != nil {
			a.Solver.Bound = exact.SolverBound
		}
	}
	again := *a
	again.toUnit()
	alike := func(x, y float64) bool {
		return math.Abs(x-y) <= 1e-12*math.Max(size, math.Abs(x)) || math.IsNaN(x) && math.IsNaN(y)
	}
	same := again.Unit == stated.Unit && alike(again.Intercept, stated.Intercept)
	for _, pair := range [][2]Number{{again.AverageError, stated.AverageError}, {again.MaxError, stated.MaxError},
		{again.P90Error, stated.P90Error}, {again.LowerBound, stated.LowerBound}} {
		same = same && alike(float64(pair[0]), float64(pair[1]))
	}
	for i := range again.Features {
		same = same && alike(again.Features[i].Weight, stated.Features[i].Weight)
	}
	if !same {
		return fmt.Errorf("the numbers in the unit %q are not those of of_range", stated.Unit)
	}
	return a.Best.fromUnit(a)
}
