package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/pipeline/worstcase"
)

func TestBestResponse(t *testing.T) {
	for _, tc := range []struct {
		args           string
		mean, nashConv float64
		losses         [2]float64
		tolerance      float64
	}{
		{"--game kuhn --opponent uniform", 11. / 24, 11. / 12, [2]float64{}, 1e-12},
		{"--game leduc --opponent uniform", 4.747222222222222 / 2, 4.747222222222222, [2]float64{}, 1e-12},
		{"--game jamfold --opponent always-raise", 472.977, 945.954, [2]float64{332.35, 613.61}, 0.01},
	} {
		t.Run(tc.args, func(t *testing.T) {
			var got worstcase.Response
			answers(t, "bestresponse "+tc.args, &got)
			off := func(a, b float64) bool { return math.Abs(a-b) > tc.tolerance }
			if off(got.Exploitability, tc.mean) || off(got.NashConv, tc.nashConv) ||
				off(got.SeatValues[0]+got.SeatValues[1], tc.nashConv) {
				t.Errorf("%s: %+v", tc.args, got)
			}
			if tc.losses[0] != 0 && (off(got.Below[0], tc.losses[0]) || off(got.Below[1], tc.losses[1])) {
				t.Errorf("%s: losses %v, want %v", tc.args, got.Below, tc.losses)
			}
			if got.Seconds <= 0 || got.Unit == "" || len(got.Hands) == 0 {
				t.Errorf("%s: %+v", tc.args, got)
			}
		})
	}
}

// checker is the strategy in which everybody folds or checks, as a file; it does as always-fold does.
const checker = `feltlab-strategy 1
game kuhn
buckets 0 [JQK]
buckets 1 [JQK]
/ JQK 1 0
/c JQK 1 0
/cr JQK 1 0
/r JQK 1 0
end 4
`

func TestBestResponseToFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checker.txt")
	respond := func(text string) (string, error) {
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		return feltlab(t, "bestresponse", "--game", "kuhn", "--opponent", path)
	}
	out := must.Get(respond(checker))(t)
	named := says(t, "bestresponse --game kuhn --opponent always-fold")
	body := func(s string) string {
		_, values, _ := strings.Cut(s, "value of the game") // below the opponent's name and the time
		return values
	}
	if body(out) != body(named) || !strings.Contains(out, "in betting round") {
		t.Errorf("%s\nwant\n%s", out, named)
	}
	for _, bad := range []struct{ old, new, want string }{
		{"/c JQK 1 0", "/c JQK 1 1", "line 6"},
		{"strategy 1", "strategy 9", "9, want 1"},
		{"end 4\n", "", "ends early"},
	} {
		t.Run(bad.new, func(t *testing.T) {
			out, err := respond(strings.Replace(checker, bad.old, bad.new, 1))
			if ExitCode(err) != 2 || !strings.Contains(err.Error(), bad.want) || out != "" {
				t.Errorf("%q: exit %d, %v", bad.new, ExitCode(err), err)
			}
		})
	}
}

// TestResponseGrid writes what 169 classes win as a grid for each seat.
func TestResponseGrid(t *testing.T) {
	text := says(t, "bestresponse --game jamfold --opponent uniform", "\nseat 2\n     A    K    Q")
	fits(t, text)
	if strings.Count(text, "suited above the diagonal") != 2 || strings.Contains(text, "best response holding") {
		t.Error(text)
	}
}

func TestBestResponseUsage(t *testing.T) {
	refuses(t, "bestresponse", map[string]string{
		"--opponent uniform":                                 "--game is missing",
		"--game leduc":                                       "--opponent is missing",
		"--game ledoc --opponent uniform":                    `did you mean "leduc"`,
		"--game kuhn --opponent unifrom":                     `did you mean "uniform"`,
		"--game kuhn --opponent uniform --stack 8":           "--stack is for",
		"--game jamfold --opponent uniform --stack 0.5":      "0.5 big blinds",
		"--game jamfold --opponent uniform --stack 10000000": "10000000 big blinds, want more than 1 and at most 1000",

		"--game limit-holdem --opponent missing.txt --flops 1": "2 to 1755", // before a file is read
		"--game leduc --opponent uniform --flops 3":            "--flops",
		"--game limit-holdm --opponent uniform":                `"limit-holdem"`,
	})
}

// TestBestResponseInLimitHoldem estimates from a few flops, the second time from the cache.
func TestBestResponseInLimitHoldem(t *testing.T) {
	var got [2]worstcase.Response
	for i := range got {
		answers(t, "bestresponse --game limit-holdem --opponent always-raise --flops 4", &got[i])
		got[i].Seconds = 0
	}
	if got[0].Cached != 0 || got[1].Cached != got[1].Done {
		t.Errorf("%d and %d pieces of %d came from the cache", got[0].Cached, got[1].Cached, got[1].Done)
	}
	got[1].Cached = 0
	if diff := cmp.Diff(got[0], got[1]); diff != "" {
		t.Error(diff)
	}
	const exact = 3697.6929
	r := got[0]
	if r.Status != "estimate" || r.Unit != "millibigblinds" || r.Done != 8 || r.Total != 8 || len(r.Hands) != 169 ||
		len(r.Rounds) != 4 {
		t.Errorf("%+v", r)
	}
	if r.CertainInterval[0] > exact || r.CertainInterval[1] < exact || math.Abs(r.Exploitability-exact) > 6*r.Spread() {
		t.Errorf("%v ± %v in %v, want %v", r.Exploitability, r.Spread(), r.CertainInterval, exact)
	}
}
