//go:build unix

package experiments

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time of this process. Differences time code that runs alone in the process, even on a
// busy machine.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return time.Since(began)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
