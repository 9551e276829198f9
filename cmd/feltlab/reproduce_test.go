package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

func TestReproduceBadInput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o666))
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"reproduce", "strenght"}, `did you mean "strength"`, 2},
		{[]string{"reproduce"}, "want NAME", 2},
		{[]string{"reproduce", "strength", "aces"}, "unexpected argument", 2},
		{[]string{"reproduce", "strength", "--time-limit", "5"}, "no solves to limit", 2},
		{[]string{"reproduce", "leduc", "--fresh"}, "starts from no known results", 2},
		{[]string{"reproduce", "table4", "--time-limit", "0"}, "not above zero", 2},
		{[]string{"reproduce", "strength", "--only", "hand=AA"},
			"as a whole, want aces, figures, round, sor13, table3 or table4", 2},
		{[]string{"reproduce", "table4", "--only", "hand=A9"}, "table4 has no such hand", 2},
		{[]string{"reproduce", "aces", "--out", file}, file, 1},
		{[]string{"reproduce", "aces", "--out", filepath.Join(file, "below")}, file, 1},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			stdout, err := feltlab(t, c.args...)
			if ExitCode(err) != c.code || err == nil || !strings.Contains(err.Error(), c.want) || stdout != "" {
				t.Errorf("%v: exit %d, %v, want %d with %q (stdout %q)", c.args, ExitCode(err), err, c.code, c.want,
					stdout)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("%v: the error has several lines: %v", c.args, err)
			}
		})
	}
}
