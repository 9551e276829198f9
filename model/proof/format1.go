package proof

import (
	"bytes"
	"fmt"
	"strings"
)

// Format 1 names hand, range and the definitions of 73 columns in place of the lines of a header from rows to groups. A
// cut states its need n: every formula below the cutoff has at least n of its columns. Since only needs above the
// number of features, those of relaxations, and needs of 1 decide a claim, cuts become those of format 2: a cut that
// needs more columns than a formula has is one without columns, and a cut with another need above 1 is left out.

// columns1 is the number of columns that format 1 can name.
const columns1 = 73

func (d *decoder) labels1(h *Header) {
	d.columns = columns1
	h.Labels = Labels{Source: d.field("hand"), Rows: d.field("range"), Reading: d.field("reading")}
	if h.Labels.Reading == "" {
		d.fail("want a reading")
	}
}

func writeHeader1(b *bytes.Buffer, h *Header, n stated) {
	fmt.Fprintf(b, "%s\nhand %s\nrange %s\nreading %s\n", magic1, h.Labels.Source, h.Labels.Rows, h.Labels.Reading)
	writeClaim(b, h, n)
}

// cut1 reads a cut of format 1. It is none if the cut is left out.
func (d *decoder) cut1(h *Header) (c Cut, none bool) {
	text, columns, _ := strings.Cut(d.line(), " ")
	need := d.number(text)
	c.Columns = d.ids(columns)
	if d.next("dual") {
		c.Dual = d.dual(d.field("dual"))
	}
	d.same(func(b *bytes.Buffer) {
		fmt.Fprint(b, need)
		writeIDs(b, c.Columns)
		b.WriteByte('\n')
		if c.Dual != nil {
			writeDual(b, c.Dual)
			b.WriteByte('\n')
		}
	})
	switch {
	case need == 1:
		return c, false
	case need > h.Features || need > c.Columns.Size():
		c.Columns = Vector{}
		return c, false
	case need < 1:
		d.fail("a need of %d, want at least 1", need)
	}
	return c, true
}
