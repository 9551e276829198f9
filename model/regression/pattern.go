package regression

import (
	"cmp"
	"slices"

	"feltlab/model/proof"
)

// Patterns are the rows of an instance grouped by their features; a formula estimates all rows of a
// pattern alike. Pattern k has the points First[k] to First[k+1]-1, its distinct targets in ascending
// order. Patterns ascend by their vectors, see proof.Vector.Compare.
type Patterns struct {
	Columns int            // number of columns of the instance
	Vectors []proof.Vector // the features of each pattern
	Of      []int32        // the pattern of each row of the instance
	First   []int32        // the first point of each pattern; at the end the number of points
	Target  []float64      // of each point
	Weight  []float64      // of each point, the sum of those of its rows
	Row     []int32        // the first row of each point
}

// PatternsOf groups the rows of a valid instance.
func PatternsOf(in *Instance) *Patterns {
	order := make([]int32, len(in.Target))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		u, v := &in.Features[a], &in.Features[b]
		switch {
		case *u != *v:
			return u.Compare(*v)
		case in.Target[a] != in.Target[b]:
			return cmp.Compare(in.Target[a], in.Target[b])
		}
		return cmp.Compare(a, b)
	})
	p := &Patterns{Columns: in.Columns.Count(), Of: make([]int32, len(order))}
	for _, i := range order {
		vector, target, last := in.Features[i], in.Target[i], len(p.Target)-1
		fresh := last < 0 || vector != p.Vectors[len(p.Vectors)-1]
		if fresh {
			p.Vectors, p.First = append(p.Vectors, vector), append(p.First, int32(last+1))
		}
		if fresh || target != p.Target[last] {
			p.Target, p.Weight, p.Row = append(p.Target, target), append(p.Weight, 0), append(p.Row, i)
		}
		p.Of[i] = int32(len(p.Vectors) - 1)
		p.Weight[len(p.Weight)-1] += in.Weight[i]
	}
	p.First = append(p.First, int32(len(p.Target)))
	return p
}

// Duplicates returns, by feature id, the smallest feature that is true in the same rows, often itself; 0
// for index 0 and for features that are true nowhere.
func (p *Patterns) Duplicates() []int {
	same := make([]int, p.Columns+1)
	column := trueIn(p.Columns, p.Vectors)
	clear(column[0]) // of features that are true nowhere
	for id := range column {
		same[id] = slices.IndexFunc(column, func(c []uint64) bool { return slices.Equal(c, column[id]) })
	}
	return same
}

// Points returns the targets of a pattern's points, ascending, and their weights.
func (p *Patterns) Points(k int) (target, weight []float64) {
	a, b := p.First[k], p.First[k+1]
	return p.Target[a:b], p.Weight[a:b]
}
