package subset

import (
	"errors"
	"fmt"
	"math"
)

// Errors that callers test for with errors.Is.
var (
	// ErrCount marks a number of features below 1 or above the number of columns.
	ErrCount = errors.New("subset: bad number of features")
	// ErrProblems marks an empty list of problems, or problems of different losses.
	ErrProblems = errors.New("subset: bad list of problems")
	// ErrTarget marks an allowed error that is not a fraction.
	ErrTarget = errors.New("subset: bad error")
	// ErrUnreachable says that all features together do not reach the allowed error.
	ErrUnreachable = errors.New("subset: no formula reaches the error")
)

// Options tune a search. The zero value is ready to use.
type Options struct {
	Exchange int        // most features exchanged at once; 0 means 2
	Restarts int        // scrambled starts of Best after the greedy ones; 0 means 60, negative none
	Seed     uint64     // of the scrambling
	Workers  int        // goroutines; 0 means one per CPU. The answer does not depend on it
	Improved func(*Fit) // called, never concurrently, whenever the incumbent gets better
}

func (o Options) exchange() int {
	if o.Exchange <= 0 {
		return 2
	}
	return o.Exchange
}

func (o Options) restarts() int {
	if o.Restarts == 0 {
		return 60
	}
	return max(o.Restarts, 0)
}

// minGain is the least improvement, a fraction of 1, for which a set is preferred to another: above
// the rounding of a fit, far below the last digit of any report.
const minGain = 1e-10

func checkCount(n, columns int) error {
	if n < 1 || n > columns {
		return fmt.Errorf("%w: %d, want 1..%d", ErrCount, n, columns)
	}
	return nil
}

func checkTarget(e float64) error {
	if !(e >= 0 && e < 1) || math.IsNaN(e) {
		return fmt.Errorf("%w: %v, want a fraction from 0 to below 1", ErrTarget, e)
	}
	return nil
}
