package store

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"feltlab/internal/disk"
)

// A directory under tmp belongs to the process that holds the lock on the file in it. The operating system frees the
// lock when the process ends in any way; process numbers are reused and would not do. A lock of another machine may be
// invisible here, so the name of a directory begins with the name of its machine.

const lockName = "lock"

// machine names this machine in file names.
var machine = sync.OnceValue(func() string {
	name, _ := os.Hostname()
	id, _ := disk.ReadFile("/etc/machine-id", 1<<10) // empty where there is none
	sum := sha256.Sum256([]byte(name + "\n" + string(id)))
	return hex.EncodeToString(sum[:4])
})

// hold makes a directory under tmp that no other process removes before release. The lock exists before the directory,
// so no process sees the directory without it. Where files cannot be locked, StaleAge protects the directory.
func (s *Store) hold(name string) (dir string, release func(), err error) {
	lock := flock.New(filepath.Join(s.tmp(), machine()+"-"+lockName+"-"+rand.Text()))
	locked := false
	if runtime.GOOS != "windows" { // which moves no open file
		locked, _ = lock.TryLock()
	}
	dir, err = disk.FS.MkdirTemp(s.tmp(), machine()+"-"+name+"-")
	if err == nil && locked {
		err = os.Rename(lock.Path(), filepath.Join(dir, lockName))
	}
	if err != nil || !locked {
		os.Remove(lock.Path())
	}
	if err != nil {
		return "", nil, errors.Join(err, lock.Close())
	}
	return dir, func() { disk.FS.RemoveAll(dir); lock.Close() }, nil
}

// holderOf reports whether the process that owns a directory under tmp is known to be alive, or known to have ended.
func holderOf(dir string) (alive, ended bool) {
	lock, err := Lock(filepath.Join(dir, lockName), flock.SetFlag(os.O_RDONLY))
	if err != nil {
		return false, false
	}
	locked, err := lock.TryLock()
	defer lock.Close()
	alive = err == nil && !locked
	return alive, locked && strings.HasPrefix(filepath.Base(dir), machine()+"-")
}

// Clean removes from tmp the remains of ended processes of this machine, and files and directories
// of other machines that are untouched for the given time. It returns how many it removed.
func (s *Store) Clean(untouched time.Duration) (removed int, err error) {
	entries, err := os.ReadDir(s.tmp())
	if err != nil {
		return 0, err
	}
	limit := time.Now().Add(-untouched)
	for _, entry := range entries {
		path := filepath.Join(s.tmp(), entry.Name())
		alive, ended := holderOf(path)
		if _, touched, err := measure(path); alive || !ended && (err != nil || touched.After(limit)) {
			continue
		}
		if e := disk.FS.RemoveAll(path); e != nil {
			err = errors.Join(err, e)
		} else {
			removed++
		}
	}
	return removed, err
}

// measure returns the size of a directory's files, and the latest modification time of it and of them. It errs if one
// has just disappeared.
func measure(dir string) (size int64, touched time.Time, err error) {
	err = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		if err == nil && info.ModTime().After(touched) {
			touched = info.ModTime()
		}
		return err
	})
	return size, touched, err
}

// Lock returns the unlocked lock of a file, which need not exist. A named pipe or a device is refused, since opening it
// could wait for ever.
func Lock(path string, options ...flock.Option) (*flock.Flock, error) {
	if err := disk.Replaceable(path); err != nil {
		return nil, err
	}
	return flock.New(path, append(options, flock.SetPermissions(0o666))...), nil
}
