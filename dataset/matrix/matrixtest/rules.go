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
				rules.Groups = append(rules.Groups, g)
			}
		}
	}
	return rules
}
