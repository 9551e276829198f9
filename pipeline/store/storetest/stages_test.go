package storetest

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/store"
)

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stages.txt")
	sum := must.Get(hash(map[string]any{"b": 0.1, "a": []int{1, 2}}))(t)
	must.Do(t, os.WriteFile(path, []byte("3/x "+sum+" two words\n"), 0o666))
	g := must.Get(read(path))(t)
	for _, c := range []struct{ stage, version, sum, want string }{
		{"two words", "3/x", sum, ""},
		{"two words", "3/x", "0" + sum[1:], `bump the version of stage "two words" or undo the change`},
		{"two words", "4/x", "0" + sum[1:], "has version 4/x, in"},
		{"two", "3/x", sum, "knows nothing"},
	} {
		t.Run(c.stage, func(t *testing.T) {
			err := g.check(store.Spec{Stage: c.stage, Version: c.version}, c.sum)
			if c.want == "" && err == nil {
				return
			}
			if err == nil || c.want == "" || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v: %v", c, err)
			}
		})
	}
}

// TestHash tells values apart, but not by the order of keys or by the last digits.
func TestHash(t *testing.T) {
	sum := func(v any) string {
		t.Helper()
		return must.Get(hash(v))(t)
	}
	type fields struct{ B, A float64 }
	base := sum(fields{0.1, -1e-17})
	for _, same := range []any{fields{0.1 + 1e-16, 0}, map[string]float64{"A": 0, "B": 0.1}} {
		must.Equal(t, sum(same), base, same)
	}
	for _, other := range []any{fields{0.1, 1e-8}, fields{0, 0.1}, []float64{0.1, 0}, nil} {
		if sum(other) == base {
			t.Errorf("%v has the same hash", other)
		}
	}
	if sum(uint64(1)<<62) == sum(uint64(1)<<62+1) {
		t.Error("large integers are rounded")
	}
}

func TestStagesOf(t *testing.T) {
	stages := map[string]bool{}
	err := stagesOf("a.go", `package a
import "feltlab/pipeline/store"
var none = store.Spec{}
func f() any { return []store.Spec{store.Spec{Stage: "one"}, g(store.Spec{Version: "1", Stage: "two words"})} }
`, stages)
	if got := slices.Sorted(maps.Keys(stages)); err != nil || !slices.Equal(got, []string{"one", "two words"}) {
		t.Errorf("%q, %v", got, err)
	}
	for _, hidden := range []string{`Stage: name`, `Version: "1"`} {
		if err := stagesOf("a.go", "package a\nvar x = store.Spec{"+hidden+"}\n", stages); err == nil ||
			!strings.Contains(err.Error(), "a.go:2") {
			t.Errorf("%s: %v", hidden, err)
		}
	}
}
