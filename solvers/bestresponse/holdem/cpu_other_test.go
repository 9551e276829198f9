//go:build !unix

package holdem

import (
	"testing"
	"time"
)

var start = time.Now()

// cpuSeconds stands in with the time that has passed.
func cpuSeconds(testing.TB) float64 { return time.Since(start).Seconds() }
