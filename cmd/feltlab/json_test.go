package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/dataset/strength"
	"feltlab/internal/must"
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
	if _, err := feltlab(t, "cache", "szie"); ExitCode(err) != 2 || !strings.Contains(err.Error(),
		`did you mean "size"`) {
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
	if err != nil || !strings.Contains(out, "standard error") ||
		!strings.Contains(out, "QQ against JJ and 3 times\n  77+,A2s+,AJ+,") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestScreens has all players, the next card and the curves in one answer, and the same in text and files.
func TestScreens(t *testing.T) {
	var got strength.Equity
	spot := []string{"equity", "Ah Kh", "TT+", "8s7s", "--board", "Qs7h2d", "--dead", "Qh", "--next"}
	decode(t, &got, append(spot, "--curve", "-", "--json")...)
	if len(got.Players) != 3 || got.Players[0].Hand != "AhKh" || got.Players[2].Win < 0.2 || len(got.Next) == 0 ||
		got.Next[0].Card != "Ad Ac" || len(got.Next[0].Equities) != 3 || len(got.Curves) != 3 ||
		len(got.Curves[1]) != 19 {
		t.Errorf("%+v", got)
	}
	sum := 0.0
	for _, p := range got.Players {
		sum += p.Equity
	}
	if abs(sum-1) > 1e-15 {
		t.Errorf("equities add up to %v", sum)
	}
	folder := t.TempDir()
	for _, c := range []struct{ file, want string }{
		{filepath.Join(folder, "c.csv"),
			"player,combo,equity,share_of_deals,up_to,win,tie,ahead_now,holds\nAhKh,AhKh,"},
		{filepath.Join(folder, "c.svg"), "<svg"},
		{"-", "equity, %  best   10%"},
	} {
		text := must.Get(feltlab(t, append(spot, "--curve", c.file)...))(t)
		if !strings.Contains(text, "player  equity %") || !strings.Contains(text, "Ad Ac  ") {
			t.Errorf("%s", text)
		}
		if c.file != "-" {
			text = string(must.Get(os.ReadFile(c.file))(t))
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s lacks %q:\n%.200s", c.file, c.want, text)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }
