package lattice

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// whole is 1 in percentage points, the unit of steps.
const whole = 100

// ErrStep is wrapped by errors about a step that does not divide 100 percentage points.
var ErrStep = errors.New("bad step")

// CheckStep returns nil for a step of 1 to 50 percentage points that divides 100, so that the bounds of
// a weight, -1 and 1, are multiples too. The error wraps ErrStep.
func CheckStep(step int) error {
	if step < 1 || step >= whole || whole%step != 0 {
		return fmt.Errorf("%w: %d percentage points, want a divisor of 100 such as 5 or 1", ErrStep, step)
	}
	return nil
}

// Problem is an instance prepared for one step. It is immutable: any number of goroutines may
// use one.
type Problem struct {
	free    *lad.Problem
	step    int // percentage points
	limit   int // largest multiple of a weight
	pattern []proof.Vector
	// The loss of pattern p at the estimate m*step is values[p*(limit+1)+m]; beyond 0 and 1 it grows by
	// slope for each step.
	values, slope []float64
	total         float64 // sum of the weights; 1 for the largest error
}

// New prepares a problem for weights that are multiples of step percentage points. The error wraps
// ErrStep.
func New(free *lad.Problem, step int) (*Problem, error) {
	if err := CheckStep(step); err != nil {
		return nil, err
	}
	inst, patterns := free.Instance(), free.Patterns()
	p := &Problem{free: free, step: step, limit: whole / step, pattern: patterns.Vectors, total: 1}
	width := p.limit + 1
	p.values, p.slope = make([]float64, len(p.pattern)*width), make([]float64, len(p.pattern))
	for i, k := range patterns.Of {
		weight, table := inst.Weight[i], p.values[int(k)*width:][:width]
		for m := range table {
			e := math.Abs(p.fraction(m) - inst.Equity[i])
			if free.Loss() == lad.Max {
				table[m] = max(table[m], e)
			} else {
				table[m] += weight * e
			}
		}
		p.slope[k] += weight * p.fraction(1)
	}
	if free.Loss() == lad.Max {
		for k := range p.slope {
			p.slope[k] = p.fraction(1)
		}
		return p, nil
	}
	p.total = inst.TotalWeight()
	return p, nil
}

// fraction returns m steps as a fraction of 1, the float64 nearest to the decimal.
func (p *Problem) fraction(m int) float64 { return float64(m*p.step) / whole }

func (p *Problem) formula(ids, multiples []int) regression.Formula {
	f := regression.Formula{}
	for j, id := range ids {
		if multiples[j] != 0 {
			f = append(f, regression.Term{ID: id, Weight: p.fraction(multiples[j])})
		}
	}
	slices.SortFunc(f, func(a, b regression.Term) int { return cmp.Compare(a.ID, b.ID) })
	return f
}
