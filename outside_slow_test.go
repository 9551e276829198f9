//go:build slow

package feltlab_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutside builds and runs a program of another module, as docs/architecture.md says.
func TestOutside(t *testing.T) {
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/mine\n\ngo 1.26.0\n\nrequire feltlab v0.0.0\n\nreplace feltlab => " + root + "\n",
		"go.sum": string(sums),
		"main.go": `package main

import (
	"context"
	"fmt"

	"feltlab"
	"feltlab/model/ranges"
)

func main() {
	r, err := ranges.Parse("TT+,AKs")
	if err != nil {
		panic(err)
	}
	flops, err := feltlab.Equities(context.Background(), "AA", r.String())
	if err != nil {
		panic(err)
	}
	fmt.Println(len(flops))
}
`,
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
	run := exec.Command("go", "run", "-mod=mod", ".")
	run.Dir = dir
	run.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0")
	if out, err := run.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "19600" {
		t.Errorf("%v\n%s", err, out)
	}
}
