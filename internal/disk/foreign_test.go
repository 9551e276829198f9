//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"feltlab/internal/must"
)

// TestRefused opens what a stranger may put in the place of a file: nothing waits, and nothing but a regular
// file of a moderate size is opened.
func TestRefused(t *testing.T) {
	dir, secret := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	at := func(name string) string { return filepath.Join(dir, name) }
	must.Do(t, errors.Join(
		os.WriteFile(at("plain"), []byte("text"), 0o666), os.WriteFile(secret, []byte("secret"), 0o600),
		os.WriteFile(at("sparse"), nil, 0o666), os.Truncate(at("sparse"), 20<<30),
		syscall.Mkfifo(at("pipe"), 0o666), os.Mkdir(at("folder"), 0o777),
		os.Symlink("/dev/zero", at("zero")), os.Symlink("pipe", at("to pipe")), os.Symlink("plain", at("to plain")),
		os.Symlink(secret, at("out")), os.Symlink("../../../etc/passwd", at("up")), os.Symlink(dir, at("self")),
		os.Symlink("nothing", at("dangling"))))
	want := map[string]string{
		"sparse": "has 21474836480 bytes, want at most 268435456", "pipe": "is a named pipe, want a regular file",
		"folder": "is a folder", "zero": "is a device", "to pipe": "is a named pipe",
	}
	for name, text := range want {
		must.Fails(ReadFile(at(name), MostText))(t, ErrRefused, at(name), text)
	}
	want["zero"] = "not a link out of it"
	want["out"], want["up"] = want["zero"], want["zero"]
	want["../plain"], want["self/plain"], want[at("plain")] = want["zero"], want["zero"], want["zero"]
	for name, text := range want {
		must.Fails(ReadIn(dir, name, MostText))(t, ErrRefused, filepath.Base(name), text)
	}
	for _, name := range []string{"plain", "to plain"} {
		a, errA := ReadFile(at(name), 4)
		b, errB := ReadIn(dir, name, 4)
		if string(a) != "text" || string(b) != "text" || errA != nil || errB != nil {
			t.Errorf("%s: %q, %v and %q, %v", name, a, errA, b, errB)
		}
	}
	for _, name := range []string{"missing", "dangling"} {
		must.Fails(ReadFile(at(name), 4))(t, fs.ErrNotExist)
		must.Fails(ReadIn(dir, name, 4))(t, fs.ErrNotExist)
	}
	must.Fails(ReadFile(at("plain"), 3))(t, ErrRefused)
}

// TestMissing names a missing file of a folder by its whole path.
func TestMissing(t *testing.T) {
	folder := t.TempDir()
	must.Fails(OpenIn(folder, "none.gz", MostProof))(t, fs.ErrNotExist,
		"open "+filepath.Join(folder, "none.gz")+": no such file or directory")
}
