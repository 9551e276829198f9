package fit

import (
	"io"

	"feltlab/model/mip"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Judged is the formula in the solution file of another solver, with its errors by model/proof.
type Judged struct {
	File      string          `json:"file"`      // the file
	Format    string          `json:"format"`    // HiGHS, CBC, GLPK, SCIP, Gurobi or CPLEX
	Objective question.Number `json:"objective"` // as the file states it, else null
	// Breaks says which limit of the program the formula breaks, by as little as solvers round.
	Breaks string `json:"breaks,omitempty"`
	question.Scored
}

// Judge reads a solver's solution of the integer program of a question in a formulation, and judges its formula. The
// error is that of mip.ReadSolution, or wraps ledger.ErrProgram if the formula breaks a limit other than that of the
// error.
func Judge(inst *regression.Instance, p regression.Program, f regression.Formulation, r io.Reader) (*Judged, error) {
	built, err := mip.Build(inst, p, f)
	if err != nil {
		return nil, err
	}
	solution, err := mip.ReadSolution(r, built.Model)
	if err != nil {
		return nil, err
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		return nil, err
	}
	formula := built.Formula(solution.X)
	j := &Judged{Format: solution.Format, Objective: question.Number(solution.Objective)}
	errs, err := ledger.CheckFormula(s, p, formula)
	if err != nil && p.Kind.CountsFeatures() && !proof.Within(p.Kind.Measured(errs), p.E) {
		j.Breaks, err = err.Error(), nil
	}
	j.Scored = ledger.ScoredBy(errs, formula, inst)
	return j, err
}

// Answer returns the answer that a formula is, with the bound of another answer to the question.
func (j *Judged) Answer(to *question.Answer) *question.Answer {
	a := *to
	a.Round, a.Solver = nil, nil
	a.SetScored(j.Scored)
	if a.Status = question.Feasible; !to.LowerBound.Missing() {
		a.SetBound(float64(to.LowerBound))
	}
	return &a
}
