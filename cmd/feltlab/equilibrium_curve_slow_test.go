//go:build slow

package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// A curve of limit hold'em in two sittings has the rows of one sitting, but for the one at the end of the first. The
// cost of an evaluation is said first.
func TestCurveOfTraining(t *testing.T) {
	folder := t.TempDir()
	run := func(iterations, every, cache, file string) string {
		var out, said strings.Builder
		err := Run(t.Context(), []string{"equilibrium", "--game", "limit-holdem", "--buckets",
			"strength-1", "--boards", "1", "--iterations", iterations, "--flops", "2",
			"--curve", filepath.Join(folder, file), "--evaluate-every", every,
			"--cache", filepath.Join(folder, cache)}, &out, &said)
		if err != nil {
			t.Fatal(said.String(), err)
		}
		return said.String()
	}
	said := run("3", "2", "one", "first.csv")
	if !strings.Contains(said, "a real evaluation values 2 flops for both seats") {
		t.Errorf("%s", said)
	}
	run("4", "2", "one", "parts.csv")
	run("4", "2", "two", "whole.csv")
	parts, whole := curveRows(t, filepath.Join(folder, "parts.csv")), curveRows(t, filepath.Join(folder, "whole.csv"))
	if !reflect.DeepEqual(parts, whole) || len(whole) != 2 || whole[1]["iterations"] != "4" ||
		whole[1]["flops"] != "2" || whole[1]["status"] != "estimate" || whole[1]["unit"] != "millibigblinds" {
		t.Errorf("%v\n%v", parts, whole)
	}
	if first := curveRows(t, filepath.Join(folder, "first.csv")); len(first) != 2 || first[1]["iterations"] != "3" {
		t.Errorf("%v", first)
	}
	said = run("4", "1", "two", "other.csv") // points 1 and 3 were not evaluated
	if rows := curveRows(t, filepath.Join(folder, "other.csv")); len(rows) != 2 ||
		!strings.Contains(said, "2 evaluations before") {
		t.Errorf("%v %s", rows, said)
	}
}
