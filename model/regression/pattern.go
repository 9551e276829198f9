package regression

import (
	"cmp"
	"slices"

	"feltlab/model/features"
)

// point is a row of the regression: an equity to be met and how much it counts.
type point struct {
	equity, weight float64
}

// pattern is all flops with the same features.
type pattern struct {
	vector features.Vector
	points []point // ascending in equity, no equity twice
}

// patternsOf groups the rows of in by their features, in the order of first appearance, and
// joins equal equities.
func patternsOf(in *Instance) []pattern {
	var patterns []pattern
	index := make(map[features.Vector]int)
	for i, v := range in.Features {
		p, known := index[v]
		if !known {
			p = len(patterns)
			index[v] = p
			patterns = append(patterns, pattern{vector: v})
		}
		patterns[p].points = append(patterns[p].points, point{in.Equity[i], in.Weight[i]})
	}
	for p := range patterns {
		patterns[p].points = joinEqual(patterns[p].points)
	}
	return patterns
}

// joinEqual sorts points by equity and adds up the weights of equal ones, in place.
func joinEqual(points []point) []point {
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.equity, b.equity) })
	joined := points[:1]
	for _, q := range points[1:] {
		if last := &joined[len(joined)-1]; last.equity == q.equity {
			last.weight += q.weight
		} else {
			joined = append(joined, q)
		}
	}
	return joined
}

// rowsOf is one pattern per row of in, for the formulation that joins nothing.
func rowsOf(in *Instance) []pattern {
	rows := make([]pattern, len(in.Equity))
	for i, v := range in.Features {
		rows[i] = pattern{v, []point{{in.Equity[i], in.Weight[i]}}}
	}
	return rows
}

func (p *pattern) lowest() float64  { return p.points[0].equity }
func (p *pattern) highest() float64 { return p.points[len(p.points)-1].equity }
