package main

import (
	"context"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"feltlab/dataset/strength"
	"feltlab/internal/must"
	"feltlab/pipeline/store"
)

func TestCacheCommands(t *testing.T) {
	root := t.TempDir()
	cache := must.Get(store.Open(root, nil))(t)
	spec := store.Spec{Stage: "matrix", Version: "1", Schema: "text"}
	must.Get(cache.Do(t.Context(), spec, func(_ context.Context, w io.Writer) (int64, error) {
		_, err := io.WriteString(w, "a matrix")
		return 1, err
	}))(t)
	var removed tally
	answers(t, "cache clear --older-than 1h --cache "+root, &removed)
	if removed.Artifacts != 0 {
		t.Errorf("removed what is new: %+v", removed)
	}
	says(t, "cache clear --cache "+root, ": removed\n  artifacts      1\n", "matrix")
	answers(t, "cache size --cache "+root, &removed)
	if removed.Artifacts != 0 || removed.Bytes != 0 {
		t.Errorf("left %+v", removed)
	}
	fails(t, 2, "cache szie", `did you mean "size"`)
}

func TestSeveralOpponents(t *testing.T) {
	const spot = "equity QQ,AhKh --range JJ --range AQs,77 --board Qs7h2d "
	var got, sampled strength.Equity
	answers(t, spot+"--by-hand", &got)
	if got.Method != "exact" || len(got.Ranges) != 2 || len(got.Hands) != 2 || got.Hands[0].Hand != "QQ" ||
		got.Hands[0].Deals != "65016" || got.Hands[1].Deals != "27090" || got.Deals != "92106" {
		t.Errorf("%+v", got)
	}
	answers(t, spot+"--samples 50000", &sampled)
	if sampled.Method != "sampled" || sampled.Deals != "50000" || sampled.StandardError == nil ||
		math.Abs(sampled.Equity-got.Equity) > 5**sampled.StandardError {
		t.Errorf("%+v, want %v", sampled, got.Equity)
	}
	says(t, "equity QQ --range JJ --range RML --range RML --range RML --samples 2000 --by-hand", "standard error",
		"QQ against JJ and 3 times\n  77+,A2s+,AJ+,")
}

// TestScreens has all players, the next card and the curves in one answer, and the same in text and files.
func TestScreens(t *testing.T) {
	var got strength.Equity
	const spot = "equity 'Ah Kh' TT+ 8s7s --board Qs7h2d --dead Qh --next --curve "
	answers(t, spot+"-", &got)
	if len(got.Players) != 3 || got.Players[0].Hand != "AhKh" || got.Players[2].Win < 0.2 || len(got.Next) == 0 ||
		got.Next[0].Card != "Ad Ac" || len(got.Next[0].Equities) != 3 || len(got.Curves) != 3 ||
		len(got.Curves[1]) != 19 {
		t.Errorf("%+v", got)
	}
	sum := 0.0
	for _, p := range got.Players {
		sum += p.Equity
	}
	if math.Abs(sum-1) > 1e-15 {
		t.Errorf("equities add up to %v", sum)
	}
	folder := t.TempDir()
	for _, c := range []struct{ file, want string }{
		{folder + "/c.csv", "player,combo,equity,share_of_deals,up_to,win,tie,ahead_now,holds\nAhKh,AhKh,"},
		{folder + "/c.svg", "<svg"}, {"-", "equity, %  best   10%"},
	} {
		text := says(t, spot+c.file, "player  equity %", "Ad Ac  ")
		if c.file != "-" {
			text = string(must.Get(os.ReadFile(c.file))(t))
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s lacks %q:\n%.200s", c.file, c.want, text)
		}
	}
}
