package proof

import (
	"bytes"
	"fmt"
	"strconv"
)

// magic is the first line of a text, magic1 that of a text of format 1.
const magic, magic1 = "feltlab-proof 2", "feltlab-proof 1"

// byWord stands between the columns of a cut and those that its leaves were made of.
const byWord = " by"

// whole and most stand before the columns of a whole group, and the number of a group that allows several.
const whole, most = " whole", " most "

// partNames are the letters before the entries of a dual vector's parts.
var partNames = [...]string{"x", "m", "a", "b"}

func (d *Dual) parts() [len(partNames)]*[]Entry {
	return [...]*[]Entry{&d.Weights, &d.Slopes, &d.Above, &d.Below}
}

// Encode writes a proof as text of format 2, which Read reads if the claim is valid and its labels name all columns.
func (p *Proof) Encode() []byte {
	n := stated{cuts: len(p.Cuts)}
	for i := range p.Cuts {
		for _, node := range p.Cuts[i].Tree {
			if node.inner() {
				n.splits++
			}
		}
	}
	var b bytes.Buffer
	writeHeader(&b, &p.Header, n)
	for i := range p.Cuts {
		writeCut(&b, &p.Cuts[i])
	}
	b.WriteString("end\n")
	return b.Bytes()
}

// stated is the numbers of cuts, and of splits in their trees, that a text states.
type stated struct{ cuts, splits int }

func writeHeader(b *bytes.Buffer, h *Header, n stated) {
	r := h.Rules.orPlain()
	fmt.Fprintf(b, "%s\nrows %s\nsource %s\ntarget %v %v\ncolumns %d\n",
		magic, h.Labels.Rows, h.Labels.Source, r.Low, r.High, len(h.Labels.Columns))
	for i, name := range h.Labels.Columns {
		x := plain
		if h.Rules != nil {
			x = r.Bounds[i]
		}
		fmt.Fprintf(b, "column %v %v %s\n", x.Lower, x.Upper, name)
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
		if g.Most == 0 {
			b.WriteString(whole)
		} else if g.Most > 1 {
			fmt.Fprintf(b, "%s%d", most, g.Most)
		}
		writeIDs(b, g.Columns)
		b.WriteByte('\n')
	}
	writeClaim(b, h, n)
	fmt.Fprintf(b, "splits %d\n", n.splits)
}

// writeClaim writes the lines of a header from loss to cuts.
func writeClaim(b *bytes.Buffer, h *Header, n stated) {
	loss := h.Loss.String()
	if q := h.Rules.orPlain().Quantile; h.Loss == Wrong {
		loss = fmt.Sprintf("wrong %v", h.Wrong)
	} else if q != 0 {
		loss = fmt.Sprintf("quantile %v", q)
	}
	fmt.Fprintf(b, "loss %s\nfeatures %d\nwith", loss, h.Features)
	writeIDs(b, h.With)
	for _, v := range h.Except {
		b.WriteString("\nexcept")
		writeIDs(b, v)
	}
	cutoff := strconv.FormatFloat(h.Cutoff+0, 'g', -1, 64) // the shortest decimals; without a sign, also for -0
	fmt.Fprintf(b, "\ncutoff %s\ninstance %x\ncuts %d\n", cutoff, h.Instance, n.cuts)
}

func writeCut(b *bytes.Buffer, c *Cut) {
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
	case n.Kind == Choose:
		fmt.Fprintf(b, "choose %d", n.Column)
	case n.Kind == None:
		b.WriteString("none")
	case n.Dual == nil:
		b.WriteString("leaf")
	default:
		writeDual(b, n.Dual)
	}
	b.WriteByte('\n')
}

func writeDual(b *bytes.Buffer, d *Dual) {
	b.WriteString("dual")
	for k, entries := range d.parts() {
		last := 0
		for i, e := range *entries {
			if i == 0 {
				b.WriteString(" " + partNames[k])
			}
			fmt.Fprintf(b, " %d:%d", e.At-last, e.Value)
			last = e.At
		}
	}
}

func writeIDs(b *bytes.Buffer, v Vector) {
	for _, id := range v.IDs() {
		b.WriteString(" " + strconv.Itoa(id))
	}
}
