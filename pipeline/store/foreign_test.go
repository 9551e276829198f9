//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"feltlab/internal/must"
)

var plants = map[string]func(path string) error{
	"a named pipe": func(path string) error { return syscall.Mkfifo(path, 0o666) },
	"a device":     func(path string) error { return os.Symlink("/dev/zero", path) },
	"a huge file": func(path string) error {
		return errors.Join(os.WriteFile(path, nil, 0o666), os.Truncate(path, 20<<30))
	},
}

// TestForeignFiles puts what a stranger may have made in the place of an artifact's files, and of the lock of a killed
// run: nothing waits or reads on and on, and the artifact is computed again.
func TestForeignFiles(t *testing.T) {
	for name, plant := range plants {
		for _, file := range []string{dataName, manifestName} {
			t.Run(name+" as "+file, func(t *testing.T) {
				s, log := open(t)
				var calls atomic.Int32
				a := must.Get(s.Do(t.Context(), greeting, text("hello", &calls)))(t)
				path := filepath.Join(filepath.Dir(a.Path), file)
				must.Do(t, errors.Join(os.Remove(path), plant(path)))
				all, err := s.List()
				if err != nil || len(all) != 1 || (all[0].Stage == "") != (file == manifestName) {
					t.Errorf("%+v, %v", all, err)
				}
				must.Fails(s.Get(a.Manifest.Key))(t, ErrCorrupt, file)
				again, err := s.Do(t.Context(), greeting, text("hello", &calls))
				if err != nil || !again.Computed || calls.Load() != 2 || !strings.Contains(log.String(),
					"corrupt artifact") {
					t.Errorf("%+v, %v after %d calls; %s", again, err, calls.Load(), log)
				}
				must.Equal(t, string(must.Get(again.Read())(t)), "hello\n")
			})
		}
		t.Run(name+" as the lock of a killed run", func(t *testing.T) {
			s, _ := open(t)
			dir := filepath.Join(s.tmp(), machine()+"-killed")
			must.Do(t, errors.Join(os.Mkdir(dir, 0o777), plant(filepath.Join(dir, lockName))))
			must.Get(s.Clean(StaleAge))(t)
		})
	}
}
