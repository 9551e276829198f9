package regression

import (
	"fmt"
	"math"

	"feltlab/model/mip"
	"feltlab/model/proof"
)

// Built is a program written as a mixed-integer linear program. It reads solutions of the model and
// writes starting points.
type Built struct {
	Model       *mip.Model
	Program     Program
	Formulation Formulation
	X, Z        []int  // columns of x_j and z_j by feature id (entry 0 unused), -1 if dropped
	Dropped     []Drop // features without a column, ascending; empty for Plain
	Patterns    int    // distinct feature vectors in the instance

	columns *columns
	loss    loss
}

// loss is the part of a model that measures errors.
type loss interface {
	// start sets the error columns of x to the least values that fit the estimates.
	start(estimate func(proof.Vector) float64, x []float64)
}

// builder writes a model: rows of the loss, then links, then the last row.
type builder struct {
	*Built
	total      float64   // W
	errorIndex []int32   // AVG programs: the error columns,
	errorCost  []float64 // the increase of W times the average error by a unit of each,
	constant   float64   // and the part of W times the average error that no formula avoids
}

// Build writes program p for an instance in formulation f. The error wraps ErrInstance, ErrProgram or
// ErrName. The model is feasible for every N, but maybe not for an E.
func Build(in *Instance, p Program, f Formulation) (*Built, error) {
	if err := in.Validate(); err != nil {
		return nil, err
	}
	if err := p.Validate(in.Columns.Count()); err != nil {
		return nil, err
	}
	if int(f) >= len(formulationNames) {
		return nil, fmt.Errorf("%w: formulation %v", ErrName, f)
	}
	patterns := PatternsOf(in)
	b := &builder{
		Built: &Built{
			Model: &mip.Model{Name: modelName(in, p, f)}, Program: p, Formulation: f, Patterns: len(patterns.Vectors),
		},
		total: in.TotalWeight(),
	}
	owner := patterns.Duplicates()
	if f == Plain {
		for id := range owner {
			owner[id] = id
		}
	}
	b.columns, b.Dropped = columnsOf(owner)
	b.addFeatureColumns()
	switch {
	case f == Plain:
		b.addRowLoss(rowsOf(in))
	case f == Merged:
		b.addRowLoss(patterns)
	case p.Kind.UsesMax():
		b.addEnvelope(patterns)
	default:
		b.addSegments(patterns)
	}
	b.addLinks()
	b.addLastRow()
	return b.Built, nil
}

func modelName(in *Instance, p Program, f Formulation) string {
	return fmt.Sprintf("%s_vs_%s_%v_%v", in.Hand, in.Range, p, f)
}

// addFeatureColumns adds x_j and z_j for every kept feature. A column for g features may have the weight
// of them all, and its z counts up to g.
func (b *builder) addFeatureColumns() {
	b.X, b.Z = make([]int, len(b.columns.owner)), make([]int, len(b.columns.owner))
	for id := range b.X {
		b.X[id], b.Z[id] = -1, -1
	}
	for _, id := range b.columns.kept {
		g := float64(len(b.columns.group[id]))
		b.X[id] = b.Model.AddColumn(mip.Column{Name: fmt.Sprintf("x%d", id), Lower: -g, Upper: g})
	}
	cost := 0.0
	if b.Program.Kind.CountsFeatures() {
		cost = 1
	}
	for _, id := range b.columns.kept {
		g := float64(len(b.columns.group[id]))
		b.Z[id] = b.Model.AddColumn(mip.Column{Name: fmt.Sprintf("z%d", id), Cost: cost, Upper: g, Integer: true})
	}
}

// estimateOf returns the row that sums the x of the features of v, with room for extra entries.
func (b *builder) estimateOf(v proof.Vector, extra int) (index []int32, value []float64) {
	ids := v.IDs()
	index, value = make([]int32, 0, len(ids)+extra), make([]float64, 0, len(ids)+extra)
	for _, id := range ids {
		if column := b.X[id]; column >= 0 {
			index, value = append(index, int32(column)), append(value, 1)
		}
	}
	return index, value
}

// addErrorColumn adds a column in [0, upper]; a unit of it adds cost to W times the average error.
func (b *builder) addErrorColumn(name string, upper, cost float64) int {
	column := mip.Column{Name: name, Upper: upper}
	if b.Program.Kind == AvgErr {
		column.Cost = cost / b.total
	}
	j := b.Model.AddColumn(column)
	b.errorIndex = append(b.errorIndex, int32(j))
	b.errorCost = append(b.errorCost, cost)
	return j
}

// addMaxColumn adds the largest error, which is at least lower.
func (b *builder) addMaxColumn(lower float64) int {
	column := mip.Column{Name: "e", Lower: lower, Upper: math.Inf(1)}
	if b.Program.Kind == MaxErr {
		column.Cost = 1
	}
	return b.Model.AddColumn(column)
}

// addLinks adds -z_j <= x_j <= z_j.
func (b *builder) addLinks() {
	for _, id := range b.columns.kept {
		index := []int32{int32(b.X[id]), int32(b.Z[id])}
		b.Model.AddRow(mip.Row{Name: fmt.Sprintf("up%d", id), Lower: math.Inf(-1)}, index, []float64{1, -1})
		b.Model.AddRow(mip.Row{Name: fmt.Sprintf("down%d", id), Upper: math.Inf(1)}, index, []float64{1, 1})
	}
}

// addLastRow bounds the quantity that the program does not minimise. For FEAT_MAXERR the loss does so.
func (b *builder) addLastRow() {
	switch b.Program.Kind {
	case MaxErr, AvgErr:
		var index []int32
		var value []float64
		for _, id := range b.columns.kept {
			index, value = append(index, int32(b.Z[id])), append(value, 1)
		}
		b.Model.AddRow(mip.Row{Name: "budget", Lower: math.Inf(-1), Upper: float64(b.Program.N)}, index, value)
	case FeatAvgErr:
		// Not divided by W, so that coefficients are about 1 and a solver's absolute tolerance for rows is
		// W times smaller in terms of the average error.
		limit := b.Program.E*b.total - b.constant
		b.Model.AddRow(mip.Row{Name: "error", Lower: math.Inf(-1), Upper: limit}, b.errorIndex, b.errorCost)
	}
	if b.Program.Kind == AvgErr {
		b.Model.Offset = b.constant / b.total
	}
}
