package highs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

var (
	// ErrMissing is returned by all calls that need HiGHS where its program is not found.
	ErrMissing = errors.New("HiGHS is not there; run make build, which fetches it or says how to install it; " +
		"FELTLAB_HIGHS may name the folder of " + program)
	ErrModel   = errors.New("invalid model")   // wrapped by errors about an invalid program or start
	ErrOptions = errors.New("invalid options") // wrapped by errors about invalid options
	ErrFailed  = errors.New("HiGHS failed")    // wrapped by errors that HiGHS itself reports
)

// Options of one solve. The zero value solves to the end. A MIP is optimal when its gap is zero.
type Options struct {
	TimeLimit time.Duration // 0 is none
	Seed      int           // of HiGHS's random choices, 0 to 2^31-1
	Settings

	// Progress receives the state of a MIP when its best point or its bound gets better, and every few seconds. It is
	// called on the goroutine of the caller; HiGHS waits for it when it is slow.
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
		return fmt.Errorf("%w: the time limit is negative", ErrOptions)
	case o.Seed < 0 || o.Seed > math.MaxInt32:
		return fmt.Errorf("%w: the seed is outside 0 to 2^31-1", ErrOptions)
	}
	return o.Validate()
}

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

	Nodes   int64   // branch-and-bound nodes
	Seconds float64 // wall time
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

// The ways in which a solve ends that callers look for; statuses lists all.
const (
	ModelEmpty            Status = 6 // no columns and no rows; the objective is the offset
	Optimal               Status = 7
	Infeasible            Status = 8
	UnboundedOrInfeasible Status = 9 // one of the two, HiGHS did not find out which
	Unbounded             Status = 10
	TimeLimit             Status = 13
	Interrupted           Status = 17 // by the context
)

// outcome says what the end of a solve means: HiGHS failed, found an optimum or showed that there is none, or a limit
// or the context stopped it, and the Result has the state at that moment.
type outcome uint8

const (
	failed outcome = iota
	proved
	limited
	unclear
)

// statuses are the names and meanings of HiGHS's numbers.
var statuses = [...]struct {
	name string
	outcome
}{
	{"not set", failed}, {"load error", failed}, {"model error", failed}, {"presolve error", failed},
	{"solve error", failed}, {"postsolve error", failed},
	{"empty", proved}, {"optimal", proved}, {"infeasible", proved}, {"unbounded or infeasible", proved},
	{"unbounded", proved},
	{"objective bound reached", limited}, {"objective target reached", limited}, {"time limit reached", limited},
	{"iteration limit reached", limited}, {"unknown", unclear}, {"solution limit reached", limited},
	{"interrupted", limited}, {"memory limit reached", limited},
}

// IsStatus reports whether a text is the name of a status.
func IsStatus(name string) bool {
	for _, s := range statuses {
		if s.name == name {
			return true
		}
	}
	return false
}

// String names the status; an unknown number prints as "status 99".
func (s Status) String() string {
	if s < 0 || int(s) >= len(statuses) {
		return fmt.Sprintf("status %d", int(s))
	}
	return statuses[s].name
}

func (s Status) outcome() outcome {
	if s < 0 || int(s) >= len(statuses) {
		return failed
	}
	return statuses[s].outcome
}
