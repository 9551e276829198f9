package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"feltlab/dataset/strength"
	"feltlab/pipeline/store"
)

func TestCacheCommands(t *testing.T) {
	root := t.TempDir()
	cache, err := store.Open(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := store.Spec{Stage: "matrix", Version: "1", Schema: "text"}
	_, err = cache.Do(t.Context(), spec, func(_ context.Context, w io.Writer) (int64, error) {
		_, err := io.WriteString(w, "a matrix")
		return 1, err
	})
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Bytes     int64
		Artifacts []struct{ Stage string }
	}
	decode(t, &list, "--cache", root, "cache", "list", "--json")
	if len(list.Artifacts) != 1 || list.Artifacts[0].Stage != "matrix" || list.Bytes == 0 {
		t.Errorf("list %+v", list)
	}
	var removed tally
	decode(t, &removed, "--cache", root, "cache", "clear", "--older-than", "1h", "--json")
	if removed.Artifacts != 0 {
		t.Errorf("removed what is new: %+v", removed)
	}
	out, err := feltlab(t, "--cache", root, "cache", "clear")
	if err != nil || !strings.Contains(out, ": removed\n  artifacts      1\n") || !strings.Contains(out, "matrix") {
		t.Errorf("%v\n%s", err, out)
	}
	decode(t, &removed, "--cache", root, "cache", "size", "--json")
	if removed.Artifacts != 0 || removed.Bytes != 0 {
		t.Errorf("left %+v", removed)
	}
	if _, err := feltlab(t, "cache", "lits"); ExitCode(err) != 2 || !strings.Contains(err.Error(),
		`did you mean "list"`) {
		t.Error(err)
	}
}

func TestSeveralOpponents(t *testing.T) {
	var got strength.Equity
	decode(t, &got, "equity", "QQ,AhKh", "--range", "JJ", "--range", "AQs,77", "--board", "Qs7h2d", "--by-hand",
		"--json")
	if got.Method != "exact" || len(got.Ranges) != 2 || len(got.Hands) != 2 || got.Hands[0].Hand != "QQ" ||
		got.Hands[0].Deals != "65016" || got.Hands[1].Deals != "27090" || got.Deals != "92106" {
		t.Errorf("%+v", got)
	}
	var sampled strength.Equity
	decode(t, &sampled, "equity", "QQ,AhKh", "--range", "JJ", "--range", "AQs,77", "--board", "Qs7h2d", "--samples",
		"50000", "--json")
	if sampled.Method != "sampled" || sampled.Deals != "50000" || sampled.StandardError == nil ||
		abs(sampled.Equity-got.Equity) > 5**sampled.StandardError {
		t.Errorf("%+v, want %v", sampled, got.Equity)
	}
	out, err := feltlab(t, "equity", "QQ", "--range", "JJ", "--range", "RML", "--range", "RML", "--range", "RML",
		"--samples", "2000", "--by-hand")
	if err != nil || !strings.Contains(out, "standard error") || !strings.Contains(out, "JJ and RML and") {
		t.Errorf("%v\n%s", err, out)
	}
}

func abs(x float64) float64 { return max(x, -x) }
