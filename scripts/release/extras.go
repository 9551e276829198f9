package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing/fstest"
	"time"
)

// shells are those that complete command lines, with the name that each wants for the file.
var shells = [][2]string{
	{"bash", "feltlab.bash"}, {"zsh", "_feltlab"}, {"fish", "feltlab.fish"}, {"powershell", "feltlab.ps1"},
}

// extras builds feltlab for this machine, and returns its version and the files that are the same on all systems: the
// scripts by which shells complete, and the manual pages.
func extras(temp string, when time.Time) (version string, files fstest.MapFS, err error) {
	here := filepath.Join(temp, "feltlab-here")
	if err := goBuild(runtime.GOOS, runtime.GOARCH, here, "./cmd/feltlab"); err != nil {
		return "", nil, err
	}
	said, err := output(here, "--version")
	if err != nil {
		return "", nil, err
	}
	version = strings.Fields(string(said))[1] // feltlab 0.1.0 (commit ...
	files = fstest.MapFS{}
	add := func(name string, content []byte) {
		files[filepath.Dir(name)] = &fstest.MapFile{Mode: fs.ModeDir | 0o755, ModTime: when}
		files[name] = &fstest.MapFile{Data: content, Mode: 0o644, ModTime: when}
	}
	for _, s := range shells {
		script, err := output(here, "completion", s[0])
		if err != nil {
			return "", nil, err
		}
		add("completions/"+s[1], script)
	}
	man := filepath.Join(temp, "man")
	if err := os.Mkdir(man, 0o777); err != nil {
		return "", nil, err
	}
	write := goCommand(runtime.GOOS, runtime.GOARCH, "test", "-tags=arrow_json_stdlib,slow", "-count=1",
		"-run=^TestManPages$", "./cmd/feltlab")
	write.Env = append(write.Env, "MAN_PAGES="+man, fmt.Sprintf("SOURCE_DATE_EPOCH=%d", when.Unix()))
	if err := write.Run(); err != nil {
		return "", nil, fmt.Errorf("writing manual pages: %w", err)
	}
	pages, err := os.ReadDir(man)
	if err != nil {
		return "", nil, err
	}
	for _, page := range pages {
		content, err := os.ReadFile(filepath.Join(man, page.Name()))
		if err != nil {
			return "", nil, err
		}
		add("man/"+page.Name(), content)
	}
	return version, files, nil
}
