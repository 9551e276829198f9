package vipr

import (
	"strconv"

	"feltlab/model/proof"
	"feltlab/solvers/cover"
)

// tree writes the derivations of a tree of choices.
type tree struct {
	m       *program
	p       *cover.Problem
	nodes   []cover.Node
	clauses []int      // constraints, by cut
	decided []decision // by number in columns
}

// decision is the constraint by which a column is chosen or given up.
type decision struct {
	constraint int
	chosen     bool
}

func (m *program) newTree(p *cover.Problem, nodes []cover.Node, clauses []int) *tree {
	t := &tree{m: m, p: p, nodes: nodes, clauses: clauses, decided: make([]decision, len(m.columns))}
	for n, c := range m.columns {
		if c.with {
			t.decided[n] = decision{c.forced, true}
		}
	}
	return t
}

// write writes the next node and all below it. It returns the constraint that 0 is at least 1.
func (t *tree) write() int {
	node := &t.nodes[0]
	if t.nodes = t.nodes[1:]; node.Column == 0 {
		return t.leaf(&node.Leaf)
	}
	var from list
	n := t.m.number[node.Column]
	before := t.decided[n]
	for _, chosen := range []bool{true, false} {
		at := t.m.suppose(t.m.columns[n].z, chosen)
		t.decided[n] = decision{at, chosen}
		from.refer(t.write(), at)
	}
	t.decided[n] = before
	return t.m.derive('G', "1", &list{}, unsplit, &from)
}

// leaf adds up cuts, groups and the limit, and cancels what is left of the columns.
func (t *tree) leaf(c *cover.Combination) int {
	var from list
	sum := make([]int64, len(t.m.columns))
	for n := range sum {
		sum[n] = -c.Limit
	}
	count := func(columns proof.Vector, times int64) {
		for _, id := range columns.IDs() {
			sum[t.m.number[id]] += times
		}
	}
	for _, q := range c.Cuts {
		from.add(t.clauses[q.At], q.Times)
		count(t.p.Cuts[q.At], q.Times)
	}
	from.add(t.m.budget, -c.Limit)
	for _, g := range c.Groups {
		from.add(t.m.groups[g.At], -g.Times)
		count(t.p.Groups[g.At].Columns, -g.Times)
	}
	for _, o := range c.Orders {
		column := &t.m.columns[t.m.number[o.At]]
		from.add(column.order, o.Times)
		sum[t.m.number[o.At]] -= o.Times
		sum[column.after] += o.Times
	}
	for _, n := range t.m.units {
		s, d := sum[n], t.decided[n]
		if s > 0 || s < 0 && d.chosen {
			from.add(d.constraint, -s)
		} else {
			from.add(t.m.columns[n].none, -s)
		}
	}
	return t.m.derive('G', "1", &list{}, linear, &from)
}

// refer adds constraints without saying how often they are taken.
func (l *list) refer(constraints ...int) {
	for _, at := range constraints {
		l.text = strconv.AppendInt(append(l.text, ' '), int64(at), 10)
		l.of = append(l.of, at)
	}
}
