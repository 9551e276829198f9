package highs

import "fmt"

// Status tells how a solve ended. The numbers are those of HiGHS's model status.
type Status int8

// The ways in which a solve ends.
const (
	NotSet                Status = 0  // nothing was solved
	LoadError             Status = 1  // the program could not be loaded
	ModelError            Status = 2  // the program is inconsistent
	PresolveError         Status = 3  // presolve failed
	SolveError            Status = 4  // the algorithm failed
	PostsolveError        Status = 5  // the way back from presolve failed
	ModelEmpty            Status = 6  // no columns and no rows; the objective is the offset
	Optimal               Status = 7  // proved within the gaps of Options
	Infeasible            Status = 8  // proved: no point satisfies the constraints
	UnboundedOrInfeasible Status = 9  // proved: one of the two, HiGHS did not find out which
	Unbounded             Status = 10 // proved: the objective has no lower bound
	ObjectiveBound        Status = 11 // the dual objective passed a given bound
	ObjectiveTarget       Status = 12 // the objective passed a given target
	TimeLimit             Status = 13 // Options.TimeLimit was reached
	IterationLimit        Status = 14 // an iteration or node limit was reached
	Unknown               Status = 15 // HiGHS could not tell
	SolutionLimit         Status = 16 // enough improving solutions were found
	Interrupted           Status = 17 // the context was cancelled
	MemoryLimit           Status = 18 // HiGHS ran out of memory
)

var statusNames = [...]string{
	NotSet:                "not set",
	LoadError:             "load error",
	ModelError:            "model error",
	PresolveError:         "presolve error",
	SolveError:            "solve error",
	PostsolveError:        "postsolve error",
	ModelEmpty:            "empty",
	Optimal:               "optimal",
	Infeasible:            "infeasible",
	UnboundedOrInfeasible: "unbounded or infeasible",
	Unbounded:             "unbounded",
	ObjectiveBound:        "objective bound reached",
	ObjectiveTarget:       "objective target reached",
	TimeLimit:             "time limit reached",
	IterationLimit:        "iteration limit reached",
	Unknown:               "unknown",
	SolutionLimit:         "solution limit reached",
	Interrupted:           "interrupted",
	MemoryLimit:           "memory limit reached",
}

// String names the status; an unknown number prints as "status 99".
func (s Status) String() string {
	if s < 0 || int(s) >= len(statusNames) {
		return fmt.Sprintf("status %d", int(s))
	}
	return statusNames[s]
}

// Proved reports whether HiGHS found an optimum or showed that there is none.
func (s Status) Proved() bool {
	switch s {
	case ModelEmpty, Optimal, Infeasible, UnboundedOrInfeasible, Unbounded:
		return true
	}
	return false
}

// Limited reports whether a limit or the context stopped the solve; the Result then has the state at
// that moment.
func (s Status) Limited() bool {
	switch s {
	case ObjectiveBound, ObjectiveTarget, TimeLimit, IterationLimit, SolutionLimit, Interrupted, MemoryLimit:
		return true
	}
	return false
}

// Failed reports whether HiGHS itself failed; Solve then returns ErrFailed.
func (s Status) Failed() bool { return !s.Proved() && !s.Limited() && s != Unknown }
