package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"feltlab/internal/must"
)

// settingsOf returns the options that a command line, an environment and a file come to.
func settingsOf(t *testing.T, file string, environment map[string]string, args ...string) (*settings, error) {
	t.Helper()
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	if file != "" {
		write(t, filepath.Join(home, "feltlab", "config.yaml"), file)
	}
	for name, value := range environment {
		t.Setenv(name, value)
	}
	root, s := &cobra.Command{Annotations: map[string]string{coresElsewhere: "yes"}}, &settings{}
	s.add(root)
	must.Do(t, root.PersistentFlags().Parse(args))
	return s, root.PersistentPreRunE(root, nil)
}

// write writes a file, with its folder, and returns its path.
func write(t *testing.T, path, text string) string {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

type variables = map[string]string

// TestPrecedence lets each place beat those before it, for each option by itself.
func TestPrecedence(t *testing.T) {
	const file = "cache: /file\ncores: 3\n"
	environment := variables{"FELTLAB_CACHE": "/environment", "FELTLAB_CORES": "5"}
	for _, c := range []struct {
		name, file  string
		environment variables
		args        []string
		cache       string
		cores       int
	}{
		{"defaults", "", nil, nil, "", 0},
		{"file", file, nil, nil, "/file", 3},
		{"environment", "", environment, nil, "/environment", 5},
		{"environment beats file", file, environment, nil, "/environment", 5},
		{"an empty variable is none", file, variables{"FELTLAB_CACHE": "", "FELTLAB_CORES": ""}, nil, "/file", 3},
		{"flags beat both", file, environment, []string{"--cache", "/flag", "--cores", "7"}, "/flag", 7},
		{"one of each", "cores: 3\n", variables{"FELTLAB_CACHE": "/environment"}, nil, "/environment", 3},
		{"a flag that says the default", file, environment, []string{"--cores", "0", "--cache="}, "", 0},
		{"the folder of HiGHS", "", variables{"FELTLAB_HIGHS": "/highs"}, nil, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := settingsOf(t, c.file, c.environment, c.args...)
			if err != nil || s.Cache != c.cache || s.Cores != c.cores {
				t.Errorf("cache %q and %d cores, want %q and %d; %v", s.Cache, s.Cores, c.cache, c.cores, err)
			}
		})
	}
}

// TestNamedFile reads $FELTLAB_CONFIG in place of the user's file.
func TestNamedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yaml")
	write(t, path, "cores: 2\n")
	s, err := settingsOf(t, "cores: 3\ncache: /file\n", variables{"FELTLAB_CONFIG": path})
	if err != nil || s.Cores != 2 || s.Cache != "" {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestBadSettings wants every error to name the place, the key, the value and what was expected,
// and the whole program to end with 2.
func TestBadSettings(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none.yaml")
	for _, c := range []struct {
		file        string
		environment variables
		want        []string
	}{
		{"core: 3\n", nil, []string{"config.yaml", `"core"`, `did you mean "cores"`}},
		{"cores: many\n", nil, []string{"config.yaml:1: cores: many", "whole number"}},
		{"cores: -1\n", nil, []string{"config.yaml:1: cores: -1: want at least 0"}},
		{"cores: 2.5\n", nil, []string{"config.yaml:1: cores: 2.5", "whole number"}},
		{"cores: [2]\n", nil, []string{"config.yaml:1: cores: [2]", "whole number"}},
		{"cache: 5\n", nil, []string{"config.yaml:1: cache: 5", "text"}},
		{"cache: 5\n", variables{"FELTLAB_CACHE": "/x"}, []string{"config.yaml:1: cache: 5", "text"}},
		{"cores: 1\ncores: 2\n", nil, []string{"config.yaml", "cores"}},
		{"cores: [\n", nil, []string{"config.yaml"}},
		{"", variables{"FELTLAB_CORES": "many"}, []string{`FELTLAB_CORES: "many"`, "whole number"}},
		{"", variables{"FELTLAB_CORE": "2"}, []string{"FELTLAB_CORE=2", `did you mean "FELTLAB_CORES"`}},
		{"", variables{"FELTLAB_CONFIG": none}, []string{"FELTLAB_CONFIG", none}},
	} {
		t.Run(c.file+strings.Join(c.want, " "), func(t *testing.T) {
			if _, err := settingsOf(t, c.file, c.environment); err == nil {
				t.Error("no error")
			}
			err := Run(t.Context(), []string{"range", "AA"}, io.Discard, io.Discard)
			if ExitCode(err) != 2 || strings.Contains(err.Error(), "\n") {
				t.Errorf("exit %d, %v", ExitCode(err), err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%v: want %q", err, want)
				}
			}
		})
	}
	fails(t, 2, "--cores x range AA", "whole number")
}

// TestCores caps what the program uses.
func TestCores(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	if says(t, "--cores 1 range AA"); runtime.GOMAXPROCS(0) != 1 {
		t.Errorf("%d cores", runtime.GOMAXPROCS(0))
	}
}

// TestCoresAbove asks, in every place, for more cores than the machine has: the program uses those it has and says so.
func TestCoresAbove(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	settingsOf(t, "cores: 100000\n", nil) // the file
	want := fmt.Sprintf("cores 100000: this machine has %d", runtime.NumCPU())
	run := func(args ...string) {
		t.Helper()
		var said strings.Builder
		if err := Run(t.Context(), args, io.Discard, &said); err != nil || runtime.GOMAXPROCS(0) > runtime.NumCPU() {
			t.Errorf("%v: %d cores, %v", args, runtime.GOMAXPROCS(0), err)
		}
		if !strings.Contains(said.String(), want) {
			t.Errorf("%v: %q, want %q", args, said.String(), want)
		}
	}
	run("range", "AA")
	t.Setenv("FELTLAB_CORES", "100000")
	run("range", "AA")
	run("range", "AA", "--cores", "100000")
	t.Setenv("FELTLAB_CORES", "")
	config := filepath.Join(t.TempDir(), "s.yaml")
	write(t, config, "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1\nworkers: 1000000\n")
	want = "workers 1000000: this machine has"
	run("sweep", config, "--dry-run", "--cores", "1")
	says(t, "slurm --array 2 --cores 100000 --connect /shared/connect.json", "--cpus-per-task=100000")
}

func TestHelpTellsOfSettings(t *testing.T) {
	says(t, "--help", "--cores", "--cache", "docs/settings.md")
}

// TestOwnRanges types a range of the settings file, and reads the result where nobody knows its name.
func TestOwnRanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yaml")
	t.Setenv("FELTLAB_CONFIG", path)
	write(t, path, "ranges:\n  Tight: QQ+, AK\n  nines: 99\n")
	if out := says(t, "range 'tight, nines'"); !strings.HasPrefix(out, "QQ+,99,AK\n") {
		t.Error(out)
	}
	says(t, "equity nines tight --board 2s6cQc", "99 against QQ+,AK on")
	says(t, "strength AhKh --range tight --board 2s6cQc")
	out := says(t, "fit --hand AA --range tight --features 2 --json", `"range": "QQ+,AK"`, `"range_as_typed": "tight"`)
	result := write(t, filepath.Join(t.TempDir(), "result.json"), out)
	for _, file := range []string{"cores: 1\n", "ranges: {tight: 77}\n"} {
		write(t, path, file)
		says(t, "verify "+result+" --time-limit 1m")
	}
	for file, want := range map[string]string{
		"ranges: {a: b, b: '!a, 22+'}\n": `ranges: range "a" stands for itself: a needs b needs a`,
		"ranges: {rs: AA}\n":             `ranges: range "rs": the name is taken`,
		"ranges: {Uniform: AA}\n":        `ranges: range "Uniform": the name is taken`,
		"ranges: {tight: [AA]}\n":        "ranges: tight: [AA]: want a range such as",
		"ranges: {nines: 0x63}\n":        `ranges: range "nines": "0x63" at character 1`,
		"ranges: {deuces: 022}\n":        `ranges: range "deuces": "022" at character 1`,
		"ranges: tight\n":                "ranges: want names and their ranges",
		"ranges: {tight: QQ+ AKz}\n":     `ranges: range "tight": "AKz" at character 5: want AKs`,
	} {
		write(t, path, file)
		fails(t, 2, "range 77", want)
	}
}

// TestSettingsPage types the ranges of docs/settings.md.
func TestSettingsPage(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/settings.md"))(t)
	_, section, _ := strings.Cut(string(page), "## Ranges of your own")
	_, block, _ := strings.Cut(section, "    ranges:\n")
	block, _, _ = strings.Cut(block, "\n\n")
	path := filepath.Join(t.TempDir(), "mine.yaml")
	t.Setenv("FELTLAB_CONFIG", path)
	write(t, path, "ranges:\n"+block+"\n")
	typed := regexp.MustCompile("`\"([^`]*)\"`").FindAllStringSubmatch(section, -1)
	if len(typed) < 2 {
		t.Errorf("%d examples", len(typed))
	}
	for _, text := range typed {
		must.Get(feltlab(t, "range", text[1]))(t)
	}
}
