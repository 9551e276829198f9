package lad

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Loss says which error is minimised.
type Loss = proof.Loss

// The two losses.
const (
	Average = proof.Average // weighted mean of the absolute errors
	Max     = proof.Largest // largest absolute error
)

// ErrFeature is wrapped by errors about a feature that is out of range or given twice.
var ErrFeature = errors.New("bad feature")

// Problem is an instance prepared for fast fits. It is immutable: any number of goroutines may use one.
type Problem struct {
	ctx      context.Context // that ends fits, or nil
	loss     Loss
	inst     *regression.Instance
	columns  int // of the instance
	patterns *regression.Patterns
	total    float64 // sum of the weights
	lead     int     // variables before the intercept and the weights: 1 for Max (the error itself), else 0
	free     int     // 1 if there is an intercept, or a fixed estimate of a formula without features, else 0

	lower, upper []float64 // bounds of the weights, by column; at 0 of the intercept
	offset       []float64 // what is added to the weights, by column; nil: nothing

	points   []point   // Average: the points of the patterns by ascending target, and per pattern its sums
	weight   []float64 // of a pattern
	weighted []float64 // sum of weight * target of a pattern
	above    float64   // Average: what targets above the estimate count; those below count 2 - above

	low, high []extreme // Max: the extreme rows of each pattern

	words [][]uint64 // by word of a vector: of each pattern. Cells are split by one bit of all patterns

	units [][]int // by column: the columns of its whole group, or itself; nil: there are no whole groups
}

type point struct {
	target, weight float64
	pattern        int32
}

type extreme struct {
	target  float64
	shifted float64 // the target moved outwards by the shift of its pattern
	row     int32   // of the instance
}

// New prepares an instance for fits. The problem keeps the instance, which must not change. The error
// wraps [regression.ErrInstance].
func New(inst *regression.Instance, loss Loss) (*Problem, error) {
	if loss > Max {
		return nil, fmt.Errorf("unknown loss %d", loss)
	}
	if err := inst.Validate(); err != nil {
		return nil, err
	}
	return Of(inst, loss), nil
}

// Of is New for an instance that was validated already, such as that of a prove.Problem, and a loss up to Max.
func Of(inst *regression.Instance, loss Loss) *Problem {
	p := &Problem{
		loss: loss, inst: inst, columns: inst.Columns.Count(),
		patterns: regression.PatternsOf(inst), total: inst.TotalWeight(),
	}
	for word := range (p.columns + 63) / 64 {
		of := make([]uint64, len(p.patterns.Vectors))
		for k, v := range p.patterns.Vectors {
			of[k] = v.Word(word)
		}
		p.words = append(p.words, of)
	}
	p.above, _ = regression.Slopes(inst.Rules)
	p.lower, p.upper, p.free = boundsOf(inst)
	if regression.HasWhole(inst.Rules) {
		for id := range p.columns + 1 {
			p.units = append(p.units, regression.Whole(inst.Rules, proof.VectorOf(id)).IDs())
		}
	}
	if loss == Max {
		p.lead = 1
		p.findExtremes()
	} else {
		p.findPoints()
	}
	return p
}

// boundsOf returns the bounds of the weights, by column, and the number of intercepts.
func boundsOf(inst *regression.Instance) (lower, upper []float64, free int) {
	n := inst.Columns.Count() + 1
	lower, upper = make([]float64, n), make([]float64, n)
	for id := 1; id < n; id++ {
		lower[id], upper[id] = inst.Bounds(id)
	}
	lower[0], upper[0] = inst.Offset(), inst.Offset()
	if inst.HasIntercept() {
		lower[0], upper[0] = math.Inf(-1), math.Inf(1)
	}
	if lower[0] != 0 {
		free = 1
	}
	return lower, upper, free
}

func (p *Problem) findPoints() {
	n := len(p.patterns.Vectors)
	p.points = make([]point, 0, len(p.patterns.Target))
	p.weight, p.weighted = make([]float64, n), make([]float64, n)
	for k := range n {
		for i := p.patterns.First[k]; i < p.patterns.First[k+1]; i++ {
			q := point{p.patterns.Target[i], p.patterns.Weight[i], int32(k)}
			p.points = append(p.points, q)
			p.weight[k] += q.weight
			p.weighted[k] += q.weight * q.target
		}
	}
	slices.SortStableFunc(p.points, func(a, b point) int { return cmp.Compare(a.target, b.target) })
}

func (p *Problem) findExtremes() {
	for k := range p.patterns.Vectors {
		low, high := p.patterns.First[k], p.patterns.First[k+1]-1
		least, greatest := p.patterns.Target[low], p.patterns.Target[high]
		p.low = append(p.low, extreme{least, least - shift(2*k), p.patterns.Row[low]})
		p.high = append(p.high, extreme{greatest, greatest + shift(2*k+1), p.patterns.Row[high]})
	}
}

// Within returns the problem with other bounds of the weights, by column; at index 0 those of the intercept, if there
// is one. Fits start at weights of 0; for bounds without 0 the problem has the weight less its bound next to 0, and
// targets less that bound.
func (p *Problem) Within(lower, upper []float64) *Problem {
	q := *p
	q.lower, q.upper = slices.Clone(lower), slices.Clone(upper)
	if !p.inst.HasIntercept() {
		q.lower[0], q.upper[0] = p.lower[0], p.upper[0]
	}
	q.offset = make([]float64, len(lower))
	moved := false
	for id := 1; id < len(lower); id++ {
		if o := min(max(0, lower[id]), upper[id]); o != 0 {
			q.offset[id], moved = o, true
			q.lower[id], q.upper[id] = lower[id]-o, upper[id]-o
		}
	}
	if moved {
		q.moveTargets()
	}
	return &q
}

// Under returns the problem with fits that end with a context: a fit that then has not reached its optimum returns the
// context's error after a few pivots.
func (p *Problem) Under(ctx context.Context) *Problem {
	q := *p
	q.ctx = ctx
	return &q
}

// moveTargets takes the offsets of the columns that are true off all targets.
func (p *Problem) moveTargets() {
	inst, patterns := *p.inst, *p.patterns
	off := make([]float64, len(patterns.Vectors))
	for k, v := range patterns.Vectors {
		for id, o := range p.offset {
			if o != 0 && v.Has(id) {
				off[k] += o
			}
		}
	}
	inst.Target, patterns.Target = slices.Clone(inst.Target), slices.Clone(patterns.Target)
	for i, k := range patterns.Of {
		inst.Target[i] -= off[k]
	}
	for k, o := range off {
		for i := patterns.First[k]; i < patterns.First[k+1]; i++ {
			patterns.Target[i] -= o
		}
	}
	p.inst, p.patterns = &inst, &patterns
	if p.low, p.high = nil, nil; p.loss == Max {
		p.findExtremes()
	} else {
		p.findPoints()
	}
}

// Columns returns the number of columns of the instance.
func (p *Problem) Columns() int { return p.columns }

// Loss returns the loss that is minimised.
func (p *Problem) Loss() Loss { return p.loss }

// Instance returns the instance the problem was made from.
func (p *Problem) Instance() *regression.Instance { return p.inst }

// Patterns returns the rows of the instance grouped by their features.
func (p *Problem) Patterns() *regression.Patterns { return p.patterns }

// shiftUnit is the size of the shifts that keep vertices apart: far above the rounding of a small
// linear solve (about 1e-15) and far below any printed digit of a formula.
const shiftUnit = 1e-11

// shift returns the shift of item k, in [1, 2) * shiftUnit: a fixed hash of k, so that results
// repeat. The multiplier is the odd number nearest 2^64 / golden ratio.
func shift(k int) float64 {
	h := (uint64(k) + 1) * 0x9E3779B97F4A7C15
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	return shiftUnit * (1 + float64(h>>11)/(1<<53))
}

// Fit is the optimum for a set of features.
type Fit struct {
	IDs         []int       // ascending; the first column of a whole group stands for all
	Columns     []int       // ascending: IDs with all columns of whole groups
	Weights     []float64   // within their bounds, one per column
	Intercept   float64     // above the least target; if the instance has none, its Offset
	free        bool        // whether formulas have an intercept
	Error       float64     // average or largest absolute error, a fraction of 1
	Certificate Certificate // proves that no weights do better
}

// Weight returns the weight of a feature, zero if it is not in the set.
func (f *Fit) Weight(id int) float64 {
	if k, ok := slices.BinarySearch(f.Columns, id); ok {
		return f.Weights[k]
	}
	return 0
}

// Formula returns the features whose weight is not zero, after the intercept, if there is one.
func (f *Fit) Formula() regression.Formula {
	formula := regression.Formula{}
	if f.free {
		formula = append(formula, regression.Term{Weight: f.Intercept})
	}
	for k, id := range f.Columns {
		if f.Weights[k] != 0 {
			formula = append(formula, regression.Term{ID: id, Weight: f.Weights[k]})
		}
	}
	return formula
}

// Given returns a formula as a fit without a certificate, with an error that the caller knows.
func (p *Problem) Given(f regression.Formula, err float64) *Fit {
	fit := &Fit{Error: err, free: p.inst.HasIntercept(), Intercept: p.inst.Offset()}
	byID := func(a, b regression.Term) int { return cmp.Compare(a.ID, b.ID) }
	for _, t := range slices.SortedFunc(slices.Values(f), byID) {
		if t.ID == 0 {
			fit.Intercept = t.Weight
			continue
		}
		fit.Columns, fit.Weights = append(fit.Columns, t.ID), append(fit.Weights, t.Weight)
	}
	fit.IDs = p.unitsOf(fit.Columns)
	return fit
}

// Fit returns the optimum for a set of features, which may be empty and in any order. One column of a whole group
// stands for all.
func (p *Problem) Fit(ids []int) (*Fit, error) {
	s := p.NewStack()
	if err := s.Reset(ids, nil); err != nil {
		return nil, err
	}
	return s.Fit(), nil
}

// Fit returns the optimum for the present set of features.
func (s *Stack) Fit() *Fit {
	l := s.levels[s.depth-1]
	f := &Fit{
		Columns: slices.Sorted(slices.Values(l.ids)), Error: l.value, Certificate: s.certificate(l),
		free: s.p.inst.HasIntercept(),
	}
	f.IDs = s.p.unitsOf(f.Columns)
	first := s.p.lead + s.p.free
	for _, id := range f.Columns {
		f.Weights = append(f.Weights, l.weights[first+slices.Index(l.ids, id)])
		if s.p.offset != nil {
			f.Weights[len(f.Weights)-1] += s.p.offset[id]
		}
	}
	if s.p.free > 0 {
		f.Intercept = l.weights[s.p.lead]
	}
	return f
}

// unit returns the columns of the whole group of a column, or the column itself.
func (p *Problem) unit(id int) []int {
	if p.units == nil || id < 1 || id > p.columns {
		return []int{id}
	}
	return p.units[id]
}

// unitsOf returns ascending columns with the first of each whole group in place of its columns.
func (p *Problem) unitsOf(columns []int) []int {
	if p.units == nil {
		return columns
	}
	return p.inst.Rules.Units(proof.VectorOf(columns...)).IDs()
}
