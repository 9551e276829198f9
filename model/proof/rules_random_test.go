package proof

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/internal/must"
)

// claim is a random claim of format 2 about few rows and columns, all of whose round formulas can be counted.
type claim struct {
	Header
	rows []Row
	in   *Instance
}

func randomClaim(t testing.TB, r *rand.Rand) *claim {
	t.Helper()
	const columns = 4
	c := &claim{}
	low := Decimal(r.Int64N(5)-2) * One / 2
	rules := &Rules{Low: low, High: low + Decimal(1+r.Int64N(6))*One/3, Intercept: Intercept(r.IntN(3))}
	if rules.Intercept != NoIntercept && r.IntN(4) == 0 { // targets far from 0
		rules.Low, rules.High = rules.Low+1_000_000*One, rules.High+1_000_000*One
	}
	switch {
	case rules.Intercept == RoundIntercept || r.IntN(2) == 0:
		rules.Step = One / Decimal(2+r.Int64N(3))
	case r.IntN(2) == 0:
		rules.Values = []Decimal{-One / 2, 0, One / 4, One / 2}
		if r.IntN(2) == 0 {
			rules.Values = []Decimal{-One / 2, 0, One / 2}
		}
	}
	for range columns {
		b := Bounds{-One, One}
		switch r.IntN(4) {
		case 0:
			b.Lower = 0
		case 1:
			b.Upper = One / 3
		}
		rules.Bounds = append(rules.Bounds, b)
		c.Labels.Columns = append(c.Labels.Columns, string(rune('a'+len(rules.Bounds))))
	}
	if r.IntN(2) == 0 {
		rules.Groups = [][]Group{{{set(1, 3), 1}}, {{set(1, 3), 0}}, {{set(1, 2, 4), 2}}, {{set(2, 3, 4), 0}},
			{{set(1, 4), 0}, {set(2, 3), r.IntN(2)}}}[r.IntN(5)]
	}
	c.Labels.Rows, c.Labels.Source = "rows", "-"
	c.Rules, c.Loss, c.Features = rules, Loss(r.IntN(2)), 1+r.IntN(3)
	if c.Loss == Average && r.IntN(2) == 0 {
		rules.Quantile = randomQuantile(r)
	}
	if r.IntN(4) == 0 {
		c.With = rules.Units(set(1 + r.IntN(columns)))
	}
	if r.IntN(2) == 0 {
		for _, v := range someSets(r, c.Features) {
			c.Except = append(c.Except, rules.Units(v))
		}
	}
	for range 3 + r.IntN(4) {
		v := some(r, []int{1, 2, 3, 4}, 2)
		switch r.IntN(3) { // often a duplicate or a complement
		case 0:
			if v = v.Without(2); v.Has(1) {
				v = v.With(2)
			}
		case 1:
			if v = v.Without(2); !v.Has(1) {
				v = v.With(2)
			}
		}
		row := Row{Columns: v, Weight: 1 + r.Int64N(3)}
		randomCount(r, r.IntN(kinds), &row)
		c.rows = append(c.rows, row)
	}
	c.in = must.Get(NewInstance(columns, c.rows))(t)
	c.Instance = c.in.Digest()
	must.Do(t, c.in.CheckHeader(&c.Header))
	return c
}

// randomQuantile returns one of all that a claim can have.
func randomQuantile(r *rand.Rand) Decimal {
	q := Decimal([]int64{1, 250, 900, 999, 1 + r.Int64N(999)}[r.IntN(5)]) * One / 1000
	if q == One/2 {
		return 0
	}
	return q
}

// someSets returns up to three sets of one to n of four columns.
func someSets(r *rand.Rand, n int) (sets []Vector) {
	for range 1 + r.IntN(3) {
		var v Vector
		for range 1 + r.IntN(n) {
			v = v.With(1 + r.IntN(4))
		}
		sets = append(sets, v)
	}
	return sets
}

// excepted reports whether a choice of columns has an excepted set once interchangeable columns are exchanged: as many
// columns of each class as the set.
func (c *claim) excepted(chosen Vector) bool {
	same := c.in.Interchangeable(c.Rules)
	return slices.ContainsFunc(c.Except, func(v Vector) bool {
		for id := range v.All() {
			class := Vector{}.With(id)
			if !c.With.Has(id) {
				class = class.Or(same[id]).Minus(c.With)
			}
			if v.And(class).Size() > chosen.And(class).Size() {
				return false
			}
		}
		return true
	})
}

// choices lists the values that the weight of a column may have, without 0; for weights of any value, some of them.
func (c *claim) choices(r *rand.Rand, id int) (all []Decimal) {
	b := c.Rules.Bounds[id-1]
	values := c.Rules.Values
	switch {
	case c.Rules.Step > 0:
		for v := floor(b.Lower, c.Rules.Step); v <= b.Upper; v += c.Rules.Step {
			values = append(values, v)
		}
	case values == nil:
		values = []Decimal{b.Lower, b.Upper, b.Lower + Decimal(r.Int64N(int64(b.Upper-b.Lower)+1))}
	}
	for _, v := range values {
		if v != 0 && v >= b.Lower && v <= b.Upper {
			all = append(all, v)
		}
	}
	return all
}

// least returns the least loss, a fraction of the range, of the formulas without some columns: of all with round
// weights, or of some with weights of any value. It goes through the sets of columns, the weights and the intercepts.
func (c *claim) least(r *rand.Rand, without Vector) *big.Rat {
	var best *big.Rat
	var weights [129]Decimal
	var visit func(id int, chosen Vector)
	visit = func(id int, chosen Vector) {
		if id > c.in.columns {
			chosen = c.units(chosen)
			if c.With.Minus(chosen) == (Vector{}) && chosen.Size() <= c.Features && !c.excepted(chosen) {
				if l := c.loss(&weights); best == nil || l.Cmp(best) < 0 {
					best = l
				}
			}
			return
		}
		visit(id+1, chosen)
		for _, g := range c.Rules.Groups {
			full := chosen.And(g.Columns).Size() == g.Most
			if g.Most == 0 {
				full = !g.Columns.And(without).Empty()
			}
			if g.Columns.Has(id) && full {
				return
			}
		}
		if without.Has(id) {
			return
		}
		for _, v := range append(c.choices(r, id), 0) {
			weights[id] = v
			visit(id+1, chosen.With(id))
		}
		weights[id] = 0
	}
	visit(1, Vector{})
	return best
}

// units puts the first column of a whole group in place of any of them.
func (c *claim) units(chosen Vector) (units Vector) {
	for id := range chosen.All() {
		for _, g := range c.Rules.Groups {
			if g.Most == 0 && g.Columns.Has(id) {
				id = g.Columns.IDs()[0]
			}
		}
		units = units.With(id)
	}
	return units
}

// loss returns the loss of weights with the best intercept.
func (c *claim) loss(weights *[129]Decimal) *big.Rat {
	unit := int64(c.Rules.High - c.Rules.Low)
	rest := make([]*big.Rat, len(c.rows)) // targets less weights, fractions of the range, from the least target
	for i := range c.rows {
		e := fractionOf(&c.rows[i])
		for _, id := range c.rows[i].Columns.IDs() {
			e.Sub(e, big.NewRat(int64(weights[id]), unit))
		}
		rest[i] = e
	}
	least := func(at *big.Rat) *big.Rat {
		sum, total, most := new(big.Rat), int64(0), new(big.Rat)
		for i, e := range rest {
			d, counts := new(big.Rat).Sub(e, at), big.NewRat(1, 1)
			if q := c.Rules.Quantile; q != 0 && d.Sign() > 0 {
				counts.SetFrac64(2*int64(q), int64(One))
			} else if q != 0 {
				counts.SetFrac64(2*int64(One-q), int64(One))
			}
			if d.Abs(d); d.Cmp(most) > 0 {
				most.Set(d)
			}
			total += c.rows[i].Weight
			sum.Add(sum, d.Mul(d, counts.Mul(counts, big.NewRat(c.rows[i].Weight, 1))))
		}
		if c.Loss == Largest {
			return most
		}
		return sum.Quo(sum, big.NewRat(total, 1))
	}
	candidates := []*big.Rat{big.NewRat(-int64(c.Rules.Low), unit)}
	if c.Rules.Intercept != NoIntercept {
		candidates = slices.Clone(rest)
		for _, a := range rest {
			for _, b := range rest {
				m := new(big.Rat).Add(a, b)
				candidates = append(candidates, m.Mul(m, big.NewRat(1, 2)))
			}
		}
	}
	var best *big.Rat
	for _, x := range candidates {
		for _, x := range c.rounded(x) {
			if l := least(x); best == nil || l.Cmp(best) < 0 {
				best = l
			}
		}
	}
	return best
}

// rounded returns the multiples of the step next to an intercept that must be round.
func (c *claim) rounded(x *big.Rat) []*big.Rat {
	if c.Rules.Intercept != RoundIntercept {
		return []*big.Rat{x}
	}
	low, unit, step := int64(c.Rules.Low), int64(c.Rules.High-c.Rules.Low), int64(c.Rules.Step)
	v := new(big.Rat).Mul(x, big.NewRat(unit, 1))
	v.Add(v, big.NewRat(low, 1)).Quo(v, big.NewRat(step, 1))
	k := new(big.Int).Div(v.Num(), v.Denom()).Int64()
	return []*big.Rat{big.NewRat(k*step-low, unit), big.NewRat((k+1)*step-low, unit)}
}

// proof makes a proof of random cuts with random trees, for the least cutoff that these show, at most one.
func (c *claim) proof(r *rand.Rand, most float64) *Proof {
	p := &Proof{Header: c.Header}
	p.Cutoff = most
	for range 1 + r.IntN(4) {
		cut := Cut{Columns: c.units(some(r, []int{1, 2, 3, 4}, 2)).Minus(c.With)}
		cut.Tree = c.tree(r, &cut, Part{Box: c.box(c.in.columns)}, 2)
		if b := c.reached(&cut); b > 0 {
			p.Cutoff, p.Cuts = min(p.Cutoff, b), append(p.Cuts, cut)
		}
	}
	return p
}

// dualFor climbs to a good dual vector for a part.
func (c *claim) dualFor(r *rand.Rand, cut *Cut, part *Part) *Dual {
	value := func(d *Dual) *big.Rat {
		least, scale, ok := c.in.evaluate(&c.Header, cut, part, d)
		if !ok {
			return nil
		}
		return new(big.Rat).SetFrac(least.big(), big.NewInt(scale))
	}
	whole := c.box(c.in.columns)
	draw := func() *Dual {
		d := &Dual{}
		for i := range c.in.patterns {
			switch {
			case c.Loss == Largest:
				if r.IntN(2) == 0 {
					d.Above = append(d.Above, Entry{i, 1 << r.Int64N(20)})
				}
				if r.IntN(2) == 0 {
					d.Below = append(d.Below, Entry{i, 1 << r.Int64N(20)})
				}
			case r.IntN(3) == 0:
				d.Slopes = append(d.Slopes, Entry{i, (r.Int64N(9) - 4) * MultiplierUnit / 2})
			}
		}
		for id := 0; c.Loss == Average && id <= c.in.columns; id++ {
			if b := whole[id]; r.IntN(2) == 0 && (id > 0 || c.Rules.Intercept != NoIntercept) {
				v := Decimal(0)
				if b != (Bounds{}) {
					v = b.Lower + Decimal(r.Int64N(int64(b.Upper-b.Lower)+1))
				}
				d.Weights = append(d.Weights, Entry{id, int64(v)})
			}
		}
		return d
	}
	best := draw()
	for range 60 {
		if d := draw(); value(best) == nil || value(d) != nil && value(d).Cmp(value(best)) > 0 {
			best = d
		}
	}
	return best
}

// tree grows a random tree with good dual vectors.
func (c *claim) tree(r *rand.Rand, cut *Cut, part Part, depth int) []Node {
	if forced := part.forced(c.Rules); forced.Size() > c.Features || !c.Rules.Allow(forced) {
		return []Node{{Kind: None}}
	}
	for range 4 {
		id, box := r.IntN(c.in.columns+1), part.Box
		if depth > 0 && id > 0 && r.IntN(2) == 0 && !cut.Columns.Or(part.forced(c.Rules)).Has(id) &&
			c.Rules.Units(set(id)) == set(id) {
			without, with := part.clone(), part.clone()
			with.Chosen = part.Chosen.With(id)
			for other := 1; other <= c.in.columns; other++ {
				if c.units(set(other)) == set(id) {
					without.Box[other] = Bounds{}
				}
			}
			return slices.Concat([]Node{{Kind: Choose, Column: id}}, c.tree(r, cut, without, depth-1),
				c.tree(r, cut, with, depth-1))
		}
		n := Node{Kind: Split, Column: id, Value: r.Int64N(9) - 4}
		if c.Rules.Any() {
			n.Value *= int64(One) / 5
		}
		below, above, ok := c.Rules.values(n.Value)
		if depth == 0 || !ok || id == 0 && c.Rules.Intercept != RoundIntercept ||
			!c.units(set(id)).And(cut.Columns).Empty() || below < box[id].Lower || above > box[id].Upper {
			continue
		}
		left, right := part.clone(), part.clone()
		left.Box[id].Upper, right.Box[id].Lower = below, above
		return slices.Concat([]Node{n}, c.tree(r, cut, left, depth-1), c.tree(r, cut, right, depth-1))
	}
	return []Node{{Dual: c.dualFor(r, cut, &part)}}
}

// reached returns the least bound of the leaves of a tree, a fraction rounded down; 2 if it has none.
func (c *claim) reached(cut *Cut) (bound float64) {
	low, high := 0.0, 2.0
	for range 60 { // ShowsTree is the only judge
		h := c.Header
		if h.Cutoff = (low + high) / 2; h.Cutoff <= 1 && c.in.ShowsTree(context.Background(), &h, cut, nil) == nil {
			low = h.Cutoff
		} else {
			high = h.Cutoff
		}
	}
	return low
}
