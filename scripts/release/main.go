// Command release builds feltlab and feltcheck for the usual systems, without cgo, and packs them
// with the README and all licenses into dist: a .tar.gz, or a .zip for Windows, each, and
// SHA256SUMS. The same commit and the same Go give the same bytes: all times are the commit's.
//
// It takes a minute or two, most of it the compiler's. `make release` runs it.
package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

var targets = []struct{ system, processor string }{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

var programs = []string{"./cmd/feltlab", "./cmd/feltcheck"}

const folder = "dist"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run() error {
	name, err := git("describe", "--tags", "--always", "--dirty")
	if err != nil {
		return err
	}
	seconds, err := git("log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return fmt.Errorf("the commit's time: %w", err)
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "feltlab-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	var sums strings.Builder
	for _, t := range targets {
		base := fmt.Sprintf("feltlab-%s-%s-%s", name, t.system, t.processor)
		files, err := build(filepath.Join(temp, base), t.system, t.processor)
		if err != nil {
			return err
		}
		packer, ending := packTar, ".tar.gz"
		if t.system == "windows" {
			packer, ending = packZip, ".zip"
		}
		content, err := packer(base, files, time.Unix(unix, 0).UTC())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, base+ending), content, 0o644); err != nil {
			return err
		}
		line := fmt.Sprintf("%x  %s\n", sha256.Sum256(content), base+ending)
		sums.WriteString(line)
		fmt.Print(line)
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

func build(out, system, processor string) ([]file, error) {
	compile := goCommand(system, processor, append([]string{"build", "-buildvcs=true", "-trimpath", "-ldflags=-s -w",
		"-o", out + string(filepath.Separator)}, programs...)...)
	if err := compile.Run(); err != nil {
		return nil, fmt.Errorf("go build for %s/%s: %w", system, processor, err)
	}
	files := []file{}
	for _, program := range programs {
		name := filepath.Base(program)
		if system == "windows" {
			name += ".exe"
		}
		content, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, content, true})
	}
	for _, name := range []string{"CHANGELOG.md", "LICENSE", "README.md"} {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, content, false})
	}
	others, err := licenses(system, processor)
	return append(files, file{"LICENSES.txt", others, false}), err
}

// goCommand runs the go command without cgo for a target, whatever flags the caller's environment has.
func goCommand(system, processor string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+system, "GOARCH="+processor)
	cmd.Stderr = os.Stderr
	return cmd
}

func git(args ...string) (string, error) {
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s (a release is made in a git checkout): %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
