package vipr

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"

	"feltlab/model/proof"
)

// round is a weight that has one of several values: a whole number of steps, or the least value and the differences
// to the next ones as long as there is a 1: variables that are 0 or 1, none more than the one before.
type round struct {
	row       int   // constraint: what the weight is
	variables []int // the number of steps, or by value but the last
	none, all []int // constraints: variable >= 0 and <= 1
	chain     []int // constraints: variable >= the next
}

// rounded lists the columns with round weights, in order; 0 is the intercept.
func (m *program) rounded() []int { return slices.Sorted(maps.Keys(m.rounds)) }

func (m *program) roundVariables(id int) {
	r := &round{}
	m.rounds[id] = r
	if m.h.Rules.Step > 0 {
		r.variables = []int{m.variable(fmt.Sprint("k", id), true)}
		return
	}
	for i := range len(m.h.Rules.Values) - 1 {
		r.variables = append(r.variables, m.variable(fmt.Sprintf("b%d_%d", id, i), true))
	}
}

func (m *program) roundBounds() {
	if m.h.Rules.Any() || m.h.Rules.Step > 0 {
		return
	}
	for _, id := range m.rounded() {
		r := m.rounds[id]
		r.none, r.all = r.none[:0], r.all[:0]
		for i, v := range r.variables {
			l := m.sum()
			l.add(v, 1)
			r.none = append(r.none, m.given(fmt.Sprintf("none%d_%d", id, i), 'G', whole(0), l))
			r.all = append(r.all, m.given(fmt.Sprintf("all%d_%d", id, i), 'L', whole(1), l))
		}
	}
}

func (m *program) roundRows() {
	for _, id := range m.rounded() {
		r, x := m.rounds[id], m.weightOf(id)
		l := m.sum()
		l.add(x, 1)
		if step := m.h.Rules.Step; step > 0 {
			l.addRat(r.variables[0], decimal(-step))
			r.row = m.given(fmt.Sprint("round", id), 'E', whole(0), l)
			continue
		}
		values := m.h.Rules.Values
		for i, v := range r.variables {
			l.addRat(v, decimal(values[i]-values[i+1]))
		}
		r.row = m.given(fmt.Sprint("round", id), 'E', decimal(values[0]), l)
		r.chain = r.chain[:0]
		for i := range len(r.variables) - 1 {
			l.reset().add(r.variables[i], 1)
			l.add(r.variables[i+1], -1)
			r.chain = append(r.chain, m.given(fmt.Sprintf("chain%d_%d", id, i), 'G', whole(0), l))
		}
	}
}

// weightOf returns the variable of a column's weight; that of column 0 is the intercept.
func (m *program) weightOf(id int) int {
	if id == 0 {
		return m.intercept
	}
	return m.columns[m.number[id]].x
}

// roundSolution sets a round weight to its nearest value: the formula's has been rounded to a float64.
func (m *program) roundSolution(r *round, weight *big.Rat) {
	values := m.solution.values
	if step := m.h.Rules.Step; step > 0 {
		steps, _ := new(big.Rat).Quo(weight, decimal(step)).Float64()
		values[r.variables[0]].SetInt64(int64(math.Round(steps)))
		weight.Mul(values[r.variables[0]], decimal(step))
		return
	}
	nearest := m.h.Rules.Values[0]
	for i, v := range r.variables {
		next := m.h.Rules.Values[i+1]
		middle := big.NewRat(int64(m.h.Rules.Values[i])+int64(next), 2*int64(proof.One))
		if weight.Cmp(middle) > 0 {
			values[v].SetInt64(1)
			nearest = next
		}
	}
	weight.Set(decimal(nearest))
}

func (m *program) splitStep(r *round, x int, n int64, side int) half {
	var k, left, from list
	step := decimal(m.h.Rules.Step)
	k.add(r.variables[0], 1)
	left.add(x, 1)
	from.add(r.row, 1)
	sense := byte('L')
	if side == 0 {
		sense, n = 'G', n+1
	}
	value := new(big.Rat).Mul(step, whole(n))
	at := m.derive(sense, whole(n).RatString(), &k, assumed, &list{})
	from.addRat(at, step)
	return half{at, end{value, m.derive(sense, value.RatString(), &left, linear, &from), -1}}
}

func (m *program) splitValues(r *round, x, n, side int) half {
	values := m.h.Rules.Values
	difference := func(i, k int) *big.Rat { return new(big.Rat).Sub(decimal(values[i]), decimal(values[k])) }
	var left, from list
	left.add(x, 1)
	from.add(r.row, 1)
	last := len(values) - 1
	at := m.suppose(r.variables[n], side == 0)
	if side == 1 { // this and all later variables are 0, the ones before at most 1
		from.addRat(at, difference(last, n))
		for i := range last {
			if i < n {
				from.addRat(r.all[i], difference(i+1, i))
			} else if i < last-1 {
				from.addRat(r.chain[i], difference(i+1, last))
			}
		}
		value := decimal(values[n])
		return half{at, end{value, m.derive('L', value.RatString(), &left, linear, &from), -1}}
	}
	from.addRat(at, difference(n+1, 0))
	for i := range last {
		if i > n {
			from.addRat(r.none[i], difference(i+1, i))
		} else if i < n {
			from.addRat(r.chain[i], difference(i+1, 0))
		}
	}
	value := decimal(values[n+1])
	return half{at, end{value, m.derive('G', value.RatString(), &left, linear, &from), -1}}
}
