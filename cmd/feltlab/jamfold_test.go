package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/pipeline/equilibrium"
)

func TestICMCommand(t *testing.T) {
	for _, c := range []struct {
		stacks, prizes string
		want           []float64
	}{
		{"300,12300,900", "50,30,20", []float64{22.960, 48.191, 28.848}},
		{"4500,4500,4500", "50,30,20", []float64{100. / 3, 100. / 3, 100. / 3}},
		{"100", "7", []float64{7}},
		{"1,1,1,1", "4", []float64{1, 1, 1, 1}},
		{"3000,0", "60,40", []float64{60, 40}},
	} {
		out, err := feltlab(t, "jamfold", "icm", "--stacks", c.stacks, "--prizes", c.prizes, "--json")
		var got map[string][]float64
		if err != nil || json.Unmarshal([]byte(out), &got) != nil || len(got) != 1 || len(got["values"]) != len(c.want) {
			t.Errorf("%s: %v\n%s", c.stacks, err, out)
			continue
		}
		for i, v := range got["values"] {
			const printed = 5e-4
			if math.Abs(v-c.want[i]) > printed {
				t.Errorf("%s: values %v, want %v", c.stacks, got["values"], c.want)
			}
		}
	}
	out, err := feltlab(t, "jamfold", "icm", "--stacks", "300,12300,900", "--prizes", "50,30,20")
	if err != nil || !strings.Contains(out, "48.1912") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestJamFoldBadUsage runs nothing that needs the rollout: bad input must be found before.
func TestJamFoldBadUsage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bad.yaml")
	for _, c := range []struct{ args, want, yaml string }{
		{args: "jamfold stat", want: `did you mean "state"`},
		{args: "jamfold icm", want: "--stacks and --prizes"},
		{args: "jamfold icm --stacks 1,x --prizes 5", want: `"x"`},
		{args: "jamfold icm --stacks 1,-2 --prizes 5", want: "negative"},
		{args: "jamfold icm --stacks 0,0 --prizes 5", want: "stacks"},
		{args: "jamfold icm --stacks 1,2 --prizes 20,30", want: "largest first"},
		{args: "jamfold icm --stacks 1,2 --prizes 20,-1", want: "negative"},
		{args: "jamfold icm --stacks 1,2 --prizes 1 --jsn", want: `did you mean "--json"`},
		{args: "jamfold state", want: "--stacks is missing"},
		{args: "jamfold state --stacks 4500,4500,4400", want: "no multiple of the unit, 300"},
		{args: "jamfold state --stacks 4500,4500,4200", want: "13500 chips are in play"},
		{args: "jamfold state --stacks 4500,4500,-300", want: "negative"},
		{args: "jamfold state --stacks 4500,9000,0", want: "has no chips"},
		{args: "jamfold state --stacks 4500,4500,4500 --blinds 600,300", want: "larger"},
		{args: "jamfold state --stacks 4500,4500,4500 --blinds 300", want: "small and big blind"},
		{args: "jamfold state --stacks 4500,4500,4500 --blinds 50,100", want: "no multiple"},
		{args: "jamfold state --stacks 4500,4500,4500 --ante -300", want: "negative"},
		{args: "jamfold state --stacks 4500,4500,4500 --prizes 20,30,50", want: "largest first"},
		{args: "jamfold state --stacks 4500,4500,4500 --mode tournment", want: `did you mean "tournament"`},
		{args: "jamfold state --stacks 4500,4500,4500 --mode cash --prizes 5", want: "--mode tournament"},
		{args: "jamfold state --stacks 4500,4500,4500 --mode cash --continuation icm", want: "--mode tournament"},
		{args: "jamfold state --stacks 4500,4500,4500 --preset papr", want: `did you mean "paper"`},
		{args: "jamfold state --stacks 4500,4500,4500 --continuation slved", want: `did you mean "solved"`},
		{args: "jamfold state --stacks 4500,4500,4500 --config none.yaml", want: "none.yaml"},
		{args: "jamfold state --config CONFIG --preset paper", want: "exclude each other", yaml: "preset: paper\n"},
		{args: "jamfold state --config CONFIG --mode cash", want: "for mode tournament", yaml: "preset: paper\n"},
		{args: "jamfold tournament", want: "--out is missing"},
		{args: "jamfold tournament --out x --config CONFIG", want: `did you mean "prizes"`, yaml: "prises: [50, 30, 20]\n"},
		{args: "jamfold tournament --out x --config CONFIG", want: "negative", yaml: "prizes: [50, -30]\n"},
		{args: "jamfold tournament --out DIR --config CONFIG", want: "cash", yaml: "mode: cash\n"},
		{args: "jamfold tournament --out x --unit 7", want: "no multiple of the unit, 7"},
		{args: "jamfold depth --stacks 4500,4500,4500 --steps 0", want: "at least 1"},
		{args: "jamfold heads-up --unit 70", want: "no multiple"},
		{args: "jamfold heads-up --config CONFIG", want: "want 2", yaml: "preset: paper\n"},
		{args: "jamfold quiz --count 0", want: "at least 1"},
		{args: "jamfold quiz --min-difference 2 --max-difference 1", want: "no range"},
	} {
		if err := os.WriteFile(file, []byte(c.yaml), 0o666); err != nil {
			t.Fatal(err)
		}
		args := strings.Fields(strings.NewReplacer("CONFIG", file, "DIR", t.TempDir()).Replace(c.args))
		stdout, err := feltlab(t, args...)
		if ExitCode(err) != 2 || err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || stdout != "" {
			t.Errorf("%s: exit %d, %v, want 2 with %q in a line (stdout %q)", c.args, ExitCode(err), err, c.want, stdout)
		}
	}
}

// TestHeadsUpState plays a state of two players, which needs no rollout of three hands.
func TestHeadsUpState(t *testing.T) {
	out, err := feltlab(t, "jamfold", "state", "--stacks", "4500,9000", "--mode", "cash", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]json.RawMessage
	var s stateJSON
	if json.Unmarshal([]byte(out), &got) != nil || json.Unmarshal([]byte(out), &s) != nil || len(got) != 4 {
		t.Fatalf("bad JSON: %s", out)
	}
	if len(s.Frequencies) != 6 || len(s.Strategies) != 6 || len(s.Values) != 3 {
		t.Errorf("%d frequencies, %d strategies, %d values", len(s.Frequencies), len(s.Strategies), len(s.Values))
	}
	const cents = 0.01
	if s.Regret > cents || math.Abs(s.Values[0]+s.Values[1]+s.Values[2]) > 1e-9 || s.Strategies["SB|fold"]["AA"] != 1 {
		t.Errorf("regret %v, values %v, AA jams %v", s.Regret, s.Values, s.Strategies["SB|fold"]["AA"])
	}
	text, err := feltlab(t, "jamfold", "state", "--stacks", "4500,9000", "--mode", "cash", "--svg", t.TempDir())
	if err != nil || !strings.Contains(text, "SB|fold: jam") || strings.Contains(text, "BTN") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestHeadsUpTournament solves a small tournament of two players, takes it from the store the
// second time, and writes a deck of it.
func TestHeadsUpTournament(t *testing.T) {
	cache, out := t.TempDir(), t.TempDir()
	config := filepath.Join(out, "small.yaml")
	if err := os.WriteFile(config, []byte("players: 2\nunit: 300\nchips: 3000\nprizes: [1, 0]\nepsilon: 0.00001\ndelta: 0.00001\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	first, err := feltlab(t, "--cache", cache, "jamfold", "tournament", "--config", config, "--out", out, "--json")
	if err != nil {
		t.Fatal(err)
	}
	var j tournamentJSON
	const small = 1e-4
	if err := json.Unmarshal([]byte(first), &j); err != nil || j.States != 9 || j.GainDollars > small {
		t.Errorf("%v: %s", err, first)
	}
	for _, name := range []string{"strategies.parquet", "values.csv", "certificate.json"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	again, err := feltlab(t, "--cache", cache, "jamfold", "tournament", "--config", config, "--out", out, "--json")
	if err != nil || again != first {
		t.Errorf("%v: %s, at first %s", err, again, first)
	}
	deck, err := feltlab(t, "--cache", cache, "jamfold", "quiz", "--config", config, "--min-difference", "0.0001", "--max-difference", "0.05", "--count", "5")
	if err != nil || strings.Count(deck, "\n") != 8 || !strings.Contains(deck, "Jam or fold?") {
		t.Errorf("%v\n%s", err, deck)
	}
	depth, err := feltlab(t, "--cache", cache, "jamfold", "depth", "--config", config, "--stacks", "1500,1500", "--steps", "2", "--json")
	var rows []depthRow
	if err != nil || json.Unmarshal([]byte(depth), &rows) != nil || len(rows) != 4 || rows[3].Steps != fixedPoint || rows[0].Values[1] != 0.5 {
		t.Errorf("%v\n%s", err, depth)
	}
	c, err := equilibrium.Load(config)
	if err != nil || c.Players != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}
