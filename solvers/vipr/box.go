package vipr

import (
	"fmt"
	"math/big"
	"slices"

	"feltlab/model/proof"
)

// end is an end of the interval of a weight at a node of a tree.
type end struct {
	value      *big.Rat
	constraint int // x >= value or x <= value; -1 if the value is the program's bound of the weight, or beyond
	byZ        int // x >= value z or x <= value z; -1 until it is needed
}

// beyond is the constraint of an end that is to be refuted: a leaf then derives that the weight does not reach it.
const beyond = -2

// box has the least and the greatest weight of every column, and of the intercept.
type box struct {
	ends      [][2]end
	intercept [2]end
	used      []int // constraints z >= 1 of columns whose weight cannot be 0; -1 until they are needed
	chosen    []int // assumptions z >= 1 of columns that are chosen, or -1
	out       []int // assumptions z <= 0 of columns that are out, or -1
}

func (m *program) wholeBox() *box {
	b := &box{}
	for _, c := range m.columns {
		b.ends = append(b.ends, [2]end{{c.lower, -1, c.down}, {c.upper, -1, c.up}})
		b.used, b.chosen, b.out = append(b.used, -1), append(b.chosen, -1), append(b.out, -1)
	}
	if m.intercept >= 0 {
		ends := m.h.Intercept(len(m.h.Rules.Bounds))
		b.intercept = [2]end{{decimal(ends.Lower), m.least, -1}, {decimal(ends.Upper), m.greatest, -1}}
	}
	return b
}

// forced reports whether every formula has a column: it is chosen, or its weight cannot be 0.
func (b *box) forced(n int) bool {
	return b.chosen[n] >= 0 || b.ends[n][0].value.Sign() > 0 || b.ends[n][1].value.Sign() < 0
}

// forcing returns a column of a unit that every formula has, or -1.
func (m *program) forcing(b *box, unit int) int {
	return slices.IndexFunc(m.columns, func(c column) bool { return c.unit == unit && b.forced(m.number[c.id]) })
}

// forced reports whether every formula has a unit.
func (m *program) forced(b *box, unit int) bool { return m.forcing(b, unit) >= 0 }

// splits derives a cut from a tree of boxes.
type splits struct {
	m     *program
	in    *proof.Instance
	cut   *proof.Cut
	nodes []proof.Node // that are left, in preorder
	box   *box
}

// node derives the cut for the weights of the next node's box. It returns the constraint.
func (t *splits) node() (int, error) {
	if len(t.nodes) == 0 {
		return 0, fmt.Errorf("%w: its tree lacks a leaf", proof.ErrCut)
	}
	n := &t.nodes[0]
	t.nodes = t.nodes[1:]
	switch n.Kind {
	case proof.Leaf:
		return t.leaf(n.Dual)
	case proof.None:
		return t.m.none(t.box)
	case proof.Choose:
		return t.choose(n.Column)
	}
	if t.m.h.Rules.Any() {
		return t.narrow(n)
	}
	var from list
	for side := range 2 {
		ends, at := t.m.split(t.box, n.Column, n.Value, 1-side)
		before := *ends
		*ends = at.end
		used := -1
		if n.Column > 0 {
			c := t.m.number[n.Column]
			used, t.box.used[c] = t.box.used[c], -1
		}
		below, err := t.node()
		if *ends = before; n.Column > 0 {
			t.box.used[t.m.number[n.Column]] = used
		}
		if err != nil {
			return 0, err
		}
		from.refer(below, at.assumption)
	}
	return t.m.derive('G', "1", t.m.sumOf(t.cut.Columns), unsplit, &from), nil
}

// choose derives the cut for formulas without a column, and with it.
func (t *splits) choose(id int) (int, error) {
	n := t.m.number[id]
	if t.m.columns[n].id != id {
		return 0, fmt.Errorf("%w: it chooses column %d, which is true nowhere", proof.ErrCut, id)
	}
	var from list
	for one, mark := range []*int{&t.box.out[n], &t.box.chosen[n]} {
		before, at := *mark, t.m.suppose(t.m.columns[n].z, one == 1)
		*mark = at
		below, err := t.node()
		if *mark = before; err != nil {
			return 0, err
		}
		from.refer(below, at)
	}
	return t.m.derive('G', "1", t.m.sumOf(t.cut.Columns), unsplit, &from), nil
}

// narrow derives the cut where a split of any weight has a leaf beyond a bound: from the leaf's dual vector follows
// that a weight of a column that is used stays within the bound, and so does that of one that is not.
func (t *splits) narrow(n *proof.Node) (int, error) {
	c, value, side := t.m.number[n.Column], decimal(proof.Decimal(n.Value)), 0
	leaf := 0 // place of the leaf beyond
	if n.Value > 0 {
		side, leaf = 1, lengthOf(t.nodes)
	}
	g := t.m.h.Rules.Group(n.Column)
	if n.Value == 0 || !t.cut.Columns.Empty() || g.Most == 0 && !g.Columns.Empty() || leaf >= len(t.nodes) ||
		t.nodes[leaf].Kind != proof.Leaf {
		return 0, fmt.Errorf("%w: it splits any weight, want a cut without columns, no whole group, and a leaf beyond "+
			"a bound", proof.ErrCut)
	}
	bound, err := t.within(c, side, value, t.nodes[leaf].Dual)
	if err != nil {
		return 0, err
	}
	if side == 0 {
		t.nodes = t.nodes[1:]
	}
	before := t.box.ends[c][side]
	t.box.ends[c][side] = end{value, bound, -1}
	below, err := t.node()
	if t.box.ends[c][side] = before; side == 1 && err == nil {
		t.nodes = t.nodes[1:]
	}
	return below, err
}

// lengthOf returns the number of nodes of the first tree.
func lengthOf(nodes []proof.Node) int {
	for i, open := 0, 1; i < len(nodes); i++ {
		if nodes[i].Kind == proof.Split || nodes[i].Kind == proof.Choose {
			open++
		} else if open--; open == 0 {
			return i + 1
		}
	}
	return len(nodes)
}

// within derives that a weight is at most a value (side 1), or at least (side 0), from a dual vector of the formulas
// beyond it.
func (t *splits) within(c, side int, value *big.Rat, d *proof.Dual) (int, error) {
	m, column := t.m, &t.m.columns[c]
	sense, bound, limit := byte('G'), column.down, column.lower
	if side == 1 {
		sense, bound, limit = 'L', column.up, column.upper
	}
	var left, from list
	left.add(column.x, 1)
	chosen, ends, used := t.box.chosen[c], t.box.ends[c], m.suppose(column.z, true)
	t.box.chosen[c], t.box.ends[c][1-side] = used, end{value, beyond, -1}
	at, err := t.leaf(d)
	t.box.chosen[c], t.box.ends[c] = chosen, ends
	if err != nil {
		return 0, err
	}
	from.refer(at, used)
	var none list
	unused := m.suppose(column.z, false)
	none.add(bound, 1)
	none.addRat(unused, limit)
	from.refer(m.derive(sense, value.RatString(), &left, linear, &none), unused)
	return m.derive(sense, value.RatString(), &left, unsplit, &from), nil
}

// digits are denominators of multipliers. The first that proves the limit makes the shortest certificate.
var digits = []int64{1 << 4, 1 << 8, 1 << 12, 1 << 16, 1 << 24, 1 << 32, 1 << 48}

// leaf derives the cut from a dual vector.
func (t *splits) leaf(d *proof.Dual) (int, error) {
	var slopes []int64
	if d == nil {
		return 0, fmt.Errorf("%w: it has no dual vector", proof.ErrCut)
	}
	if t.m.average() {
		if slopes = t.in.Slopes(t.m.h, d); slopes == nil {
			return 0, fmt.Errorf("%w: its dual vector is out of range", proof.ErrCut)
		}
	}
	for _, n := range digits {
		var g *gains
		if slopes != nil {
			g = t.m.averages(slopes, n)
		} else {
			g = t.m.largest(d, n)
		}
		if at, ok := t.m.finish(g, t.cut.Columns, t.box); ok {
			return at, nil
		}
	}
	// The kernel subtracts nothing for columns where a formula may not have all that are chosen.
	if at, err := t.m.none(t.box); err == nil {
		return at, nil
	}
	return 0, fmt.Errorf("%w: its dual vector proves less than the limit", proof.ErrCut)
}

// byZ returns the constraint that a weight is at least its least value times z, or at most its greatest. If that is not
// a bound of the program, it holds because z is 0 or 1.
func (m *program) byZ(b *box, n, side int) int {
	e, c := &b.ends[n][side], &m.columns[n]
	if e.byZ >= 0 {
		return e.byZ
	}
	sense, bound, limit := byte('G'), c.down, c.lower
	if side == 1 {
		sense, bound, limit = 'L', c.up, c.upper
	}
	var left, cases list
	left.add(c.x, 1)
	left.addRat(c.z, new(big.Rat).Neg(e.value))
	for one := range 2 {
		var from list
		times, at := new(big.Rat), m.suppose(c.z, one == 1)
		if one == 0 {
			from.add(bound, 1)
			times.Sub(limit, e.value)
		} else {
			from.add(e.constraint, 1)
			times.Neg(e.value)
		}
		from.addRat(at, times)
		cases.refer(m.derive(sense, "0", &left, linear, &from), at)
	}
	e.byZ = m.derive(sense, "0", &left, unsplit, &cases)
	return e.byZ
}

// used returns the constraint that a unit is used, since the weight of a column cannot be 0.
func (m *program) used(b *box, n int) int {
	n = m.forcing(b, n)
	if b.chosen[n] >= 0 {
		return b.chosen[n]
	}
	if b.used[n] >= 0 {
		return b.used[n]
	}
	c, e := &m.columns[n], &b.ends[n][0]
	bound, limit := c.up, c.upper
	if e.value.Sign() < 0 || e.constraint < 0 {
		e, bound, limit = &b.ends[n][1], c.down, c.lower
	}
	var left, from list
	left.add(c.z, 1)
	times := new(big.Rat).Inv(limit)
	from.addRat(e.constraint, times)
	from.addRat(bound, new(big.Rat).Neg(times))
	b.used[n] = m.derive('G', "1", &left, rounded, &from)
	return b.used[n]
}

// none derives that 0 is at least 1 in a box that allows no formula: too many columns, or too many of a group, are
// used.
func (m *program) none(b *box) (int, error) {
	forced := 0
	var all list
	all.add(m.budget, -1)
	for _, n := range m.units {
		if m.forced(b, n) {
			all.add(m.used(b, n), 1)
			forced++
		} else {
			all.add(m.columns[n].none, 1)
		}
	}
	if forced > m.most {
		return m.derive('G', "1", &list{}, linear, &all), nil
	}
	for g, columns := range m.groups {
		var from list
		from.add(columns, -1)
		forced := 0
		for _, n := range m.units {
			switch {
			case m.groupOf(n) != g:
			case m.forced(b, n):
				from.add(m.used(b, n), 1)
				forced++
			default:
				from.add(m.columns[n].none, 1)
			}
		}
		if forced > m.cover.Groups[g].Most {
			return m.derive('G', "1", &list{}, linear, &from), nil
		}
	}
	return 0, fmt.Errorf("%w: a leaf without a dual vector allows formulas", proof.ErrCut)
}

type half struct {
	assumption int
	end
}

// split returns the end of a weight's interval that a split changes, and what it becomes: that the weight is at most
// value number n (side 1), or at least value number n+1 (side 0).
func (m *program) split(b *box, id int, n int64, side int) (*end, half) {
	rules := m.h.Rules
	x, ends := m.intercept, &b.intercept
	if id > 0 {
		x, ends = m.columns[m.number[id]].x, &b.ends[m.number[id]]
	}
	if rules.Step > 0 {
		return &ends[side], m.splitStep(m.rounds[id], x, n, side)
	}
	return &ends[side], m.splitValues(m.rounds[id], x, int(n), side)
}
