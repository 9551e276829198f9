package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"
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
	if err := readFlags(); err != nil {
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
	when := time.Unix(unix, 0).UTC()
	version, shared, err := extras(temp, when)
	if err != nil {
		return err
	}
	commit, err := git("describe", "--tags", "--always", "--dirty")
	if err != nil {
		return err
	}
	if commit != "v"+version {
		version += "-" + commit // not the commit with the version's tag
	}
	var sums strings.Builder
	for _, t := range targets {
		base := fmt.Sprintf("feltlab-%s-%s-%s", version, t.system, t.processor)
		files, err := build(filepath.Join(temp, base), base, when, t.system, t.processor)
		if err != nil {
			return err
		}
		for name, file := range shared {
			files[base+"/"+name] = file
		}
		packer, ending := packTar, ".tar.gz"
		if t.system == "windows" {
			packer, ending = packZip, ".zip"
		}
		content, err := packer(files)
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

// build compiles the programs into a folder and returns the files of their archive, all in one folder.
func build(out, folder string, when time.Time, system, processor string) (fstest.MapFS, error) {
	if err := goBuild(system, processor, out+string(filepath.Separator), programs...); err != nil {
		return nil, err
	}
	files := fstest.MapFS{folder: {Mode: fs.ModeDir | 0o755, ModTime: when}}
	add := func(path string, mode fs.FileMode) error {
		content, err := os.ReadFile(path)
		files[folder+"/"+filepath.Base(path)] = &fstest.MapFile{Data: content, Mode: mode, ModTime: when}
		return err
	}
	for _, program := range programs {
		path := filepath.Join(out, filepath.Base(program))
		if system == "windows" {
			path += ".exe"
		}
		if err := add(path, 0o755); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"CHANGELOG.md", "LICENSE", "README.md"} {
		if err := add(name, 0o644); err != nil {
			return nil, err
		}
	}
	others, err := licenses(system, processor)
	files[folder+"/LICENSES.txt"] = &fstest.MapFile{Data: others, Mode: 0o644, ModTime: when}
	return files, err
}

func goBuild(system, processor, out string, programs ...string) error {
	compile := goCommand(system, processor, append([]string{"build", "-buildvcs=true", "-o", out}, programs...)...)
	if err := compile.Run(); err != nil {
		return fmt.Errorf("go build for %s/%s: %w", system, processor, err)
	}
	return nil
}

// goFlags are the flags of the go command.
var goFlags = "-trimpath"

func readFlags() error {
	text, err := os.ReadFile("scripts/goflags")
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			goFlags += " " + strings.TrimSpace(line)
		}
	}
	return err
}

// goCommand runs the go command without cgo for a target, whatever flags the caller's environment has.
func goCommand(system, processor string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS="+goFlags, "GOGC=400", "GOOS="+system,
		"GOARCH="+processor)
	cmd.Stderr = os.Stderr
	return cmd
}

func git(args ...string) (string, error) {
	out, err := output("git", args...)
	if err != nil {
		return "", fmt.Errorf("%w (a release is made in a git checkout)", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// output runs a command and returns what it prints.
func output(name string, args ...string) ([]byte, error) {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", filepath.Base(name), strings.Join(args, " "), err)
	}
	return out, nil
}

func packTar(files fstest.MapFS) ([]byte, error) {
	var b bytes.Buffer
	packed := gzip.NewWriter(&b)
	archive := tar.NewWriter(packed)
	err := errors.Join(archive.AddFS(files), archive.Close(), packed.Close())
	return b.Bytes(), err
}

func packZip(files fstest.MapFS) ([]byte, error) {
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	err := errors.Join(archive.AddFS(files), archive.Close())
	return b.Bytes(), err
}

// licenseFile matches the files of a module that must go with copies of it.
var licenseFile = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|notice|patents)([-._].*)?$`)

func licenses(system, processor string) ([]byte, error) {
	list := goCommand(system, processor, append([]string{"list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"}, programs...)...)
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s/%s: %w", system, processor, err)
	}
	root, err := goCommand(system, processor, "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	modules := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(modules)
	text := bytes.NewBufferString("feltlab and feltcheck contain the following, under these licenses.\n")
	for _, module := range append([]string{runtime.Version() + "\t" + strings.TrimSpace(string(root))},
		slices.Compact(modules)...) {
		name, folder, _ := strings.Cut(module, "\t")
		if name == "" {
			continue
		}
		if err := addLicenses(text, name, folder); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// addLicenses appends the license files of a module's folder, and those of a folder for them. A module
// without any may not be passed on.
func addLicenses(text *bytes.Buffer, name, folder string) error {
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return err
	}
	more, err := filepath.Glob(filepath.Join(folder, "licenses", "*"))
	if err != nil {
		return err
	}
	found := false
	for _, path := range append(paths, more...) {
		if info, err := os.Stat(path); err != nil || info.IsDir() || filepath.Dir(path) == folder &&
			!licenseFile.MatchString(filepath.Base(path)) {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(text, "\n%s\n%s: %s\n%[1]s\n\n%[4]s\n", strings.Repeat("=", 80), name, filepath.Base(path),
			bytes.TrimSpace(content))
		found = true
	}
	if !found {
		return fmt.Errorf("%s has no license in %s", name, folder)
	}
	return nil
}
