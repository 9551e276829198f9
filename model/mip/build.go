package mip

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Built is a program written as a mixed-integer linear program. It reads solutions of the model and
// writes starting points.
type Built struct {
	Model       *Model
	Program     regression.Program
	Formulation regression.Formulation
	// X and Z are the columns of x_j and z_j by feature id (entry 0 unused). They are -1 for a feature that is never
	// true, and for one that shares the column of a feature that is true on the same flops. Under rules every feature
	// has a column of its own, but those of a whole group share z_j, and X[0] is that of the intercept, or of the
	// estimate without features.
	X, Z []int

	in      *regression.Instance
	columns *columns
	loss    loss
	rounds  []round
}

type loss interface {
	// start sets the error columns of x to the least values that fit the estimates.
	start(estimate func(proof.Vector) float64, x []float64)
}

type builder struct {
	*Built
	total      float64   // W
	errorIndex []int32   // AVG programs: the error columns,
	errorCost  []float64 // the increase of W times the average error by a unit of each,
	constant   float64   // and the part of W times the average error that no formula avoids
}

// Build writes program p for an instance in formulation f. The error wraps ErrInstance, ErrProgram or
// ErrName. The model is feasible for every N, but maybe not for an E. Under rules with a step or a list of values its
// weights are round.
func Build(in *regression.Instance, p regression.Program, f regression.Formulation) (*Built, error) {
	if err := in.Validate(); err != nil {
		return nil, err
	}
	if err := p.Validate(in.Columns.Count()); err != nil {
		return nil, err
	}
	if _, err := f.MarshalText(); err != nil {
		return nil, err
	}
	patterns := regression.PatternsOf(in)
	name := fmt.Sprintf("%s_vs_%s_%v_%v", in.Source, in.Rows, p, f)
	if in.Rules != nil {
		name = fmt.Sprintf("table_%.12s_%v_%v", in.Source, p, f) // options may hold spaces
	}
	b := &builder{
		Built: &Built{Model: &Model{Name: name}, Program: p, Formulation: f, in: in},
		total: in.TotalWeight(),
	}
	owner := patterns.Duplicates()
	if f == regression.Plain || in.Rules != nil {
		for id := range owner {
			owner[id] = id
		}
	}
	b.columns = columnsOf(owner)
	b.addFeatureColumns()
	switch {
	case f == regression.Plain:
		b.addRowLoss(rowsOf(in))
	case f == regression.Merged:
		b.addRowLoss(patterns)
	case p.Kind.UsesMax():
		b.addEnvelope(patterns)
	default:
		b.addSegments(patterns)
	}
	b.addLinks()
	b.addRounds()
	b.addLastRow()
	return b.Built, nil
}

// addFeatureColumns adds x_j and z_j for every kept feature. A column for g features may have the weight
// of them all, and its z counts up to g.
func (b *builder) addFeatureColumns() {
	b.X, b.Z = make([]int, len(b.columns.owner)), make([]int, len(b.columns.owner))
	for id := range b.X {
		b.X[id], b.Z[id] = -1, -1
	}
	b.addIntercept()
	for _, id := range b.columns.kept {
		g := float64(len(b.columns.group[id]))
		lower, upper := b.in.Bounds(id)
		var names []string
		for _, same := range b.columns.group[id] {
			names = append(names, b.in.Columns.List[same-1].Name)
		}
		b.X[id] = b.Model.AddColumn(Column{Name: fmt.Sprintf("x%d", id), Lower: g * lower, Upper: g * upper,
			Meaning: strings.Join(names, "; or ")})
	}
	cost := 0.0
	if b.Program.Kind.CountsFeatures() {
		cost = 1
	}
	for _, id := range b.units() {
		g := float64(len(b.columns.group[id]))
		z := Column{Name: fmt.Sprintf("z%d", id), Cost: cost, Upper: g, Integer: true}
		if slices.Contains(b.in.With, id) {
			z.Lower = 1
		}
		b.Z[id] = b.Model.AddColumn(z)
	}
	for _, id := range b.columns.kept {
		b.Z[id] = b.Z[b.in.Rules.Units(proof.VectorOf(id)).Smallest()]
	}
}

// units lists the features with a column of their own for z_j.
func (b *builder) units() []int { return b.in.Rules.Units(proof.VectorOf(b.columns.kept...)).IDs() }

// addIntercept adds x0: the intercept, within bounds that no optimum needs to leave, or the fixed estimate of a formula
// without features.
func (b *builder) addIntercept() {
	x := Column{Name: "x0", Lower: b.in.Offset(), Upper: b.in.Offset(), Meaning: "estimate without columns"}
	if b.in.HasIntercept() {
		x.Meaning = "intercept"
		x.Lower, x.Upper = -b.size()-b.step(), 1+b.size()+b.step()
	} else if x.Lower == 0 {
		return
	}
	b.X[0] = b.Model.AddColumn(x)
}

// step is by how much a round intercept may leave the bounds of a free one, else 0.
func (b *builder) step() float64 {
	if r := b.in.Rules; r.Intercept == proof.RoundIntercept {
		return float64(r.Step) / float64(r.High-r.Low)
	}
	return 0
}

// size is the most that the weights of a formula can add up to, in magnitude.
func (b *builder) size() float64 {
	limits := make([]float64, len(b.Z)) // by unit
	for _, id := range b.columns.kept {
		lower, upper := b.in.Bounds(id)
		limits[b.in.Rules.Units(proof.VectorOf(id)).Smallest()] += max(-lower, upper)
	}
	slices.SortFunc(limits, func(x, y float64) int { return cmp.Compare(y, x) })
	if !b.Program.Kind.CountsFeatures() {
		limits = limits[:min(len(limits), b.Program.N)]
	}
	sum := 0.0
	for _, l := range limits {
		sum += l
	}
	return sum
}

func (b *builder) estimateOf(v proof.Vector, extra int) (index []int32, value []float64) {
	ids := v.IDs()
	index, value = make([]int32, 0, len(ids)+1+extra), make([]float64, 0, len(ids)+1+extra)
	if b.X[0] >= 0 {
		index, value = append(index, int32(b.X[0])), append(value, 1)
	}
	for _, id := range ids {
		if column := b.X[id]; column >= 0 {
			index, value = append(index, int32(column)), append(value, 1)
		}
	}
	return index, value
}

// addErrorColumn adds a column in [0, upper]; a unit of it adds cost to W times the average error.
func (b *builder) addErrorColumn(name string, upper, cost float64) int {
	column := Column{Name: name, Upper: upper}
	if b.Program.Kind == regression.AvgErr {
		column.Cost = cost / b.total
	}
	j := b.Model.AddColumn(column)
	b.errorIndex = append(b.errorIndex, int32(j))
	b.errorCost = append(b.errorCost, cost)
	return j
}

func (b *builder) addMaxColumn(lower float64) int {
	column := Column{Name: "e", Lower: lower, Upper: math.Inf(1)}
	if b.Program.Kind == regression.MaxErr {
		column.Cost = 1
	}
	return b.Model.AddColumn(column)
}

func (b *builder) addLinks() {
	for _, id := range b.columns.kept {
		index := []int32{int32(b.X[id]), int32(b.Z[id])}
		lower, upper := b.in.Bounds(id)
		b.Model.AddRow(Row{Name: fmt.Sprintf("up%d", id), Lower: math.Inf(-1)}, index, []float64{1, -upper})
		b.Model.AddRow(Row{Name: fmt.Sprintf("down%d", id), Upper: math.Inf(1)}, index, []float64{1, -lower})
	}
	if b.in.Rules == nil {
		return
	}
	for k, group := range b.in.Rules.Groups {
		if group.Most > 0 {
			b.addCount(fmt.Sprintf("group%d", k+1), group.Most, group.Columns.IDs())
		}
	}
}

// addCount bounds how many features of a list a formula has.
func (b *builder) addCount(name string, most int, ids []int) {
	var index []int32
	for _, id := range ids {
		index = append(index, int32(b.Z[id]))
	}
	b.Model.AddRow(Row{Name: name, Lower: math.Inf(-1), Upper: float64(most)}, index,
		slices.Repeat([]float64{1}, len(index)))
}

// addLastRow bounds the quantity that the program does not minimise. For FEAT_MAXERR the loss does so.
func (b *builder) addLastRow() {
	switch b.Program.Kind {
	case regression.MaxErr, regression.AvgErr:
		b.addCount("budget", b.Program.N, b.units())
	case regression.FeatAvgErr:
		// Not divided by W, so that coefficients are about 1 and a solver's absolute tolerance for rows is
		// W times smaller in terms of the average error.
		limit := b.Program.E*b.total - b.constant
		b.Model.AddRow(Row{Name: "error", Lower: math.Inf(-1), Upper: limit}, b.errorIndex, b.errorCost)
	}
	if b.Program.Kind == regression.AvgErr {
		b.Model.Offset = b.constant / b.total
	}
}

// WeightTolerance is the size up to which a weight counts as a solver's rounding and is dropped.
const WeightTolerance = 1e-9

// Formula reads the formula from a solution x of the model, one value a column. A feature is used if its
// z rounds to at least 1 and its weight is above WeightTolerance; weights are clamped to their bounds. The
// weight of a column for several features goes to the first of them, up to 1, then to the next.
func (b *Built) Formula(x []float64) regression.Formula {
	var f regression.Formula
	if b.in.HasIntercept() {
		f = append(f, regression.Term{Weight: regression.Nearest(b.in.Rules, 0, x[b.X[0]])})
	}
	for _, id := range b.columns.kept {
		lower, upper := b.in.Bounds(id)
		weight, used := x[b.X[id]], int(math.Round(x[b.Z[id]]))
		group := b.columns.group[id]
		for _, member := range group[:min(max(used, 0), len(group))] {
			part := regression.Nearest(b.in.Rules, id, max(lower, min(weight, upper)))
			if math.Abs(part) <= WeightTolerance {
				break
			}
			f = append(f, regression.Term{ID: member, Weight: part})
			weight -= part
		}
	}
	slices.SortFunc(f, func(a, b regression.Term) int { return cmp.Compare(a.ID, b.ID) })
	return f
}

// Start returns the best point of the model with the weights of f, one value a column. It is feasible if
// f has weights within their bounds, and at most N terms or an error of at most E. In Merged and Pattern it
// leaves out features that are never true.
func (b *Built) Start(f regression.Formula) []float64 {
	x := make([]float64, len(b.Model.Columns))
	if b.X[0] >= 0 {
		x[b.X[0]] = b.in.Offset()
	}
	for _, t := range f {
		if t.ID == 0 && b.in.HasIntercept() {
			x[b.X[0]] = t.Weight
		}
		if t.ID < 1 || t.ID >= len(b.columns.owner) || t.Weight == 0 {
			continue
		}
		if owner := b.columns.owner[t.ID]; owner != 0 {
			x[b.X[owner]] += t.Weight
			x[b.Z[owner]]++
		}
	}
	for _, id := range b.columns.kept {
		// Weights of duplicate columns may cancel; z need only bound their sum.
		if b.in.Rules == nil {
			x[b.Z[id]] = min(x[b.Z[id]], math.Ceil(math.Abs(x[b.X[id]])))
		}
		x[b.Z[id]] = min(x[b.Z[id]], b.Model.Columns[b.Z[id]].Upper)
		x[b.Z[id]] = max(x[b.Z[id]], b.Model.Columns[b.Z[id]].Lower)
	}
	estimate := func(v proof.Vector) float64 {
		sum := 0.0
		if b.X[0] >= 0 {
			sum = x[b.X[0]]
		}
		for _, id := range v.IDs() {
			if column := b.X[id]; column >= 0 {
				sum += x[column]
			}
		}
		return sum
	}
	b.loss.start(estimate, x)
	for _, r := range b.rounds {
		r.start(x)
	}
	return x
}

// columns says which features have a column, and for which others it stands.
type columns struct {
	kept  []int   // features with a column, ascending
	owner []int   // by id: the feature whose column stands for it; 0: none
	group [][]int // by kept id: the features its column stands for, itself first
}

func columnsOf(owner []int) *columns {
	c := &columns{owner: owner, group: make([][]int, len(owner))}
	for id := 1; id < len(owner); id++ {
		if owner[id] == id {
			c.kept = append(c.kept, id)
		}
		c.group[owner[id]] = append(c.group[owner[id]], id)
	}
	return c
}
