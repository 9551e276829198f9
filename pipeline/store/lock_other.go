//go:build !unix

package store

import (
	"errors"
	"os"
)

var errLocked = errors.New("locked by another process")

// tryLock does not lock: on these systems an open file cannot be moved.
func tryLock(*os.File) error { return errors.ErrUnsupported }
