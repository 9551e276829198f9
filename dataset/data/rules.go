package data

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"slices"

	"feltlab/internal/plain"
	"feltlab/model/proof"
	"feltlab/model/weights"
)

// setRules finds out which formulas are allowed: the options' bounds, signs, groups and columns in every formula.
func (t *Table) setRules() error {
	o := &t.Options
	limit, err := t.limit()
	if err != nil {
		return err
	}
	t.Rules = &proof.Rules{Low: t.Low, High: t.High, Intercept: proof.FreeIntercept}
	if o.NoIntercept {
		t.Rules.Intercept = proof.NoIntercept
	}
	if o.Quantile != "" {
		t.Rules.Quantile, _ = parseDecimal(o.Quantile) // Normalized has read it
	}
	t.Rules.Bounds = slices.Repeat([]proof.Bounds{{Lower: -limit, Upper: limit}}, len(t.Columns))
	for _, name := range o.Nonnegative {
		ids, err := t.named("nonnegative column", name)
		if err != nil {
			return err
		}
		for _, id := range ids {
			t.Rules.Bounds[id-1].Lower = 0
		}
	}
	falls := func(b proof.Bounds) bool { return b.Lower < 0 }
	if o.NoIntercept && t.High <= 0 && !slices.ContainsFunc(t.Rules.Bounds, falls) {
		return bad("no formula without an intercept and without weights below 0 can be below 0, and the target is "+
			"at most %v; leave out --no-intercept or --nonnegative", t.High)
	}
	if err := t.setGroups(); err != nil {
		return err
	}
	return t.setWith()
}

// mostDecimal is the largest magnitude of a target and of a weight in the kernel, in billionths.
const mostDecimal = 1 << 60

// limit returns the bound of weights in the unit of the target.
func (t *Table) limit() (proof.Decimal, error) {
	bound, _ := parseDecimal(t.Options.Bound) // Normalized has read it
	high, low := bits.Mul64(uint64(bound), uint64(t.High)-uint64(t.Low))
	limit, rest := uint64(math.MaxUint64), uint64(0)
	if high < billion {
		limit, rest = bits.Div64(high, low, billion)
	}
	switch {
	case rest != 0:
		return 0, bad("the bound %v times the target's range has more than nine digits after the point; want a bound "+
			"with fewer digits, or round the target", bound)
	case limit > mostDecimal || t.Low < -mostDecimal || t.High > mostDecimal:
		return 0, bad("the target is from %v to %v, and weights up to %v times its range; want magnitudes up to %d: "+
			"write the target in a larger unit", t.Low, t.High, bound, mostDecimal/billion)
	}
	return proof.Decimal(limit), nil
}

// named returns the yes/no columns that a name stands for: itself, or those made from a column of the file; all for *.
func (t *Table) named(what, name string) (ids []int, err error) {
	for i, c := range t.Columns {
		if c.Name == name {
			return []int{i + 1}, nil
		}
		if c.From == name && c.Kind != Product || name == "*" {
			ids = append(ids, i+1)
		}
	}
	if len(ids) > 0 {
		return ids, nil
	}
	names := t.columnNames()
	hint := cmp.Or(plain.Hint(name, names), "; the columns are "+plain.Few(names))
	return nil, bad("%s %q does not exist%s", what, name, hint)
}

func (t *Table) columnNames() (names []string) {
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	return names
}

func (t *Table) setGroups() error {
	for k, list := range t.Options.Groups {
		var ids []int
		for _, name := range list {
			more, err := t.named("column of a group", name)
			if err != nil && len(list) == 1 {
				return fmt.Errorf("%w%s", err, plain.Hint(name, []string{Factors}))
			} else if err != nil {
				return err
			}
			ids = append(ids, more...)
		}
		most := 1
		if t.Options.Most != nil {
			most = t.Options.Most[k]
		}
		if err := t.addGroup(ids, most); err != nil {
			return err
		}
	}
	found := !t.Options.Factors
	for i, c := range t.Columns {
		ids, most := []int(nil), 1
		if (t.Options.OnePerColumn || t.Options.Factors) && c.Kind != Product {
			ids = idsFrom(t.Columns, c.From)
		}
		if len(ids) < 2 || ids[0] != i+1 {
			continue
		}
		if t.Options.Factors {
			if !slices.ContainsFunc(ids, func(id int) bool { return t.Columns[id-1].Kind == Category }) {
				continue
			}
			found, most = true, 0
		}
		if err := t.addGroup(ids, most); err != nil {
			return err
		}
	}
	if !found {
		return bad("no column of text makes two yes/no columns or more, so that the group factors has no effect")
	}
	slices.SortFunc(t.Rules.Groups, func(a, b proof.Group) int { return a.Columns.Smallest() - b.Columns.Smallest() })
	return nil
}

// addGroup adds a group of which a formula has some columns at most; 0: they count as one.
func (t *Table) addGroup(ids []int, most int) error {
	if len(ids) < 2 || most >= len(ids) {
		return bad("a group needs two columns or more, and more than a formula may have of it: one of %d columns "+
			"allows %d", len(ids), most)
	}
	var own proof.Vector
	for _, id := range ids {
		if own.Has(id) || !t.Rules.Group(id).Columns.Empty() {
			return bad("column %q is in two groups, or twice in one; name it once", t.Columns[id-1].Name)
		}
		own = own.With(id)
	}
	t.Rules.Groups = append(t.Rules.Groups, proof.Group{Columns: own, Most: most})
	return nil
}

func idsFrom(columns []Column, from string) (ids []int) {
	for i, c := range columns {
		if c.From == from && c.Kind != Product {
			ids = append(ids, i+1)
		}
	}
	return ids
}

func (t *Table) setWith() error {
	for _, name := range t.Options.With {
		ids, err := t.named("column of every formula", name)
		if err != nil {
			return err
		}
		has := t.Rules.Units(proof.VectorOf(ids...))
		if ids = has.IDs(); len(ids) > 1 {
			return bad("column %q makes %d yes/no columns; name the one that every formula has, such as %q", name,
				len(ids), t.Columns[ids[0]-1].Name)
		}
		if slices.Contains(t.With, ids[0]) {
			return bad("column %q is twice in every formula; name it once", name)
		}
		for _, other := range t.With {
			if g := t.Rules.Group(ids[0]); g.Most == 1 && g.Columns.Has(other) {
				return bad("the columns %q and %q are in one group, so no formula has both", t.Columns[other-1].Name,
					name)
			}
		}
		if t.With = append(t.With, ids[0]); !t.Rules.Allow(proof.VectorOf(t.With...)) {
			return bad("the group of column %q allows %d columns, fewer than every formula has", name,
				t.Rules.Group(ids[0]).Most)
		}
	}
	slices.Sort(t.With)
	return nil
}

// CheckClaim returns nil if a claim has the table's columns and rules; it may be about the formulas with some columns
// only. The kernel compares the rows. The error wraps ErrData.
func (t *Table) CheckClaim(h *proof.Header) error {
	names := t.columnNames()
	rules, err := weights.Of(h.Rules, true).Rules(t.Rules, len(names), true)
	switch {
	case !slices.Equal(h.Labels.Columns, names):
		return bad("the claim has other columns than the table")
	case err != nil || !reflect.DeepEqual(h.Rules.Normal(), rules.Normal()):
		return bad("the claim has other bounds, groups, weights, or another intercept or target than its options say")
	}
	return nil
}
