package matrixtest

import (
	"math/rand/v2"

	"feltlab/model/proof"
)

// Quantile returns a quantile that rules can have, in two cases of three; else 0.
func Quantile(r *rand.Rand) proof.Decimal {
	q := proof.Decimal(1+r.IntN(999)) * proof.One / 1000
	if r.IntN(3) == 0 || q == proof.One/2 {
		return 0
	}
	return q
}

// Rules returns random rules for a number of columns: a target of any sign and range, bounds and signs of each weight,
// mostly an intercept, and some groups.
func Rules(r *rand.Rand, columns int) *proof.Rules {
	decimal := func(most float64) proof.Decimal {
		d, _ := proof.DecimalOf(most * float64(1+r.IntN(100)) / 100)
		return d
	}
	low := decimal(100) - 50*proof.One
	size := decimal(float64(1 + r.IntN(100)))
	rules := &proof.Rules{Low: low, High: low + size}
	if r.IntN(4) > 0 {
		rules.Intercept = proof.FreeIntercept
	}
	common := proof.Bounds{Lower: -2 * size, Upper: 2 * size}
	for range columns {
		b := common
		switch r.IntN(6) {
		case 0:
			b.Lower = 0
		case 1:
			b.Upper = 0
		case 2:
			b = proof.Bounds{Lower: -size / proof.Decimal(1+r.IntN(8)), Upper: size / proof.Decimal(1+r.IntN(8))}
		}
		rules.Bounds = append(rules.Bounds, b)
	}
	group := make([]proof.Vector, 1+columns/2)
	for id := 1; id <= columns && r.IntN(3) > 0; id++ {
		k := r.IntN(len(group))
		group[k] = group[k].With(id)
	}
	for id := 1; id <= columns; id++ { // in the order of their first columns
		for _, g := range group {
			if g.Size() > 1 && g.IDs()[0] == id {
				rules.Groups = append(rules.Groups, proof.Group{Columns: g, Most: 1})
			}
		}
	}
	return rules
}

// Units returns Rules whose groups are whole, or allow one column or several.
func Units(r *rand.Rand, columns int) *proof.Rules {
	rules := Rules(r, columns)
	if len(rules.Groups) == 0 {
		first := 1 + r.IntN(columns-2)
		rules.Groups = []proof.Group{{Columns: proof.VectorOf(first, first+1, first+2)}}
	}
	for i := range rules.Groups {
		g := &rules.Groups[i]
		g.Most = r.IntN(g.Columns.Size())
		if r.IntN(2) == 0 {
			g.Most = 0
		}
	}
	return rules
}

// Permits reports whether formulas of at most n features may have exactly some columns, of a whole group any of them.
func Permits(rules *proof.Rules, n int, ids []int) bool {
	count, wholes := len(ids), 0
	for _, g := range rules.Groups {
		in := 0
		for _, id := range ids {
			if g.Columns.Has(id) {
				in++
			}
		}
		switch {
		case g.Most > 0 && in > g.Most:
			return false
		case g.Most == 0 && in > 0:
			count, wholes = count-in, wholes+1
		}
	}
	return count+wholes <= n
}
