//go:build unix

package reproduce

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time that this process has taken. Differences of it time what runs
// alone in the process, however busy the machine is.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return time.Since(began)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
