package subset

import (
	"errors"
	"fmt"
)

var (
	// ErrCount is wrapped by errors about a number of features below 1 or above the number of columns.
	ErrCount = errors.New("bad number of features")
	// ErrProblems is wrapped by errors about problems that have no set of features in common.
	ErrProblems = errors.New("bad list of problems")
	// ErrTarget is wrapped by errors about an allowed error that is not a fraction.
	ErrTarget = errors.New("bad allowed error")
	// ErrUnreachable is wrapped by errors about an allowed error that all features together exceed.
	ErrUnreachable = errors.New("no formula reaches the error")
)

// Options tune a search. The zero value is ready to use.
type Options struct {
	Exchange int        // largest number of features exchanged at once; 0 means 2
	Restarts int        // random starts of Best after the greedy ones; 0 means 60, negative none
	Seed     uint64     // of the random starts
	Workers  int        // goroutines; 0 means one per CPU. The answer does not depend on it
	Improved func(*Fit) // called whenever the incumbent gets better, by one goroutine at a time
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

// minGain is the smallest improvement, a fraction of 1, that counts: above the rounding of a fit, far
// below the last digit of any report.
const minGain = 1e-10

func checkCount(n, columns int) error {
	if n < 1 || n > columns {
		return fmt.Errorf("%w: %d, want 1..%d", ErrCount, n, columns)
	}
	return nil
}

func checkTarget(e float64) error {
	if !(e >= 0 && e < 1) { // not NaN either
		return fmt.Errorf("%w: %v, want a fraction from 0 to below 1", ErrTarget, e)
	}
	return nil
}
