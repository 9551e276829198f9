//go:build cgo && highs

package highs

// #include <stdint.h>
import "C"

import (
	"runtime/cgo"
	"sync"
	"unsafe"
)

// callbacks is the Go side of one run: the functions to call, the incumbent, the progress, and a panic to
// pass on to the caller.
type callbacks struct {
	Options
	stop func()

	mu        sync.Mutex // held while HiGHS is in Go
	latest    Progress   // its objective is that of x
	x         []float64  // the incumbent
	abandoned bool       // Solve has returned; functions are no longer called
	panicked  any
}

// guard runs a caller's function. A panic must not pass through HiGHS's frames, so guard keeps it for
// finish and asks HiGHS to stop.
func (c *callbacks) guard(call func()) {
	defer func() {
		if p := recover(); p != nil {
			c.panicked = p
			c.stop()
		}
	}()
	if !c.abandoned && c.panicked == nil {
		call()
	}
}

func (c *callbacks) improve(objective float64, x []float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.x != nil && objective >= c.latest.Objective {
		return
	}
	c.latest.Objective, c.x = objective, append(c.x[:0], x...)
	if c.Improving != nil {
		c.guard(func() { c.Improving(objective, append([]float64(nil), x...)) })
	}
}

func (c *callbacks) advance(bound float64, nodes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.latest.Bound, c.latest.Nodes = bound, nodes
	if c.Progress != nil {
		c.guard(func() { c.Progress(c.latest) })
	}
}

// finish passes on the panic after the run.
func (c *callbacks) finish() {
	if c.panicked != nil {
		panic(c.panicked)
	}
}

// abandon ends all calls while HiGHS still runs, and returns the state that it last reported.
func (c *callbacks) abandon() *Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.abandoned = true
	if c.panicked != nil {
		panic(c.panicked)
	}
	return c.latest.result(Interrupted, append([]float64(nil), c.x...))
}

//export feltImproving
func feltImproving(handle C.uintptr_t, objective C.double, x *C.double, columns C.int) {
	solution := unsafe.Slice((*float64)(unsafe.Pointer(x)), columns)
	cgo.Handle(handle).Value().(*callbacks).improve(float64(objective), solution)
}

//export feltAdvance
func feltAdvance(handle C.uintptr_t, bound C.double, nodes C.int64_t) {
	cgo.Handle(handle).Value().(*callbacks).advance(float64(bound), int64(nodes))
}
