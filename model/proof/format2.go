package proof

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// mostName is the largest number of bytes of a column's name, mostValues the largest number of values of a weight.
const mostName, mostValues = 1000, 10_000

// byWord stands between the columns of a cut and those that its leaves were made of.
const byWord = " by"

func (p *Proof) splits() (n int) {
	for i := range p.Cuts {
		for k := range p.Cuts[i].Tree {
			if p.Cuts[i].Tree[k].Kind == Split {
				n++
			}
		}
	}
	return n
}

func writeHeader2(b *bytes.Buffer, h *Header, n stated) {
	r := h.Rules
	fmt.Fprintf(b, "%s\nrows %s\nsource %s\ntarget %v %v\ncolumns %d\n",
		magic2, h.Labels.Rows, h.Labels.Source, r.Low, r.High, len(r.Bounds))
	for i, x := range r.Bounds {
		fmt.Fprintf(b, "column %v %v %s\n", x.Lower, x.Upper, h.Labels.Columns[i])
	}
	fmt.Fprintf(b, "intercept %v\nweights ", r.Intercept)
	switch {
	case r.Values != nil:
		b.WriteString("values")
		for _, v := range r.Values {
			b.WriteString(" " + v.String())
		}
	case r.Step > 0:
		fmt.Fprintf(b, "step %v", r.Step)
	default:
		b.WriteString("any")
	}
	fmt.Fprintf(b, "\ngroups %d\n", len(r.Groups))
	for _, g := range r.Groups {
		b.WriteString("group")
		writeIDs(b, g)
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "loss %v\nfeatures %d\nwith", h.Loss, h.Features)
	writeIDs(b, h.With)
	fmt.Fprintf(b, "\ncutoff %s\ninstance %x\ncuts %d\nsplits %d\n", cutoffText(h), h.Instance, n.cuts, n.splits)
}

func writeCut2(b *bytes.Buffer, c *Cut) {
	b.WriteString("cut")
	writeIDs(b, c.Columns)
	if c.Choice != (Vector{}) {
		b.WriteString(byWord)
		writeIDs(b, c.Choice)
	}
	b.WriteByte('\n')
	if c.Tree == nil {
		writeNode(b, &Node{Dual: c.Dual})
	}
	for i := range c.Tree {
		writeNode(b, &c.Tree[i])
	}
}

func writeNode(b *bytes.Buffer, n *Node) {
	switch {
	case n.Kind == Split:
		fmt.Fprintf(b, "split %d %d", n.Column, n.Value)
	case n.Kind == None:
		b.WriteString("none")
	case n.Dual == nil:
		b.WriteString("leaf")
	default:
		writeDual(b, n.Dual)
	}
	b.WriteByte('\n')
}

// labels reads the lines of a header from rows to the groups.
func (d *decoder) labels(h *Header) {
	h.Rules = &Rules{}
	r := h.Rules
	h.Labels.Rows, h.Labels.Source = d.field("rows"), d.field("source")
	low, high, _ := strings.Cut(d.field("target"), " ")
	r.Low, r.High = d.decimal(low), d.decimal(high)
	if d.columns = d.number(d.field("columns")); d.columns < 1 || d.columns > MaxColumns {
		d.fail("%d columns, want 1 to %d", d.columns, MaxColumns)
	}
	for i := 0; i < d.columns && d.err == nil; i++ {
		d.column(h)
	}
	kind := d.field("intercept")
	for r.Intercept = NoIntercept; r.Intercept < RoundIntercept && r.Intercept.String() != kind; {
		r.Intercept++
	}
	d.weights(r, d.field("weights"))
	groups := d.number(d.field("groups"))
	for i := 0; i < groups && i <= d.columns && d.err == nil; i++ {
		r.Groups = append(r.Groups, d.ids(d.field("group")))
	}
}

func (d *decoder) column(h *Header) {
	words := strings.SplitN(d.field("column"), " ", 3)
	if len(words) < 3 {
		d.fail("want column, its bounds and its name")
		return
	}
	b, name := Bounds{d.decimal(words[0]), d.decimal(words[1])}, words[2]
	switch {
	case name == "" || len(name) > mostName:
		d.fail("a name of %d bytes, want 1 to %d", len(name), mostName)
	case slices.Contains(h.Labels.Columns, name):
		d.fail("%.40q is the name of another column", name)
	}
	h.Rules.Bounds, h.Labels.Columns = append(h.Rules.Bounds, b), append(h.Labels.Columns, name)
}

func (d *decoder) weights(r *Rules, text string) {
	switch words := strings.Fields(text); {
	case text == "any":
	case len(words) == 2 && words[0] == "step":
		r.Step = d.decimal(words[1])
	case len(words) >= 2 && len(words) <= mostValues+1 && words[0] == "values":
		for _, w := range words[1:] {
			r.Values = append(r.Values, d.decimal(w))
		}
	default:
		d.fail("%.40q, want any, step and a decimal, or values and 1 to %d decimals", text, mostValues)
	}
}

func (d *decoder) decimal(text string) Decimal {
	v, err := ParseDecimal(text)
	if err != nil {
		d.fail("%.40q, %s", text, wantDecimal)
	}
	return v
}

// cut2 reads a cut with its tree. A tree that is one leaf becomes the cut's dual vector.
func (d *decoder) cut2() Cut {
	c := Cut{Need: 1}
	first := d.line()
	if first != "cut" && !strings.HasPrefix(first, "cut ") {
		d.fail("%.40q, want cut and its columns", first)
	}
	columns, choice, _ := strings.Cut(strings.TrimPrefix(first, "cut"), byWord)
	c.Columns, c.Choice = d.ids(columns), d.ids(choice)
	for open := 1; open > 0 && d.err == nil; {
		n := d.node()
		if open--; n.Kind == Split {
			open += 2
		}
		c.Tree = append(c.Tree, n)
	}
	if len(c.Tree) == 1 && c.Tree[0].Kind == Leaf && (c.Tree[0].Dual != nil || c.Choice == Vector{}) {
		c.Dual, c.Tree = c.Tree[0].Dual, nil
	}
	d.same(func(b *bytes.Buffer) { writeCut2(b, &c) })
	return c
}

func (d *decoder) node() (n Node) {
	name, value, _ := strings.Cut(d.line(), " ")
	switch name {
	case "split":
		column, number, _ := strings.Cut(value, " ")
		n = Node{Kind: Split, Column: d.number(column), Value: int64(d.number(number))}
		if d.splits--; d.splits < 0 {
			d.fail("more splits than stated")
		}
	case "none":
		n.Kind = None
	case "dual":
		n.Dual = d.dual(value)
	case "leaf":
	default:
		d.fail("%.40q, want split, dual, none or leaf", name)
	}
	return n
}
