package lad

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/features"
	"feltlab/model/regression"
)

// Loss says which error is minimised.
type Loss uint8

// The two losses.
const (
	Average Loss = iota // weighted mean of the absolute errors
	Max                 // largest absolute error
)

// String returns "average" or "max".
func (l Loss) String() string {
	if l == Max {
		return "max"
	}
	return "average"
}

// Errors that callers test for with errors.Is.
var (
	// ErrLoss marks a loss that is neither Average nor Max.
	ErrLoss = errors.New("lad: unknown loss")
	// ErrCertificate marks a certificate that does not belong to the instance.
	ErrCertificate = errors.New("lad: certificate of another instance")
	// ErrFeature marks a feature id that is out of range or given twice.
	ErrFeature = errors.New("lad: bad feature")
	// ErrStalled marks a fit that rounding kept from its optimum.
	ErrStalled = errors.New("lad: simplex did not converge")
)

// Problem is an instance prepared for fast fits. It is immutable: any number of goroutines may
// use one.
type Problem struct {
	loss    Loss
	inst    *regression.Instance
	pattern []features.Vector // distinct feature vectors, ascending
	of      []int32           // pattern of each row of the instance
	total   float64           // sum of the weights
	lead    int               // columns before the weights: 1 for Max (the error itself), else 0

	// Average: distinct (pattern, equity) pairs by ascending equity, and per pattern its sums.
	points     []point
	weight     []float64 // of a pattern
	weighted   []float64 // sum of weight * equity of a pattern
	pointCount []int32   // of a pattern

	// Max: the extreme rows of each pattern.
	low, high []extreme
}

// point is all rows of one pattern with one equity.
type point struct {
	equity, weight float64
	pattern        int32
}

// extreme is the smallest or largest equity of a pattern or cell.
type extreme struct {
	equity  float64
	shifted float64 // equity moved outwards by the shift of its pattern
	row     int32   // of the instance
}

// New prepares an instance for fits. The instance is kept and must not change.
// A malformed instance is a [regression.ErrInstance].
func New(inst *regression.Instance, loss Loss) (*Problem, error) {
	if loss > Max {
		return nil, fmt.Errorf("%w: %d", ErrLoss, loss)
	}
	if err := inst.Validate(); err != nil {
		return nil, fmt.Errorf("lad: %w", err)
	}
	p := &Problem{loss: loss, inst: inst}
	p.pattern, p.of = distinct(inst.Features)
	for _, w := range inst.Weight {
		p.total += w
	}
	if loss == Max {
		p.lead = 1
		p.findExtremes()
	} else {
		p.findPoints()
	}
	return p, nil
}

// distinct returns the different vectors in ascending order and the index of each row's.
func distinct(rows []features.Vector) ([]features.Vector, []int32) {
	vectors := slices.Clone(rows)
	slices.SortFunc(vectors, compareVectors)
	vectors = slices.Compact(vectors)
	of := make([]int32, len(rows))
	for i, v := range rows {
		k, _ := slices.BinarySearchFunc(vectors, v, compareVectors)
		of[i] = int32(k)
	}
	return vectors, of
}

func compareVectors(a, b features.Vector) int {
	return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0]))
}

// findPoints sorts the rows by equity and joins those that no support can tell apart.
func (p *Problem) findPoints() {
	n := len(p.pattern)
	p.weight, p.weighted, p.pointCount = make([]float64, n), make([]float64, n), make([]int32, n)
	for i, k := range p.of {
		p.points = append(p.points, point{p.inst.Equity[i], p.inst.Weight[i], k})
	}
	slices.SortStableFunc(p.points, func(a, b point) int {
		return cmp.Or(cmp.Compare(a.equity, b.equity), cmp.Compare(a.pattern, b.pattern))
	})
	joined := p.points[:0]
	for _, q := range p.points {
		if last := len(joined) - 1; last >= 0 && joined[last].equity == q.equity && joined[last].pattern == q.pattern {
			joined[last].weight += q.weight
			continue
		}
		joined = append(joined, q)
		p.pointCount[q.pattern]++
	}
	p.points = slices.Clip(joined)
	for _, q := range p.points {
		p.weight[q.pattern] += q.weight
		p.weighted[q.pattern] += q.weight * q.equity
	}
}

// findExtremes keeps the smallest and largest equity of each pattern.
func (p *Problem) findExtremes() {
	n := len(p.pattern)
	p.low, p.high = make([]extreme, n), make([]extreme, n)
	for k := range n {
		p.low[k].equity, p.high[k].equity = math.Inf(1), math.Inf(-1)
	}
	for i, k := range p.of {
		if e := p.inst.Equity[i]; e < p.low[k].equity {
			p.low[k] = extreme{equity: e, row: int32(i)}
		}
		if e := p.inst.Equity[i]; e > p.high[k].equity {
			p.high[k] = extreme{equity: e, row: int32(i)}
		}
	}
	for k := range n {
		p.low[k].shifted = p.low[k].equity - shift(2*k)
		p.high[k].shifted = p.high[k].equity + shift(2*k+1)
	}
}

// Loss returns the loss that is minimised.
func (p *Problem) Loss() Loss { return p.loss }

// Instance returns the instance the problem was made from.
func (p *Problem) Instance() *regression.Instance { return p.inst }

// has reports whether a pattern has a feature, as 0 or 1.
func (p *Problem) has(pattern int, id int) uint64 {
	return p.pattern[pattern][(id-1)>>6] >> ((id - 1) & 63) & 1
}
