//go:build !unix

package limitholdem

import (
	"testing"
	"time"
)

var start = time.Now()

// cpuSeconds stands in with the time that has passed.
func cpuSeconds(testing.TB) float64 { return time.Since(start).Seconds() }
