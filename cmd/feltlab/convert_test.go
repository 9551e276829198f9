package main

import (
	"encoding/json"
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
	must.Get(feltlab(t, "equilibrium", "--game", "leduc", "--iterations", "20", "--out", path("a.parquet")))(t)
	for _, step := range [][2]string{{"a.parquet", "b.txt"}, {"b.txt", "c.json"}, {"c.json", "d.parquet"}} {
		must.Get(feltlab(t, "convert", "--game", "leduc", path(step[0]), path(step[1])))(t)
	}
	losses := map[float64]bool{}
	for _, name := range []string{"a.parquet", "b.txt", "c.json", "d.parquet"} {
		out := must.Get(feltlab(t, "bestresponse", "--game", "leduc", "--opponent", path(name), "--json"))(t)
		var r worstcase.Response
		must.Do(t, json.Unmarshal([]byte(out), &r))
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
			must.Get(feltlab(t, "convert", "--game", "kuhn", "uniform", filepath.Join(folder, name)))(t)
			if text, err := os.ReadFile(filepath.Join(folder, name)); err != nil || !strings.HasPrefix(string(text),
				begins) {
				t.Errorf("%.20q, %v", text, err)
			}
		})
	}
	for game, want := range map[string]float64{"kuhn": 0.916666666666667, "leduc": 4.747222222222222} {
		t.Run(game, func(t *testing.T) {
			must.Get(feltlab(t, "convert", "--game", game, "uniform", path))(t)
			out := must.Get(feltlab(t, "bestresponse", "--game", game, "--opponent", path, "--json"))(t)
			var r worstcase.Response
			if err := json.Unmarshal([]byte(out), &r); err != nil || math.Abs(r.NashConv-want) > 1e-12 ||
				r.Exploitability != r.NashConv/2 {
				t.Errorf("%s: %v (%v)", game, r.NashConv, err)
			}
		})
	}
	must.Do(t, os.WriteFile(path, []byte(`{"0": [[0, 0.5], [1, 0.6]]}`), 0o666))
	for args, want := range map[string]string{
		"--game kuhn " + path + " x.txt":             "the sum is 1.1",
		"--game leduc " + path + " x.txt":            "no probabilities",
		"--game jamfold uniform x.json":              "kuhn and leduc",
		"--game limit-holdem uniform x.parquet":      "no buckets",
		"--game kuhn " + path:                        "got 1 argument,",
		"--game kuhn unifrom x.txt":                  `did you mean "uniform"`,
		"--game limit-holdem " + path + " x.parquet": "limit-holdem has no information states",
	} {
		t.Run(args, func(t *testing.T) {
			_, err := feltlab(t, append([]string{"convert"}, strings.Fields(args)...)...)
			if ExitCode(err) != 2 || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: exit %d, %v, want %q", args, ExitCode(err), err, want)
			}
		})
	}
}
