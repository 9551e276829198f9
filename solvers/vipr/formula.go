package vipr

import (
	"math/big"
	"slices"
	"strconv"

	"feltlab/model/regression"
)

// solution is a formula as a solution of the program. With one the certificate has both sides of the claim: the program
// asks for the least error, which is a variable, and another variable says whether it is above the limit.
type solution struct {
	values []*big.Rat // by variable
	error  *big.Rat   // in the unit of the target
	at     int        // variable: the error
	above  int        // variable: 1 if the error is above the limit
	below  int        // constraint: error <= limit + its value here * above
	beyond int        // constraint: error >= limit * above
	within int        // derived constraint: error <= limit, if above is 0
}

// solve makes a solution of a formula. That it keeps all constraints is checked when they are written.
func (m *program) solve(f regression.Formula) {
	s := &solution{error: new(big.Rat)}
	m.solution = s
	s.at, s.above = m.variable("error", false), m.variable("above", true)
	for range m.names {
		s.values = append(s.values, new(big.Rat))
	}
	s.values[s.above].SetInt64(1)
	for _, c := range m.columns {
		if c.with {
			s.values[c.z].SetInt64(1)
		}
	}
	if m.intercept >= 0 {
		s.values[m.intercept].Set(m.low)
	}
	for _, t := range f {
		x, _ := new(big.Rat).SetString(strconv.FormatFloat(t.Weight, 'f', -1, 64))
		x.Mul(x, m.unit)
		if n, ok := m.number[t.ID]; ok {
			s.values[m.columns[n].x], s.values[m.columns[n].z] = x, whole(1)
		} else if t.ID == 0 && m.intercept >= 0 {
			s.values[m.intercept].Add(x, m.low)
		}
	}
	m.inOrder()
	for _, id := range m.rounded() {
		m.roundSolution(m.rounds[id], s.values[m.weightOf(id)])
	}
	m.measure()
}

// inOrder has a formula use the first of interchangeable columns, which are true in the same rows or in exactly the
// others.
func (m *program) inOrder() {
	values := m.solution.values
	for n := len(m.columns) - 1; n >= 0; n-- {
		c := &m.columns[n]
		if c.after < 0 || values[c.z].Sign() == 0 || values[m.columns[c.after].z].Sign() > 0 {
			continue
		}
		before := &m.columns[c.after]
		values[before.z], values[c.z] = values[c.z], values[before.z]
		values[before.x], values[c.x] = values[c.x], values[before.x]
		first := m.patterns[0].columns
		if slices.Contains(first, n) != slices.Contains(first, c.after) {
			x := values[before.x]
			values[m.intercept].Add(values[m.intercept], x)
			x.Neg(x)
		}
	}
}

func (m *program) measure() {
	s := m.solution
	for i := range m.patterns {
		p := &m.patterns[i]
		l := m.sum()
		m.estimate(l, p, 1)
		for k, y := range p.target {
			d := new(big.Rat).Sub(&l.sum, y)
			if d.Sign() < 0 {
				d.Mul(d, whole(-m.above))
			} else {
				d.Mul(d, whole(m.below))
			}
			if p.d != nil {
				s.values[p.d[k]] = d
				s.error.Add(s.error, new(big.Rat).Mul(whole(p.weight[k]), d))
			} else if d.Cmp(s.error) > 0 {
				s.error = d
			}
		}
	}
	if m.average() {
		s.error.Quo(s.error, whole(m.weight))
	}
	s.values[s.at] = s.error
}

// writeSolution writes what is to be proved, and the formula if there is one.
func (m *program) writeSolution() {
	s := m.solution
	if s == nil {
		m.print("RTP infeas\nSOL 0\n")
		return
	}
	var all list
	for v, x := range s.values {
		all.addRat(v, x)
	}
	m.print("RTP range %s %s\nSOL 1\nformula %d%s\n", m.limit.RatString(), s.error.RatString(), all.n, all.text)
}

// assume derives that the error is at most the limit, and the total of average errors as without a solution, where the
// error is not above the limit. It returns the assumption.
func (m *program) assume() int {
	s := m.solution
	var left, from list
	assumption := m.suppose(s.above, false)
	left.add(s.at, 1)
	from.add(s.below, 1)
	from.addRat(assumption, s.error)
	s.within = m.derive('L', m.limit.RatString(), &left, linear, &from)
	if m.average() {
		from.reset().add(m.total, 1)
		from.add(s.within, m.weight)
		most := new(big.Rat).Mul(whole(m.weight), m.limit)
		m.total = m.derive('L', most.RatString(), m.distances(left.reset()), linear, &from)
	}
	return assumption
}

// conclude derives that the error is at least the limit: if it is not above, 0 is at least 1.
func (m *program) conclude(assumption, absurd int) {
	s := m.solution
	var left, from, cases list
	left.add(s.at, 1)
	at := m.suppose(s.above, true)
	from.add(s.beyond, 1)
	from.addRat(at, m.limit)
	cases.refer(absurd, assumption, m.derive('G', m.limit.RatString(), &left, linear, &from), at)
	m.derive('G', m.limit.RatString(), nil, unsplit, &cases)
}
