//go:build unix

package limitholdem

import (
	"syscall"
	"testing"

	"feltlab/internal/must"
)

// cpuSeconds is the time that processors have spent on this program.
func cpuSeconds(t testing.TB) float64 {
	var u syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return float64(u.Utime.Sec+u.Stime.Sec) + 1e-6*float64(u.Utime.Usec+u.Stime.Usec)
}
