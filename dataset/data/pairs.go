package data

import (
	"math/bits"
	"slices"
	"strings"

	"feltlab/model/proof"
)

// both stands between the names of two yes/no columns in the name of their product.
const both = " and "

// addPairs adds to a table the products of two yes/no columns from different columns of the file, in the order of the
// first and then of the second. Products that are true in no row or in all, or in the same rows as one of the two, are
// left out.
func (t *Table) addPairs(splits []*split) error {
	single := t.Columns
	rows := make([][]uint64, len(single)) // by column: the rows of the table where it is true
	for j := range rows {
		rows[j] = make([]uint64, (len(t.Rows)+63)/64)
	}
	for i, r := range t.Rows {
		for _, id := range r.Columns.IDs() {
			rows[id-1][i/64] |= 1 << (i % 64)
		}
	}
	parts := [][2]int{}
	for i, a := range single {
		for j := i + 1; j < len(single); j++ {
			if b := single[j]; a.From == b.From || !differs(rows[i], rows[j]) {
				continue
			} else if parts = append(parts, [2]int{i, j}); len(single)+len(parts) <= mostColumns {
				t.Columns = append(t.Columns, Column{Name: a.Name + both + b.Name, Kind: Product,
					Parts: []string{a.Name, b.Name}})
			}
		}
	}
	if n := len(single) + len(parts); n > mostColumns {
		return tooMany(splits, n)
	}
	words := make([]uint64, mostColumns/64)
	for i := range t.Rows {
		clear(words)
		for k := range words {
			words[k] = t.Rows[i].Columns.Word(k)
		}
		for k, p := range parts {
			word, bit := i/64, i%64
			id := len(single) + k
			words[id/64] |= (rows[p[0]][word] & rows[p[1]][word] >> bit & 1) << (id % 64)
		}
		t.Rows[i].Columns = proof.Words(words...)
	}
	t.sortRows()
	return t.checkPairs(single)
}

// differs reports whether the product of two columns, given by their rows, is true somewhere and is neither of them.
func differs(a, b []uint64) bool {
	in, ofA, ofB := 0, 0, 0
	for i := range a {
		in += bits.OnesCount64(a[i] & b[i])
		ofA += bits.OnesCount64(a[i])
		ofB += bits.OnesCount64(b[i])
	}
	return in > 0 && in < ofA && in < ofB
}

// checkPairs refuses names that a reader of names alone, such as a checker of proofs, could take for another column.
func (t *Table) checkPairs(single []Column) error {
	from := map[string]string{}
	for _, c := range single {
		from[c.Name] = c.From
	}
	for _, c := range t.Columns {
		readings := 0
		for i := range c.Name {
			if rest, ok := strings.CutPrefix(c.Name[i:], both); ok && from[c.Name[:i]] != "" && from[rest] != "" &&
				from[c.Name[:i]] != from[rest] {
				readings++
			}
		}
		if readings > len(c.Parts)/2 {
			return bad("the yes/no column %q could be the product of two others; rename a column or category with "+
				"%q in it, or leave it out with --drop", c.Name, both)
		}
	}
	return nil
}

// Products returns the number of columns that are products of two others.
func (t *Table) Products() int {
	first := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Kind == Product })
	if first < 0 {
		return 0
	}
	return len(t.Columns) - first
}
