package data

import (
	"encoding/hex"

	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Instance returns the table as an instance of the four programs. Its labels are the file's SHA-256 and the options.
func (t *Table) Instance() *regression.Instance {
	in := &regression.Instance{
		Source: hex.EncodeToString(t.Digest[:]), Rows: t.Options.Text(), Columns: regression.Columns{Version: Version},
		Rules: t.Rules, With: t.With,
	}
	for _, c := range t.Columns {
		in.Columns.List = append(in.Columns.List, regression.Column{Name: c.Name, Parts: c.Parts})
	}
	span := t.units(exact{floor: t.High})
	in.Features, in.Ratios = make([]proof.Vector, 0, len(t.Rows)), make([]regression.Ratio, 0, len(t.Rows))
	in.Target, in.Weight = make([]float64, 0, len(t.Rows)), make([]float64, 0, len(t.Rows))
	for _, r := range t.Rows {
		above := t.units(r.exact())
		in.Features = append(in.Features, r.Columns)
		in.Ratios = append(in.Ratios, regression.Ratio{Numerator: above, Denominator: span})
		in.Target = append(in.Target, float64(above)/float64(span))
		in.Weight = append(in.Weight, float64(r.Weight))
	}
	return in
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
