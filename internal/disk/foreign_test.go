//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestRefused opens what a stranger may put in the place of a file: nothing waits, and nothing but a regular
// file of a moderate size is opened.
func TestRefused(t *testing.T) {
	dir, secret := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{
		os.WriteFile(at("plain"), []byte("text"), 0o666), os.WriteFile(secret, []byte("secret"), 0o600),
		os.WriteFile(at("sparse"), nil, 0o666), os.Truncate(at("sparse"), 20<<30),
		syscall.Mkfifo(at("pipe"), 0o666), os.Mkdir(at("folder"), 0o777),
		os.Symlink("/dev/zero", at("zero")), os.Symlink("pipe", at("to pipe")), os.Symlink("plain", at("to plain")),
		os.Symlink(secret, at("out")), os.Symlink("../../../etc/passwd", at("up")), os.Symlink(dir, at("self")),
		os.Symlink("nothing", at("dangling")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{
		"sparse": "has 21474836480 bytes, want at most 268435456", "pipe": "is a named pipe, want a regular file",
		"folder": "is a folder", "zero": "is a device", "to pipe": "is a named pipe",
	}
	for name, text := range want {
		if _, err := ReadFile(at(name), MostText); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v, want %q", name, err, text)
		}
	}
	want["zero"] = "not a link out of it"
	want["out"], want["up"] = want["zero"], want["zero"]
	want["../plain"], want["self/plain"], want[at("plain")] = want["zero"], want["zero"], want["zero"]
	for name, text := range want {
		if _, err := ReadIn(dir, name, MostText); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), text) {
			t.Errorf("%s in its folder: %v, want %q", name, err, text)
		}
	}
	for _, name := range []string{"plain", "to plain"} {
		a, errA := ReadFile(at(name), 4)
		b, errB := ReadIn(dir, name, 4)
		if string(a) != "text" || string(b) != "text" || errA != nil || errB != nil {
			t.Errorf("%s: %q, %v and %q, %v", name, a, errA, b, errB)
		}
	}
	for _, name := range []string{"missing", "dangling"} {
		_, errA := ReadFile(at(name), 4)
		_, errB := ReadIn(dir, name, 4)
		if !errors.Is(errA, fs.ErrNotExist) || !errors.Is(errB, fs.ErrNotExist) {
			t.Errorf("%s: %v and %v", name, errA, errB)
		}
	}
	if _, err := ReadFile(at("plain"), 3); !errors.Is(err, ErrRefused) {
		t.Errorf("a byte too many: %v", err)
	}
}

// TestMissing names a missing file of a folder by its whole path.
func TestMissing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "none.gz")
	_, err := OpenIn(folder, "none.gz", MostProof)
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != "open "+path+": no such file or directory" {
		t.Errorf("%v", err)
	}
}
