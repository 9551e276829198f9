package disk

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"feltlab/internal/must"
)

// TestPipes reads what comes through a pipe twice, and files as Open does.
func TestPipes(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/fd")
	}
	content := func(path string, most int64) (string, error) {
		f, err := OpenPiped(path, most)
		if err != nil {
			return "", err
		}
		defer f.Close()
		text, err := io.ReadAll(io.NewSectionReader(f, 0, 100))
		return string(text), err
	}
	send := func(text string) (path string) {
		r, w, err := os.Pipe()
		must.Do(t, err)
		t.Cleanup(func() { r.Close() })
		go func() { io.WriteString(w, text); w.Close() }()
		return fmt.Sprintf("/dev/fd/%d", r.Fd())
	}
	path := send("y,x\n")
	for range 2 {
		must.Equal(t, must.Get(content(path, 10))(t), "y,x\n")
	}
	must.Fails(content(send("longer"), 5))(t, ErrRefused)
	file := filepath.Join(t.TempDir(), "a.csv")
	must.Do(t, os.WriteFile(file, []byte("a"), 0o600))
	must.Equal(t, must.Get(content(file, 1))(t), "a")
	must.Fails(content("/dev/zero", 5))(t, ErrRefused)
}
