//go:build cgo && highs

package highs

// #include <stdint.h>
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// callbacks is the Go side of one run: the functions to call, the progress, and a panic to pass on to the caller. HiGHS
// calls it on one thread.
type callbacks struct {
	Options
	stop     func()
	latest   Progress
	panicked any
}

// guard runs a caller's function. A panic must not pass through HiGHS's frames, so guard keeps it until the run has
// ended and asks HiGHS to stop.
func (c *callbacks) guard(call func()) {
	defer func() {
		if p := recover(); p != nil {
			c.panicked = p
			c.stop()
		}
	}()
	if c.panicked == nil {
		call()
	}
}

//export feltImproving
func feltImproving(handle C.uintptr_t, objective C.double, x *C.double, columns C.int) {
	c := cgo.Handle(handle).Value().(*callbacks)
	if float64(objective) >= c.latest.Objective {
		return
	}
	c.latest.Objective = float64(objective)
	if c.improving != nil {
		solution := unsafe.Slice((*float64)(unsafe.Pointer(x)), columns)
		c.guard(func() { c.improving(float64(objective), solution) })
	}
}

//export feltAdvance
func feltAdvance(handle C.uintptr_t, bound C.double, nodes C.int64_t) {
	c := cgo.Handle(handle).Value().(*callbacks)
	c.latest.Bound, c.latest.Nodes = float64(bound), int64(nodes)
	if c.Progress != nil {
		c.guard(func() { c.Progress(c.latest) })
	}
}
