package cover

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WritePBP writes a tree as a proof of version 2.0 of VeriPB's format. It is about the pseudo-Boolean problem of
// mip.Covering, in which the variables are the columns of the problem in order. A leaf is a sum of constraints (pol)
// and the clause that follows from it (rup), an inner node the clause that follows from its two; a clause says that
// one of the decisions above it is wrong. The error is the writer's.
func WritePBP(w io.Writer, p *Problem, nodes []Node) error {
	n := p.end()
	t := &pbp{p: p, variable: make([]int, n), order: make([]int, n), out: bufio.NewWriter(w), nodes: nodes}
	n = 0
	for id := range p.Free.Or(p.Chosen).All() {
		n++
		t.variable[id] = n
	}
	t.limit = p.Chosen.Size() + 1
	t.next = t.limit + len(p.Groups) + 1
	for id := range t.order { // of the earlier column
		for later := range t.order {
			if before := p.After[later]; before == id && before != 0 {
				t.order[later] = t.next
				t.next++
			}
		}
	}
	t.cuts = t.next
	t.next += len(p.Cuts)
	fmt.Fprintf(t.out, "pseudo-Boolean proof version 2.0\nf %d\n", t.next-1)
	t.node(nil)
	fmt.Fprintf(t.out, "output NONE\nconclusion UNSAT : %d\nend pseudo-Boolean proof\n", t.next-1)
	return t.out.Flush()
}

type pbp struct {
	p        *Problem
	out      *bufio.Writer // keeps the first error for Flush
	nodes    []Node        // that are left
	variable []int
	order    []int // constraints, by column that comes after another one
	limit    int   // constraint; groups follow
	cuts     int   // the first constraint of a cut
	next     int   // constraint
}

// node writes the next node, below some decisions, and returns its clause.
func (t *pbp) node(clause []string) int {
	n := &t.nodes[0]
	t.nodes = t.nodes[1:]
	var used []int
	if n.Column == 0 {
		used = append(used, t.sum(&n.Leaf))
	} else {
		for _, sign := range []string{"~", ""} {
			literal := fmt.Sprintf("1 %sx%d ", sign, t.variable[n.Column])
			used = append(used, t.node(append(clause, literal)))
		}
	}
	fmt.Fprintf(t.out, "rup %s>= 1 ;\ndel id %s\n", strings.Join(clause, ""), strings.Trim(fmt.Sprint(used), "[]"))
	t.next++
	return t.next - 1
}

func (t *pbp) sum(c *Combination) int {
	t.out.WriteString("pol")
	first := true
	add := func(at int, times int64) {
		if times > 0 {
			fmt.Fprintf(t.out, " %d %d *", at, times)
			if !first {
				t.out.WriteString(" +")
			}
			first = false
		}
	}
	for _, cut := range c.Cuts {
		add(t.cuts+cut.At, cut.Times)
	}
	for _, o := range c.Orders {
		add(t.order[o.At], o.Times)
	}
	for _, g := range c.Groups {
		add(t.limit+1+g.At, g.Times)
	}
	add(t.limit, c.Limit)
	t.out.WriteString("\n")
	t.next++
	return t.next - 1
}
