//go:build !unix

package reproduce

import "time"

// CPUTime returns the time since the process began, for want of its processor time.
func CPUTime() time.Duration { return time.Since(began) }
