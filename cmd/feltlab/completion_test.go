package main

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	lab "feltlab"
	"feltlab/internal/must"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/sweep"
)

// completions asks as a shell does.
func completionsOf(t *testing.T, args ...string) []string {
	t.Helper()
	out := must.Get(feltlab(t, append([]string{cobra.ShellCompNoDescRequestCmd}, args...)...))(t)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return lines[:len(lines)-1] // without the directive
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		args, typed string
		want        []string
	}{
		{"fit --hand", "AK", []string{"AKs", "AKo"}},
		{"fit --range", "r", []string{"RUS", "RS", "RML", "random"}},
		{"fit --engine", "", []string{"auto", "exact", "highs", "search"}},
		{"fit --features", "7", []string{"7", "70", "71", "72", "73"}},
		{"fit --hand", "AA,72", []string{"AA,72s", "AA,72o"}},
		{"export --format", "m", []string{"markdown"}},
		{"dataset --format", "", []string{"parquet", "arrow", "csv"}},
		{"strength --mode", "as-p", []string{"as-published"}},
		{"jamfold state --continuation", "", []string{"solved", "icm"}},
		{"equilibrium --game", "le", []string{"leduc"}},
		{"bestresponse --opponent", "always-f", []string{"always-fold"}},
		{"reproduce", "table", []string{"table3", "table4"}},
		{"reproduce table3", "", nil},
		{"range", "AT", []string{"ATC"}},
	} {
		t.Run(c.args+" "+c.typed, func(t *testing.T) {
			if got := completionsOf(t, append(strings.Fields(c.args), c.typed)...); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// TestCompletionsAreUsed finds a command for every entry that completes an argument.
func TestCompletionsAreUsed(t *testing.T) {
	used := map[string]bool{}
	eachCommand((&app{}).rootCommand(), func(cmd *cobra.Command) { used[cmd.Use] = true })
	for name := range completions {
		if strings.Contains(name, " ") && !used[name] {
			t.Errorf("no command has the usage line %s", name)
		}
	}
}

func TestVersion(t *testing.T) {
	if out := says(t, "--version", "commit ", "HiGHS"); !strings.HasPrefix(out, "feltlab "+lab.Version+" (") {
		t.Error(out)
	}
}

// TestFlagsAreFew counts the flags of every command. More than that nobody reads; only the integer programs have the
// flags of a question, of a program and of files, and only regress has those of formulas and of scores.
func TestFlagsAreFew(t *testing.T) {
	const most = 24
	eachCommand((&app{}).rootCommand(), func(cmd *cobra.Command) {
		own := 0
		cmd.LocalNonPersistentFlags().VisitAll(func(*pflag.Flag) { own++ })
		if own > most && (cmd.Name() != "milp" && cmd.Name() != "regress" || own > 29) {
			t.Errorf("%s has %d flags, want at most %d", cmd.CommandPath(), own, most)
		}
	})
}

// TestCommit names the commit by what the go command saw, else by what git archive wrote.
func TestCommit(t *testing.T) {
	const placeholder = "$Format:%H$\n"
	for _, c := range []struct{ name, revision, modified, archived, want string }{
		{"in a checkout", "abc", "false", placeholder, "commit abc"},
		{"with changes", "abc", "true", placeholder, "commit abc with changes"},
		{"from an archive", "", "", "def\n", "commit def"},
		{"from neither", "", "", placeholder,
			"commit unknown, built with -buildvcs=false or outside of a git checkout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			settings := map[string]string{"vcs.revision": c.revision, "vcs.modified": c.modified}
			if got := commit(settings, c.archived); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestMissingFile names the file that is meant.
func TestMissingFile(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "demo.yaml"), "")
	for file, want := range map[string]string{
		"dem.yaml":        `dem.yaml: no such file or directory, did you mean "demo.yaml"?`,
		"other.csv":       "other.csv: no such file or directory",
		"none/demo2.yaml": "demo2.yaml: no such file or directory",
	} {
		t.Run(file, func(t *testing.T) {
			_, err := feltlab(t, "sweep", filepath.Join(folder, file))
			if ExitCode(err) != 2 || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s: exit code %d, %s", file, ExitCode(err), err.Error())
			}
		})
	}
}

// TestFormatFlags compares the values of --format with the formats that are written.
func TestFormatFlags(t *testing.T) {
	for _, c := range []struct {
		flags any
		want  []string
	}{
		{exportFlags{}, slices.Clone(sweep.Formats)},
		{exportCodeFlags{}, slices.Clone(handout.Languages)},
		{datasetFlags{}, slices.Clone(datasetFormats)},
	} {
		kind := reflect.TypeOf(c.flags)
		field, ok := kind.FieldByName("Format")
		got := strings.Split(field.Tag.Get("oneof"), ",")
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(c.want)); !ok || !slices.Equal(got, want) {
			t.Errorf("%v: --format takes %q, want %q", kind, got, want)
		}
	}
}
