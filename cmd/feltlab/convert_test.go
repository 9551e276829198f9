package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/worstcase"
)

// A strategy goes from format to format, and what it loses stays the same to the last bit.
func TestConvert(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	says(t, "equilibrium --game leduc --iterations 20 --out "+path("a.parquet"))
	for _, step := range [][2]string{{"a.parquet", "b.txt"}, {"b.txt", "c.json"}, {"c.json", "d.parquet"}} {
		says(t, "convert --game leduc "+path(step[0])+" "+path(step[1]))
	}
	losses := map[float64]bool{}
	for _, name := range []string{"a.parquet", "b.txt", "c.json", "d.parquet"} {
		var r worstcase.Response
		answers(t, "bestresponse --game leduc --opponent "+path(name), &r)
		losses[r.Exploitability] = true
	}
	if len(losses) != 1 || losses[0] {
		t.Errorf("%v", losses)
	}
}

// The uniform policy as OpenSpiel writes it has the NashConv that OpenSpiel publishes.
func TestConvertUniform(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "uniform.json")
	for name, begins := range map[string]string{"u.parquet": "PAR1", "u.txt": "feltlab-strategy 1", "u.json": "{"} {
		t.Run(name, func(t *testing.T) {
			says(t, "convert --game kuhn uniform "+filepath.Join(folder, name))
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil || !strings.HasPrefix(string(text), begins) {
				t.Errorf("%.20q, %v", text, err)
			}
		})
	}
	for game, want := range map[string]float64{"kuhn": 0.916666666666667, "leduc": 4.747222222222222} {
		t.Run(game, func(t *testing.T) {
			says(t, "convert uniform "+path+" --game "+game)
			var r worstcase.Response
			answers(t, "bestresponse --opponent "+path+" --game "+game, &r)
			if math.Abs(r.NashConv-want) > 1e-12 || r.Exploitability != r.NashConv/2 {
				t.Errorf("%s: %v", game, r.NashConv)
			}
		})
	}
	write(t, path, `{"0": [[0, 0.5], [1, 0.6]]}`)
	refuses(t, "convert", map[string]string{
		"--game kuhn " + path + " x.txt":             "the sum is 1.1",
		"--game leduc " + path + " x.txt":            `unknown public state: "0"`,
		"--game jamfold uniform x.json":              "kuhn and leduc",
		"--game leduc --buckets none uniform x":      "unknown bucketing",
		"--game kuhn " + path:                        "got 1 argument,",
		"--game kuhn unifrom x.txt":                  `did you mean "uniform"`,
		"--game limit-holdem " + path + " x.parquet": "limit-holdem has no information states",
	})
}

// A template has a row for each decision and bucket; it is read and filled. What a trained table lacks is filled on
// request, and one seat of half a profile is judged in that seat.
func TestTemplateAndParts(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	says(t, "convert --game limit-holdem --buckets strength-2 uniform "+path("u.txt"))
	text := must.Get(os.ReadFile(path("u.txt")))(t)
	if !strings.Contains(string(text), "buckets 1 strength-2\n") || !strings.Contains(string(text), "\nend 12756\n") {
		t.Errorf("%.200q", text)
	}
	says(t, "convert --game leduc uniform "+path("u.json"))
	var all map[string][][2]float64
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(path("u.json")))(t), &all))
	for state := range all {
		if strings.Contains(state, "[Player: 0]") {
			delete(all, state)
		}
	}
	must.Do(t, os.WriteFile(path("half.json"), must.Get(json.Marshal(all))(t), 0o666))
	judge := func(opponent string) (r worstcase.Response) {
		t.Helper()
		answers(t, "bestresponse --game leduc --opponent "+opponent, &r)
		return r
	}
	whole, half := judge("uniform"), judge(path("half.json"))
	if h := half.Half; h == nil || h.Seat != 2 || h.Value != whole.SeatValues[0] || len(h.Hands) != 6 ||
		math.Abs(*h.Loss-whole.Below[1]) > 1e-12 || h.Hands[1].Value != whole.Hands[1].Values[0] {
		t.Errorf("%+v, of both seats %+v", half.Half, whole)
	}
	if r := judge(path("half.json") + " --missing uniform"); r.NashConv != whole.NashConv {
		t.Errorf("%v, want %v", r.NashConv, whole.NashConv)
	}
	refuses(t, "", map[string]string{
		"match --game leduc uniform " + path("half.json"):                           "no rows of seat 1",
		"bestresponse --game leduc --page x.html --opponent " + path("half.json"):   "want both seats",
		"bestresponse --game leduc --missing maybe --opponent " + path("half.json"): "--missing",
	})
	all["[Observer"] = nil
	write(t, path("half.json"), string(must.Get(json.Marshal(all))(t)))
	fails(t, 2, "bestresponse --game leduc --opponent "+path("half.json"), "[Observer")
}

// TestRulesFile plays by a file of rules: a strategy is solved, converted, matched and judged, and is refused in
// another game.
func TestRulesFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "tiny.yaml", "name: tiny\nranks: 9TJ\nsuits: 3\nhole_cards: 1\nposted: [1, 1]\n"+
		"stack: 4\nboard: [0, 1]\nbets: [2, 2]\nmost_bets: [1, 2]\n")
	says(t, "equilibrium --game tiny.yaml --gap 1e-4 --out a.txt")
	says(t, "convert --game tiny.yaml a.txt a.parquet")
	var r worstcase.Response
	answers(t, "bestresponse --game tiny.yaml --opponent a.parquet --page p.html", &r)
	if r.Game != "tiny" || r.NashConv < 0 || r.NashConv > 1e-4 || r.GameValue == nil || len(r.Hands) != 9 {
		t.Errorf("%+v", r)
	}
	says(t, "match --game tiny.yaml a.txt uniform always-raise")
	says(t, "match --game tiny.yaml a.txt uniform --deals 50")
	refuses(t, "", map[string]string{
		"bestresponse --game leduc --opponent a.txt":                 "tiny, want leduc",
		"bestresponse --game leduk --opponent uniform":               `did you mean "leduc"?`,
		"bestresponse --game tiny.yaml --flops 3 --opponent uniform": "--flops",
		"equilibrium --game tiny.yaml --time-limit 1s":               "--time-limit",
		"convert --game tiny.yaml a.txt a.json":                      "is for kuhn and leduc",
	})
}

// TestHalfOfHoldem judges one seat of limit hold'em, exactly and on sampled flops, as a profile of both seats has it.
func TestHalfOfHoldem(t *testing.T) {
	t.Chdir(t.TempDir())
	says(t, "convert --game limit-holdem --buckets strength-1 always-call both.txt")
	var lines []string
	for line := range strings.Lines(string(must.Get(os.ReadFile("both.txt"))(t))) {
		history, _, _ := strings.Cut(line, " ")
		actions := history[strings.LastIndexByte(history, '/')+1:]
		first := strings.Count(history, "/") > 1 // after the flop seat 2 acts first
		switch {
		case strings.HasPrefix(line, "end"):
			lines = append(lines, fmt.Sprintf("end %d\n", len(lines)-4))
		case !strings.HasPrefix(line, "/") || (len(actions)%2 == 0) == first:
			lines = append(lines, line)
		}
	}
	write(t, "half.txt", strings.Join(lines, ""))
	var both, half worstcase.Response
	answers(t, "bestresponse --game limit-holdem --flops 4 --opponent both.txt", &both)
	answers(t, "bestresponse --game limit-holdem --flops 4 --opponent half.txt", &half)
	if h := half.Half; h == nil || h.Seat != 2 || math.Abs(h.Value-both.SeatValues[0]) > 1e-9 || len(h.Hands) != 169 ||
		h.Loss != nil || h.Interval == nil || half.Status != "estimate" || !(*h.StandardError > 0) {
		t.Errorf("%+v, of both seats %v", half.Half, both.SeatValues)
	}
}
