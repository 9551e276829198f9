package check

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/regression"
)

// ErrInstance marks an instance that is not a table of equities: no rows, columns of
// different lengths, an equity outside [0, 1] or a weight that is not positive.
var ErrInstance = errors.New("check: invalid instance")

// Errors are the errors of a formula over an instance, as fractions of 1.
type Errors struct {
	Average float64 // mean absolute error, rows counted with their multiplicity
	P90     float64 // 90th percentile of the absolute error by nearest rank
	Max     float64 // largest absolute error
}

// Evaluate computes the errors of a formula. The error wraps [ErrInstance] or [ErrFormula];
// the weights of a formula may be any finite numbers here.
func Evaluate(inst *regression.Instance, f regression.Formula) (Errors, error) {
	deviations, err := absoluteErrors(inst, f)
	if err != nil {
		return Errors{}, err
	}
	return summarise(inst, deviations), nil
}

// EvaluateEstimates computes the errors of any estimates, one for each row: those of a rule that
// is no formula. The error wraps [ErrInstance], or [ErrFormula] for estimates that are missing
// or not finite.
func EvaluateEstimates(inst *regression.Instance, estimates []float64) (Errors, error) {
	if err := checkInstance(inst); err != nil {
		return Errors{}, err
	}
	if len(estimates) != len(inst.Equity) {
		return Errors{}, fmt.Errorf("%w: %d estimates for %d rows", ErrFormula, len(estimates), len(inst.Equity))
	}
	deviations := make([]float64, len(estimates))
	for i, s := range estimates {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			return Errors{}, fmt.Errorf("%w: row %d has the estimate %v", ErrFormula, i, s)
		}
		deviations[i] = math.Abs(s - inst.Equity[i])
	}
	return summarise(inst, deviations), nil
}

// summarise sums up the absolute errors of the rows.
func summarise(inst *regression.Instance, deviations []float64) Errors {
	order := make([]int, len(deviations))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		switch {
		case deviations[i] < deviations[j]:
			return -1
		case deviations[i] > deviations[j]:
			return 1
		}
		return i - j
	})
	var total, weighted sum
	for i, e := range deviations {
		total.add(inst.Weight[i])
		weighted.add(inst.Weight[i] * e)
	}
	out := Errors{Average: weighted.value() / total.value(), Max: deviations[order[len(order)-1]]}
	var held sum
	for _, i := range order {
		held.add(inst.Weight[i])
		// Both sides are integers when the multiplicities are, so that the rank is exact.
		if 10*held.value() >= 9*total.value() {
			out.P90 = deviations[i]
			break
		}
	}
	return out
}

// Row is one row of an instance with a formula's estimate of it.
type Row struct {
	Index    int     // of the row in the instance
	Estimate float64 // sum of the weights of the row's features; may leave [0, 1]
	Equity   float64 // exact
	Error    float64 // |Estimate - Equity|
}

// Worst returns the k rows with the largest absolute errors, the largest first and rows of
// equal error by ascending index; fewer if the instance is shorter, none for k below 1. It
// fails as [Evaluate] does.
func Worst(inst *regression.Instance, f regression.Formula, k int) ([]Row, error) {
	deviations, err := absoluteErrors(inst, f)
	if err != nil {
		return nil, err
	}
	rows := make([]Row, len(deviations))
	for i, e := range deviations {
		rows[i] = Row{Index: i, Estimate: estimate(inst, f, i), Equity: inst.Equity[i], Error: e}
	}
	slices.SortFunc(rows, func(a, b Row) int {
		switch {
		case a.Error > b.Error:
			return -1
		case a.Error < b.Error:
			return 1
		}
		return a.Index - b.Index
	})
	return rows[:max(0, min(k, len(rows)))], nil
}

// absoluteErrors checks instance and formula and returns the absolute error of every row.
func absoluteErrors(inst *regression.Instance, f regression.Formula) ([]float64, error) {
	if err := checkInstance(inst); err != nil {
		return nil, err
	}
	if err := checkTerms(f); err != nil {
		return nil, err
	}
	out := make([]float64, len(inst.Equity))
	for i := range out {
		out[i] = math.Abs(estimate(inst, f, i) - inst.Equity[i])
	}
	return out, nil
}

func estimate(inst *regression.Instance, f regression.Formula, row int) float64 {
	var s sum
	for _, t := range f {
		if inst.Features[row].Has(t.ID) {
			s.add(t.Weight)
		}
	}
	return s.value()
}

func checkInstance(inst *regression.Instance) error {
	if inst == nil || len(inst.Equity) == 0 {
		return fmt.Errorf("%w: no rows", ErrInstance)
	}
	n := len(inst.Equity)
	if len(inst.Features) != n || len(inst.Weight) != n {
		return fmt.Errorf("%w: %d equities, %d feature vectors, %d weights", ErrInstance, n, len(inst.Features), len(inst.Weight))
	}
	for i := range n {
		if e := inst.Equity[i]; !(e >= 0 && e <= 1) {
			return fmt.Errorf("%w: row %d has equity %v", ErrInstance, i, e)
		}
		if w := inst.Weight[i]; !(w > 0) || math.IsInf(w, 0) {
			return fmt.Errorf("%w: row %d has weight %v", ErrInstance, i, w)
		}
	}
	return nil
}

// sum adds numbers and carries the rounding error of each addition along (Neumaier 1974), so
// that 19,600 terms lose no more than a few units in the last place.
type sum struct{ total, lost float64 }

func (s *sum) add(x float64) {
	t := s.total + x
	if math.Abs(s.total) >= math.Abs(x) {
		s.lost += (s.total - t) + x
	} else {
		s.lost += (x - t) + s.total
	}
	s.total = t
}

func (s *sum) value() float64 { return s.total + s.lost }
