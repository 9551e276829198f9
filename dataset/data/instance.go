package data

import "feltlab/model/proof"

// Exact returns the table's rows in integers, for the kernel. The error wraps proof.ErrInstance.
func (t *Table) Exact() (*proof.Instance, error) {
	return proof.NewInstance(len(t.Columns), t.ExactRows())
}

// ExactRows returns the rows in integers: the targets as shares of the way from Low to High.
func (t *Table) ExactRows() []proof.Row {
	span := t.units(exact{floor: t.High})
	rows := make([]proof.Row, len(t.Rows))
	for i, r := range t.Rows {
		rows[i] = proof.Row{Columns: r.Columns, Numerator: t.units(r.exact()), Denominator: span, Weight: r.Weight}
	}
	return rows
}

// units returns how far a target lies above Low, in units of the last digit that a target has.
func (t *Table) units(y exact) uint64 {
	above, rest, per := uint64(y.floor-t.Low), y.rest, uint64(1)
	for range max(0, t.Scale-mostScale) {
		per *= 10
	}
	for range mostScale - min(t.Scale, mostScale) {
		above /= 10
	}
	return above*per + rest/(restUnits/per)
}
