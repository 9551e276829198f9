//go:build unix

package scaleout

import (
	"context"
	"syscall"
	"testing"
	"time"

	"feltlab/internal/must"
)

func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// TestIdle gives a coordinator without cores pieces, and no worker: it waits without computing. It is not parallel,
// since the processor time is that of all tests that run.
func TestIdle(t *testing.T) {
	c := listen(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	ended := running(ctx, c, (&toy{}).jobs(20))
	const most = 10 * time.Millisecond
	used := time.Hour
	for i := 0; i < 10 && used > most; i++ { // the first seconds have what the start leaves
		before := cpuTime(t)
		time.Sleep(time.Second)
		used = cpuTime(t) - before
	}
	if used > most {
		t.Errorf("waiting for a second took %v of processor time", used)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("a run without workers has ended by itself")
	}
	must.Do(t, c.Close())
}
