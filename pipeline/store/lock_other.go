//go:build !unix

package store

import (
	"errors"
	"os"
)

var errLocked = errors.New("artifact: locked by another process")

// tryLock cannot lock: on these systems a file that is open cannot be moved.
func tryLock(*os.File) error { return errors.ErrUnsupported }
