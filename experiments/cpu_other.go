//go:build !unix

package experiments

import "time"

// CPUTime returns the time since the process began: this system does not tell its processor time.
func CPUTime() time.Duration { return time.Since(began) }
