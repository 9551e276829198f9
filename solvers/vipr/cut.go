package vipr

import (
	"math/big"
	"slices"

	"feltlab/model/proof"
)

// gains is a sum of constraints of patterns: minus sum of gain_j x_j, minus the intercept's, is at least right.
type gains struct {
	from      list // its constraints, and how often each counts
	digits    int64
	intercept *big.Int   // times digits
	gain      []*big.Int // by number in columns, times digits
	loss      []*big.Rat // what a column takes at most of the sum, times z_j
	right     *big.Rat
	kept      int // number in columns of the weight that a bound is derived for, with its gain, or nil
	keptGain  *big.Rat
}

// line is a derived constraint: the loss of a pattern is at least slope times its estimate plus right.
type line struct {
	constraint int
	slope      int64
	right      *big.Int // in units of 1/program.common
}

// line returns the line that counts the first k targets of a pattern as below the estimate.
func (m *program) line(p *pattern, k int) *line {
	if l := p.lines[k]; l != nil {
		return l
	}
	var left, from list
	l, right := &line{}, new(big.Rat)
	for i, w := range p.weight {
		left.add(p.d[i], w)
		if i < k {
			from.add(p.under[i], -w)
			w *= -m.below
		} else {
			from.add(p.over[i], w)
			w *= m.above
		}
		l.slope -= w
		right.Add(right, new(big.Rat).Mul(whole(w), p.target[i]))
	}
	m.estimate(&left, p, -l.slope)
	l.constraint = m.derive('G', right.RatString(), &left, linear, &from)
	l.right = new(big.Int).Quo(m.common, right.Denom())
	l.right.Mul(l.right, right.Num())
	p.lines[k] = l
	return l
}

// averages adds up lines of the patterns' losses. Multipliers are multiples of 1/digits.
func (m *program) averages(slopes []int64, digits int64) *gains {
	g, right, product := m.newGains(), new(big.Int), new(big.Int)
	counts, one := m.above+m.below, m.one
	add := func(p *pattern, k int, times int64) {
		if times != 0 {
			l := m.line(p, k)
			g.from.addRat(l.constraint, big.NewRat(times, digits))
			right.Add(right, product.Mul(l.right, big.NewInt(times)))
			g.lean(p, product.Mul(big.NewInt(l.slope), big.NewInt(times)))
		}
	}
	for i := range m.patterns {
		p := &m.patterns[i]
		// The slope is between those of the lines k and k+1.
		k, slope := 0, -m.above*p.sum
		for k < len(p.weight)-1 && (slope+counts*p.weight[k])*one <= slopes[i] {
			slope += counts * p.weight[k]
			k++
		}
		step := new(big.Int).Mul(big.NewInt(slopes[i]-slope*one), big.NewInt(digits))
		unit := big.NewInt(counts * p.weight[k] * one)
		part := step.Add(step, product.Rsh(unit, 1)).Div(step, unit).Int64()
		add(p, k, digits-part)
		add(p, k+1, part)
	}
	g.from.add(m.total, -1)
	g.digits = digits
	g.right.SetFrac(right, product.Mul(m.common, big.NewInt(digits)))
	g.right.Sub(g.right, new(big.Rat).Mul(whole(m.weight), m.limit))
	return g
}

func (m *program) newGains() *gains {
	g := &gains{digits: 1, intercept: new(big.Int), gain: make([]*big.Int, len(m.columns)), right: new(big.Rat)}
	for i := range g.gain {
		g.gain[i] = new(big.Int)
	}
	return g
}

// lean adds a slope to the gains of a pattern's columns.
func (g *gains) lean(p *pattern, slope *big.Int) {
	g.intercept.Add(g.intercept, slope)
	for _, n := range p.columns {
		g.gain[n].Add(g.gain[n], slope)
	}
}

// largest adds up constraints on the largest error. Multipliers are rounded to digits times the largest.
func (m *program) largest(d *proof.Dual, digits int64) *gains {
	g := m.newGains()
	most, sum := int64(1), int64(0)
	for _, e := range slices.Concat(d.Above, d.Below) {
		most = max(most, e.Value)
	}
	for side, entries := range [][]proof.Entry{d.Above, d.Below} {
		for _, e := range entries {
			p := &m.patterns[e.At]
			times := new(big.Int).Mul(big.NewInt(e.Value), big.NewInt(digits))
			times.Add(times, big.NewInt(most/2)).Div(times, big.NewInt(most))
			n := times.Int64()
			right := new(big.Rat)
			if side == 0 { // the estimate is at least the largest target less the limit
				last := len(p.target) - 1
				g.from.add(p.over[last], n)
				right.Sub(p.target[last], m.limit)
				g.lean(p, times.Neg(times))
			} else {
				g.from.add(p.under[0], -n)
				right.Neg(right.Add(p.target[0], m.limit))
				g.lean(p, times)
			}
			g.right.Add(g.right, right.Mul(right, whole(n)))
			sum += n
		}
	}
	if m.solution != nil {
		g.from.add(m.solution.within, -sum)
	}
	return g
}

// cut derives that a formula has one of the columns of a cut: sum of z_j >= 1. It returns the constraint.
func (m *program) cut(in *proof.Instance, c *proof.Cut) (int, error) {
	t := &splits{m: m, in: in, cut: c, box: m.wholeBox()}
	if c.Tree == nil {
		return t.leaf(c.Dual)
	}
	t.nodes = c.Tree
	return t.node()
}

// finish eliminates the weights from a sum, and all columns but those of a cut.
func (m *program) finish(g *gains, cut proof.Vector, box *box) (int, bool) {
	m.eliminate(g, cut, box)
	free := func(n int) bool { return !cut.Has(m.columns[n].id) && !m.forced(box, n) && box.out[n] < 0 }
	price, groups := new(big.Rat), make([]*big.Rat, len(m.groups))
	right := m.others(g, free, box, price, groups)
	if right.Sign() <= 0 {
		price.Set(m.marginal(g, free, box))
		right = m.others(g, free, box, price, groups)
	}
	if right.Sign() <= 0 {
		return 0, false
	}
	g.from.addRat(m.budget, new(big.Rat).Neg(price))
	for at, times := range groups {
		g.from.addRat(m.groups[at], new(big.Rat).Neg(times))
	}
	var left list
	largest := new(big.Rat)
	for _, n := range m.units {
		c, rest, group := &m.columns[n], g.loss[n].Sub(g.loss[n], price), m.groupOf(n)
		if group >= 0 {
			rest.Sub(rest, groups[group])
		}
		switch {
		case rest.Sign() < 0 && m.forced(box, n): // the column counts among those of the limit and of its group
			g.from.addRat(m.used(box, n), new(big.Rat).Neg(rest))
			rest.SetInt64(0)
		case rest.Sign() < 0:
			g.from.addRat(c.none, new(big.Rat).Neg(rest))
			rest.SetInt64(0)
		case box.out[n] >= 0:
			g.from.addRat(box.out[n], new(big.Rat).Neg(rest))
		case !cut.Has(c.id):
			g.from.addRat(c.all, new(big.Rat).Neg(rest))
		case rest.Sign() > 0:
			left.addRat(c.z, rest)
			if rest.Cmp(largest) > 0 {
				largest = rest
			}
		}
	}
	if g.keptGain != nil {
		return m.keep(g, right, box), true
	}
	return m.clause(m.derive('G', right.RatString(), &left, linear, &g.from), g, cut, largest), true
}

// keep derives the bound of the weight that a sum keeps: -gain x >= right - gain value, where right is above 0.
func (m *program) keep(g *gains, right *big.Rat, box *box) int {
	var left, one, from list
	sense, value, times := byte('L'), box.ends[g.kept][0].value, new(big.Rat).Neg(g.keptGain)
	if times.Sign() > 0 {
		sense, value = 'G', box.ends[g.kept][1].value
	}
	left.addRat(m.columns[g.kept].x, times)
	at := m.derive('G', right.Add(right, new(big.Rat).Mul(times, value)).RatString(), &left, linear, &g.from)
	one.add(m.columns[g.kept].x, 1)
	from.addRat(at, times.Inv(times))
	return m.derive(sense, value.RatString(), &one, linear, &from)
}

// eliminate adds the bounds of the weights to a sum: what is left are losses times z.
func (m *program) eliminate(g *gains, cut proof.Vector, box *box) {
	digits := big.NewInt(g.digits)
	if gain := new(big.Rat).SetFrac(g.intercept, digits); m.intercept >= 0 && gain.Sign() != 0 {
		end := &box.intercept[0]
		if gain.Sign() < 0 {
			end = &box.intercept[1]
		}
		g.from.addRat(end.constraint, gain)
		g.right.Add(g.right, new(big.Rat).Mul(end.value, gain))
	}
	for n := range m.columns {
		gain, loss := new(big.Rat).SetFrac(g.gain[n], digits), new(big.Rat)
		g.loss = append(g.loss, loss)
		if gain.Sign() == 0 {
			continue
		}
		side := 0
		if gain.Sign() < 0 {
			side = 1
		}
		end := &box.ends[n][side]
		if c := end.constraint; (c >= 0 || c == beyond) && box.forced(n) {
			if c == beyond {
				g.kept, g.keptGain = n, gain
			} else {
				g.from.addRat(c, gain)
			}
			g.right.Add(g.right, new(big.Rat).Mul(end.value, gain))
			continue
		}
		g.from.addRat(m.byZ(box, n, side), gain)
		loss.Neg(loss.Mul(gain, end.value))
	}
	for n, c := range m.columns {
		if c.unit != n {
			g.loss[c.unit].Add(g.loss[c.unit], g.loss[n])
		}
	}
}

// others returns the right side of a sum less what the columns besides those of a cut take at most, where a column
// costs a price at least. It computes how often each group counts.
func (m *program) others(g *gains, free func(n int) bool, box *box, price *big.Rat, groups []*big.Rat) *big.Rat {
	right, forced := new(big.Rat).Set(g.right), 0
	for _, n := range m.units {
		over := new(big.Rat).Sub(g.loss[n], price)
		switch {
		case m.forced(box, n):
			right.Sub(right, g.loss[n])
			forced++
		case free(n) && over.Sign() > 0 && m.groupOf(n) < 0:
			right.Sub(right, over)
		}
	}
	for i := range groups {
		losses, left := m.largestOf(g, free, box, i)
		groups[i] = new(big.Rat)
		if at := max(left, 1) - 1; at < len(losses) && losses[at].Cmp(price) > 0 {
			groups[i].Sub(losses[at], price)
		}
		for _, loss := range losses[:min(left, len(losses))] {
			if loss.Cmp(price) > 0 {
				right.Add(right, price).Sub(right, loss)
			}
		}
	}
	return right.Sub(right, new(big.Rat).Mul(price, whole(int64(m.most-forced))))
}

// largestOf returns the losses of the free columns of a group, the largest first, and how many of them a formula may
// have besides those that all have.
func (m *program) largestOf(g *gains, free func(n int) bool, box *box, group int) (losses []*big.Rat, left int) {
	left = m.cover.Groups[group].Most
	for _, n := range m.units {
		switch {
		case m.groupOf(n) != group:
		case m.forced(box, n):
			left--
		case free(n):
			losses = append(losses, g.loss[n])
		}
	}
	slices.SortFunc(losses, func(a, b *big.Rat) int { return b.Cmp(a) })
	return losses, max(left, 0)
}

// marginal returns the largest loss of a column that is no longer among the columns of a formula, if those with the
// largest losses are.
func (m *program) marginal(g *gains, free func(n int) bool, box *box) *big.Rat {
	var all []*big.Rat
	most := m.most
	for _, n := range m.units {
		if m.forced(box, n) {
			most--
		} else if free(n) && m.groupOf(n) < 0 {
			all = append(all, g.loss[n])
		}
	}
	for i := range m.groups {
		losses, left := m.largestOf(g, free, box, i)
		all = append(all, losses[:min(left, len(losses))]...)
	}
	if most < 0 || most >= len(all) {
		return new(big.Rat)
	}
	slices.SortFunc(all, func(a, b *big.Rat) int { return b.Cmp(a) })
	return all[most]
}

// clause rounds a constraint up: where a sum of parts of z_j is more than 0, one of them is at least 1.
func (m *program) clause(at int, g *gains, cut proof.Vector, largest *big.Rat) int {
	left, from := m.sumOf(cut), list{}
	if largest.Sign() == 0 { // it says that 0 is more than 0
		from.add(at, 1)
		return m.derive('G', "1", left, linear, &from)
	}
	from.addRat(at, new(big.Rat).Inv(largest))
	for _, n := range m.units {
		if c := &m.columns[n]; cut.Has(c.id) {
			part := new(big.Rat).Quo(g.loss[n], largest)
			from.addRat(c.none, part.Sub(whole(1), part))
		}
	}
	return m.derive('G', "1", left, rounded, &from)
}

// sumOf returns how often the columns of a cut are used, all together.
func (m *program) sumOf(cut proof.Vector) *list {
	var l list
	for _, c := range m.columns {
		if cut.Has(c.id) {
			l.add(c.z, 1)
		}
	}
	return &l
}
