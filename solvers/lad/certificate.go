package lad

import (
	"fmt"
	"math"
	"math/bits"

	"feltlab/model/regression"
)

// Certificate is a dual vector, one multiplier y_i a row. By weak duality every formula on the features
// S has at least this error, which is tight at the optimum for S:
//
//	Average:  (sum_i y_i e_i - sum_{j in S} max(g_j l_j, g_j u_j)) / W   for -b w_i <= y_i <= a w_i
//	Max:       sum_i y_i e_i - sum_{j in S} max(g_j l_j, g_j u_j)        for sum_i |y_i| <= 1
//
// where a and b are those of regression.Slopes, mostly 1, g_j = sum_i y_i a_ij, and the weights lie in [l_j, u_j]:
// |g_j| for [-1, 1]. An intercept counts as a column of S that is true everywhere. The best intercept is a median, or
// the mid-range, of the targets less the weights that are true, so it lies in [-sum_S u_j, 1 - sum_S l_j].
type Certificate struct {
	Loss        Loss
	Multipliers []float64
}

// Bound evaluates the certificate for a set of features from the instance alone. It first clamps (Average) or scales
// (Max) multipliers beyond their limits, so the bound holds for any multipliers, up to the rounding of the sums.
func (c Certificate) Bound(inst *regression.Instance, ids []int) (float64, error) {
	if len(c.Multipliers) != len(inst.Target) {
		return 0, fmt.Errorf("the certificate has %d multipliers, the instance %d rows",
			len(c.Multipliers), len(inst.Target))
	}
	if err := checkIDs(ids, inst.Columns.Count()); err != nil {
		return 0, err
	}
	mass, total := 0.0, 0.0
	for i, y := range c.Multipliers {
		mass += math.Abs(y)
		total += inst.Weight[i]
	}
	scale := 1 / max(mass, 1)
	if c.Loss == Average {
		scale = 1 / total
	}
	lower, upper, free := boundsOf(inst)
	above, below := regression.Slopes(inst.Rules)
	value, level := 0.0, 0.0
	gradient := make([]float64, len(ids))
	for i, y := range c.Multipliers {
		if c.Loss == Average {
			y = min(max(y, -below*inst.Weight[i]), above*inst.Weight[i])
		}
		value += y * inst.Target[i]
		level += y
		for k, id := range ids {
			if inst.Features[i].Has(id) {
				gradient[k] += y
			}
		}
	}
	least, most := 0.0, 1.0 // the intercept's bounds
	for k, g := range gradient {
		l, u := lower[ids[k]], upper[ids[k]]
		value -= max(g*l, g*u)
		least, most = least-u, most-l
	}
	if !inst.HasIntercept() {
		least, most = lower[0], upper[0]
	}
	if free > 0 {
		value -= max(level*least, level*most)
	}
	return value * scale, nil
}

// cut describes the multipliers of a cell at the optimum for Average, less what the quantile adds: -w below the target,
// +w above it, share*w at it, with share in [-1, 1].
type cut struct{ target, share float64 }

func (s *Stack) cuts(l *level) []cut {
	s.cut = resize(s.cut, l.cells.n)
	for c, at := range l.at {
		if at > l.first[c] {
			s.cut[c] = cut{l.piece[at].target, -1}
		} else {
			s.cut[c] = cut{l.piece[at+1].target, 1}
		}
	}
	for i, eq := range l.rows {
		if eq.kind != kink {
			continue
		}
		low, high := l.limits(eq)
		share := (low + high - 2*l.multiplier[i]) / (high - low)
		s.cut[eq.index] = cut{l.piece[eq.kink].target, min(max(share, -1), 1)}
	}
	return s.cut
}

func (p *Problem) multiplier(c cut, target, weight float64) float64 {
	share := c.share
	if target < c.target {
		share = -1
	} else if target > c.target {
		share = 1
	}
	return (share + p.above - 1) * weight
}

func (s *Stack) certificate(l *level) Certificate {
	y := make([]float64, len(s.p.patterns.Of))
	if s.p.loss == Average {
		cuts := s.cuts(l)
		for i, k := range s.p.patterns.Of {
			y[i] = s.p.multiplier(cuts[l.of[k]], s.p.inst.Target[i], s.p.inst.Weight[i])
		}
	} else {
		for i, eq := range l.rows {
			if row := l.extremeRow(eq); row >= 0 {
				y[row] -= l.multiplier[i]
			}
		}
	}
	return Certificate{s.p.loss, y}
}

// extremeRow returns the row of the instance that an equation of Max is about, or -1.
func (l *level) extremeRow(eq equation) int32 {
	switch eq.kind {
	case above:
		return l.high[eq.index].row
	case below:
		return l.low[eq.index].row
	}
	return -1
}

// Gradients writes to g, by feature id, the reduced gradients sum_i y_i a_ij of the certificate for
// the current set, in units of the error. They bound the gain of more features: the optimum for S and
// T together is at least Error() - sum of Gain(id, g) over T. The length of g is Columns()+1.
func (s *Stack) Gradients(g []float64) {
	clear(g)
	l := s.levels[s.depth-1]
	if s.p.loss == Max {
		for i, eq := range l.rows {
			if row := l.extremeRow(eq); row >= 0 {
				s.add(g, int(s.p.patterns.Of[row]), -l.multiplier[i])
			}
		}
		return
	}
	s.mass = resize(s.mass, len(s.p.patterns.Vectors))
	clear(s.mass)
	cuts := s.cuts(l)
	for i := range s.p.points {
		q := &s.p.points[i]
		s.mass[q.pattern] += s.p.multiplier(cuts[l.of[q.pattern]], q.target, q.weight)
	}
	for k, y := range s.mass {
		s.add(g, k, y/s.p.total)
	}
}

// Gain returns the most that a column, or its whole group, can lower the error, by the reduced gradients of all
// columns: |gradient| for weights in [-1, 1].
func (p *Problem) Gain(id int, gradients []float64) (sum float64) {
	if p.units == nil {
		return max(gradients[id]*p.lower[id], gradients[id]*p.upper[id])
	}
	for _, j := range p.units[id] {
		sum += max(gradients[j]*p.lower[j], gradients[j]*p.upper[j])
	}
	return sum
}

func (s *Stack) add(g []float64, pattern int, y float64) {
	for word, of := range s.p.words {
		for set := of[pattern]; set != 0; set &= set - 1 {
			g[word<<6+bits.TrailingZeros64(set)+1] += y
		}
	}
}
