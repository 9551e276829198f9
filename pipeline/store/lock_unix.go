//go:build unix

package store

import (
	"os"
	"syscall"
)

const errLocked = syscall.EWOULDBLOCK

// tryLock locks a file for this process until it is closed.
func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
