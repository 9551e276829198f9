package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	lab "feltlab"
	"feltlab/internal/must"
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
