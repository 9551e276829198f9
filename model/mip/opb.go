package mip

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// ErrNotPseudoBoolean is wrapped by errors about a model that is not a pseudo-Boolean problem.
var ErrNotPseudoBoolean = errors.New("not a pseudo-Boolean problem")

// WriteOPB writes the constraints of a model whose columns are 0-1 and whose coefficients and
// right-hand sides are integers in the OPB format of the pseudo-Boolean competitions: variables x1,
// x2, ... in the order of the columns. Its objective is left out. The error wraps
// ErrNotPseudoBoolean or ErrModel, before anything is written, or is the writer's.
func WriteOPB(w io.Writer, m *Model) error {
	if err := m.Check(); err != nil {
		return err
	}
	rows := 0
	for j, c := range m.Columns {
		if !c.Integer || c.Lower != 0 && c.Lower != 1 || c.Upper != 1 {
			return fmt.Errorf("%w: column %s is not 0-1", ErrNotPseudoBoolean, c.Name)
		}
		if m.Columns[j].Lower == 1 {
			rows++
		}
	}
	for i, r := range m.Rows {
		for _, v := range append([]float64{r.Lower, r.Upper}, m.Value[m.Start[i]:m.Start[i+1]]...) {
			if !math.IsInf(v, 0) && v != math.Trunc(v) {
				return fmt.Errorf("%w: row %s has %v", ErrNotPseudoBoolean, r.Name, v)
			}
		}
		for _, end := range []float64{r.Lower, r.Upper} {
			if !math.IsInf(end, 0) {
				rows++
			}
		}
	}
	if _, err := fmt.Fprintf(w, "* #variable= %d #constraint= %d\n", len(m.Columns), rows); err != nil {
		return err
	}
	for j, c := range m.Columns {
		if c.Lower == 1 {
			if _, err := fmt.Fprintf(w, "+1 x%d >= 1 ;\n", j+1); err != nil {
				return err
			}
		}
	}
	for i, r := range m.Rows {
		for _, end := range []struct{ sign, value float64 }{{1, r.Lower}, {-1, r.Upper}} {
			if math.IsInf(end.value, 0) {
				continue
			}
			for k := m.Start[i]; k < m.Start[i+1]; k++ {
				if _, err := fmt.Fprintf(w, "%+.0f x%d ", end.sign*m.Value[k], m.Index[k]+1); err != nil {
					return err
				}
			}
			if m.Start[i] == m.Start[i+1] { // a sum needs a term
				if _, err := fmt.Fprint(w, "+0 x1 "); err != nil {
					return err
				}
			}
			if _, err := fmt.Fprintf(w, ">= %.0f ;\n", end.sign*end.value); err != nil {
				return err
			}
		}
	}
	return nil
}
