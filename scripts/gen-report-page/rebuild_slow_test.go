//go:build slow

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestRebuild installs the libraries, checks types, makes the bundle again and compares it with the
// committed one.
func TestRebuild(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("no npm is installed")
	}
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "src"), os.DirFS(filepath.Join(page, "src"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"package.json", "package-lock.json", ".npmrc", "tsconfig.json"} {
		text, err := os.ReadFile(filepath.Join(page, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range [][]string{{"npm", "ci", "--no-progress"}, {filepath.Join("node_modules", ".bin", "tsc"), "--project", "."}} {
		cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
	}
	files, err := bundle(folder)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(page, "dist", name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("dist/%s is not what the sources give (%v): run go generate ./report/page", name, err)
		}
	}
}
