package highs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

var (
	// ErrMissing is returned by all calls that need HiGHS in a program built without it.
	ErrMissing = errors.New("this program was built without HiGHS; " +
		"run scripts/deps.sh, which fetches it or says how to install it, and build again with make build")
	ErrModel   = errors.New("invalid model")        // wrapped by errors about an invalid program, change or start
	ErrOptions = errors.New("invalid options")      // wrapped by errors about invalid options
	ErrClosed  = errors.New("the solver is closed") // returned by every call on a closed Solver
	ErrFailed  = errors.New("HiGHS failed")         // wrapped by errors that HiGHS itself reports
)

// Options of one solve. The zero value solves to the end. A MIP is optimal when its gap is zero.
type Options struct {
	TimeLimit time.Duration // 0 is none; Solver reads the clock of the machine
	Seed      int           // of HiGHS's random choices, 0 to 2^31-1

	// Improving receives each new best solution of a MIP; the last one is what Solve returns. x has one
	// value a column and belongs to the callee. Objectives never rise.
	Improving func(objective float64, x []float64)
	// Progress receives the state of a MIP: after Improving, when the bound gets better, and every few
	// seconds. Bounds never fall.
	//
	// Solve calls both one at a time on another goroutine; HiGHS waits for them. They must not use
	// the Solver. A panic in them ends the solve and goes on in Solve.
	Progress func(Progress)
}

// Progress is the state of a MIP that is being solved.
type Progress struct {
	Objective float64 // of the best point; +Inf when none is known
	Bound     float64 // -Inf when nothing is proved
	Nodes     int64
}

// nothing is the state at the start.
var nothing = Progress{Objective: math.Inf(1), Bound: math.Inf(-1)}

func (p Progress) result(s Status, x []float64) *Result {
	return &Result{Status: s, Objective: p.Objective, Bound: p.Bound, X: x, Nodes: p.Nodes}
}

func interruption(ctx context.Context) error {
	return fmt.Errorf("interrupted: %w", context.Cause(ctx))
}

func (o Options) validate() error {
	switch {
	case o.TimeLimit < 0:
		return optionError("the time limit is negative")
	case o.Seed < 0 || o.Seed > math.MaxInt32:
		return optionError("the seed is outside 0 to 2^31-1")
	}
	return nil
}

func optionError(text string) error { return fmt.Errorf("%w: %s", ErrOptions, text) }

// Result of one solve. For every status Bound <= optimum <= Objective.
type Result struct {
	Status Status
	// Objective is the value of X; +Inf when no feasible point is known, -Inf when the program is unbounded.
	Objective float64
	// Bound is a proved lower bound on the objective of every feasible point; +Inf when there is none, -Inf when
	// nothing is proved. For a linear program it is proved only at the optimum.
	Bound float64
	// Gap is (Objective - Bound) / |Objective|: 0 when they are equal, +Inf when either is infinite.
	Gap float64

	X []float64 // one value per column; nil when no feasible point is known

	// RowDual and ColDual are the optimal dual values of a linear program, nil for a MIP
	// and without an optimum: Cost = A'·RowDual + ColDual, each positive only where the
	// row or column is at its lower bound and negative only at its upper bound.
	RowDual, ColDual []float64

	Nodes      int64   // branch-and-bound nodes
	Iterations int64   // simplex iterations
	Seconds    float64 // wall time
}

func relativeGap(objective, bound float64) float64 {
	switch {
	case math.IsInf(objective, 0) || math.IsInf(bound, 0):
		return math.Inf(1)
	case objective <= bound:
		return 0
	}
	return (objective - bound) / math.Abs(objective)
}

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
	Optimal               Status = 7  // proved
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

// IsStatus reports whether a text is the name of a status.
func IsStatus(name string) bool { return name != "" && slices.Contains(statusNames[:], name) }

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

// Limited reports whether a limit or the context stopped the solve; the Result then has the state at that moment.
func (s Status) Limited() bool {
	switch s {
	case ObjectiveBound, ObjectiveTarget, TimeLimit, IterationLimit, SolutionLimit, Interrupted, MemoryLimit:
		return true
	}
	return false
}

// Failed reports whether HiGHS itself failed; Solve then returns ErrFailed.
func (s Status) Failed() bool { return !s.Proved() && !s.Limited() && s != Unknown }
