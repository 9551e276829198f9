//go:build cgo && highs

package highs

// #include <stdint.h>
import "C"

import (
	"runtime/cgo"
	"strings"
	"sync"
	"unsafe"
)

// callbacks is the Go side of one run: what to call, the log line that is still being
// written, the incumbent, and a panic on its way to the caller.
type callbacks struct {
	log       func(string)
	improving func(float64, []float64)
	stop      func()

	mu        sync.Mutex // held while HiGHS is in Go
	line      strings.Builder
	objective float64 // of the incumbent
	x         []float64
	abandoned bool // Solve has returned; call nobody
	panicked  any
}

// guard runs a user's function. A panic must not pass through HiGHS's frames, so it waits
// for finish while HiGHS is asked to stop.
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

// write collects HiGHS's messages, which are pieces of lines or several of them.
func (c *callbacks) write(message string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		head, tail, whole := strings.Cut(message, "\n")
		c.line.WriteString(head)
		if !whole {
			return
		}
		line := c.line.String()
		c.line.Reset()
		c.guard(func() { c.log(line) })
		message = tail
	}
}

// improve keeps a better incumbent and passes on a copy of it.
func (c *callbacks) improve(objective float64, x []float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.x != nil && objective >= c.objective {
		return
	}
	c.objective, c.x = objective, append(c.x[:0], x...)
	if c.improving != nil {
		c.guard(func() { c.improving(objective, append([]float64(nil), x...)) })
	}
}

// finish passes on, after the run, the unfinished line and the panic.
func (c *callbacks) finish() {
	if c.line.Len() > 0 {
		c.guard(func() { c.log(c.line.String()) })
		c.line.Reset()
	}
	if c.panicked != nil {
		panic(c.panicked)
	}
}

// abandon ends all calls while HiGHS still runs, and returns what it has reported so far.
func (c *callbacks) abandon(bound float64) *Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.abandoned = true
	if c.panicked != nil {
		panic(c.panicked)
	}
	return &Result{Status: Interrupted, Objective: c.objective, Bound: bound, X: append([]float64(nil), c.x...)}
}

//export feltLog
func feltLog(handle C.uintptr_t, message *C.char) {
	cgo.Handle(handle).Value().(*callbacks).write(C.GoString(message))
}

//export feltImproving
func feltImproving(handle C.uintptr_t, objective C.double, x *C.double, columns C.int) {
	solution := unsafe.Slice((*float64)(unsafe.Pointer(x)), columns)
	cgo.Handle(handle).Value().(*callbacks).improve(float64(objective), solution)
}
