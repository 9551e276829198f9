package handout

import (
	"feltlab/dataset/matrix"
	"feltlab/model/features"
	"feltlab/model/regression"
)

// Group is the flops of one texture, with a formula's errors on them as fractions of 1.
type Group struct {
	Family string `json:"family"` // kind of the texture: suits, pairs, highest card or straights
	Name   string `json:"name"`   // the texture
	Flops  int    `json:"flops"`  // number of its flops
	// Equity is the mean exact equity.
	Equity       float64 `json:"equity"`        // mean equity
	AverageError float64 `json:"average_error"` // average error
	P90Error     float64 `json:"p90_error"`     // what 90% of the flops stay within
	MaxError     float64 `json:"max_error"`     // largest error
}

// Textures returns a formula's errors on the groups of every family of package texture that
// occur, in its order.
func Textures(m *matrix.Matrix, f regression.Formula) ([]Group, error) {
	var out []Group
	for _, family := range features.TextureFamilies() {
		rows := make([][]int, len(family.Groups))
		for i := range m.Flops {
			g := family.Of(m.Flops[i].Cards)
			rows[g] = append(rows[g], i)
		}
		for g, name := range family.Groups {
			if len(rows[g]) == 0 {
				continue
			}
			part := rowsOf(m, rows[g])
			errs, err := part.Evaluate(f)
			if err != nil {
				return nil, err
			}
			out = append(out, Group{family.Name, name, len(rows[g]), mean(part.Equity), errs.Average, errs.P90, errs.Max})
		}
	}
	return out, nil
}

// rowsOf returns some rows of a matrix as an instance.
func rowsOf(m *matrix.Matrix, rows []int) *regression.Instance {
	inst := &regression.Instance{Hand: m.Hand, Range: m.Range, Columns: matrix.Columns()}
	for _, i := range rows {
		inst.Features = append(inst.Features, m.Flops[i].Features)
		inst.Equity = append(inst.Equity, m.Equity(i))
		inst.Weight = append(inst.Weight, 1)
	}
	return inst
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
