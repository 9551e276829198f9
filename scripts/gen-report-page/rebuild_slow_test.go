//go:build slow

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"feltlab/internal/must"
)

// folderOfPage is the folder of package page.
const folderOfPage = "../../report/page"

// TestRebuild installs the libraries, checks types, makes the bundle again and compares it with the
// committed one.
func TestRebuild(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("no npm is installed")
	}
	folder := t.TempDir()
	must.Do(t, os.CopyFS(filepath.Join(folder, "src"), os.DirFS(filepath.Join(folderOfPage, "src"))))
	for _, name := range []string{"package.json", "package-lock.json", ".npmrc", "tsconfig.json"} {
		text := must.Get(os.ReadFile(filepath.Join(folderOfPage, name)))(t)
		must.Do(t, os.WriteFile(filepath.Join(folder, name), text, 0o666))
	}
	for _, command := range [][]string{{"npm", "ci", "--no-progress"}, {filepath.Join("node_modules", ".bin", "tsc"),
		"--project", "."}} {
		cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
	}
	files := must.Get(bundle(folder))(t)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(folderOfPage, "dist", name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("dist/%s is not what the sources give (%v): run go generate ./report/page", name, err)
		}
	}
}
