package lattice

import (
	"math"

	"feltlab/model/regression"
)

// Program is one of the four programs with weights that are multiples of a step, as a mixed-integer linear program.
type Program struct {
	*regression.Built
	step int
}

// Build writes a program in the pattern formulation and replaces every weight x_j by step*k_j with an
// integer column k_j. A column for g duplicate features has |k_j| up to g times the limit of one, and
// every such sum splits into g multiples. The error wraps ErrStep or is one of regression.Build.
func Build(inst *regression.Instance, p regression.Program, step int) (*Program, error) {
	if err := CheckStep(step); err != nil {
		return nil, err
	}
	built, err := regression.Build(inst, p, regression.Pattern)
	if err != nil {
		return nil, err
	}
	m := built.Model
	size := float64(step) / whole
	scaled := make([]bool, len(m.Columns))
	for _, j := range built.X {
		if j >= 0 {
			c := &m.Columns[j]
			c.Lower, c.Upper = math.Round(c.Lower/size), math.Round(c.Upper/size)
			c.Cost *= size
			c.Integer, scaled[j] = true, true
		}
	}
	for k, j := range m.Index {
		if scaled[j] {
			m.Value[k] *= size
		}
	}
	return &Program{built, step}, nil
}

// Formula reads the formula from a solution of the model, one value per column.
func (p *Program) Formula(x []float64) regression.Formula {
	free := append([]float64(nil), x...)
	for _, j := range p.X[1:] {
		if j >= 0 {
			free[j] = math.Round(x[j]) * float64(p.step) / whole
		}
	}
	f := p.Built.Formula(free)
	for i := range f {
		// Splitting a sum over several features loses the last bits.
		f[i].Weight = math.Round(f[i].Weight*whole) / whole
	}
	return f
}

// Start returns the point of the model with the weights of f, which must be multiples of the
// step, one value per column.
func (p *Program) Start(f regression.Formula) []float64 {
	x := p.Built.Start(f)
	for _, j := range p.X[1:] {
		if j >= 0 {
			x[j] = math.Round(x[j] * whole / float64(p.step))
		}
	}
	return x
}
