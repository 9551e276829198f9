//go:build slow

package matrix

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/features"
)

// found is what testdata/read.mjs prints.
type found struct {
	Matrix, All struct {
		Sums     map[string]string
		Columns  []string
		Metadata map[string]string
	}
	Hyparquet struct {
		Rows []struct {
			Flop     string
			Cards    [3]int
			Features []int
			Equity   float64
			Counts   [4]string
		}
		Metadata map[string]string
	}
}

// TestSecondReaders opens the files with DuckDB and hyparquet, which share no code with the
// writer. It installs them with npm and is skipped only where there is no node.
func TestSecondReaders(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	for _, name := range []string{"package.json", "read.mjs"} {
		text := must.Get(os.ReadFile(filepath.Join("testdata", name)))(t)
		must.Do(t, os.WriteFile(filepath.Join(dir, name), text, 0o666))
	}
	install := exec.Command("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--cache",
		filepath.Join(dir, "cache"))
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm cannot install the readers: %v\n%s", err, out)
	}
	m := build(t, "AA", "ATC")
	path := filepath.Join(dir, "aa.parquet")
	must.Do(t, writeParquet(path, m))
	run := exec.Command(node, "read.mjs", path, allFile(t))
	run.Dir = dir
	run.Stderr = os.Stderr
	out := must.Get(run.Output())(t)
	var got found
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v in %.200s", err, out)
	}
	t.Run("DuckDB, matrix", func(t *testing.T) { duckdbMatrix(t, &got, m) })
	t.Run("DuckDB, all pairs", func(t *testing.T) { duckdbAll(t, &got, m) })
	t.Run("hyparquet", func(t *testing.T) { hyparquetMatrix(t, &got, m) })
}

func duckdbMatrix(t *testing.T, got *found, m *Rows) {
	var wins, ties, combos, weight uint64
	var has [features.Count]int
	best := 0
	for i, r := range m.List {
		wins, ties, combos, weight = wins+r.Wins, ties+r.Ties, combos+r.Combos(), weight+uint64(r.orbit())
		for _, id := range r.Features.IDs() {
			has[id-1]++
		}
		if m.List[i].Equity() > m.List[best].Equity() {
			best = i
		}
	}
	want := map[string]string{
		"rows": "19600", "wins": fmt.Sprint(wins), "ties": fmt.Sprint(ties), "combos": fmt.Sprint(combos),
		"weight":   fmt.Sprint(weight),
		"features": strings.Trim(fmt.Sprint(has), "[]"),
	}
	sums := got.Matrix.Sums
	for name, value := range want {
		must.Equal(t, sums[name], value, name)
	}
	if highest, err := strconv.ParseFloat(sums["highest"], 64); err != nil || highest != m.List[best].Equity() {
		t.Errorf("highest equity %s on %s, want %v", sums["highest"], sums["best"], m.List[best].Equity())
	}
	small(t, "equity against the counts", sums["off"])
	types := []string{"flop VARCHAR", "c1 INTEGER", "c2 INTEGER", "c3 INTEGER"}
	for id := 1; id <= features.Count; id++ {
		types = append(types, fmt.Sprintf("f%d BOOLEAN", id))
	}
	types = append(types, "equity DOUBLE", "wins BIGINT", "ties BIGINT", "combos BIGINT", "orbit_weight BIGINT")
	must.Equal(t, got.Matrix.Columns, types)
	metadata(t, got.Matrix.Metadata, m)
}

// small checks that a difference of two ways to divide is within rounding: equities are below
// 1 and both ways round once or twice.
func small(t *testing.T, what, difference string) {
	t.Helper()
	const rounding = 4e-16
	if x, err := strconv.ParseFloat(difference, 64); err != nil || !(math.Abs(x) <= rounding) {
		t.Errorf("%s: off by %s", what, difference)
	}
}

func metadata(t *testing.T, got map[string]string, m *Rows) {
	t.Helper()
	for key, want := range map[string]string{
		keyFormat: Format, keyDefinitions: features.Version, keyHand: "AA", keyCards: "AsAh", keyRange: "ATC",
		keySource: Source, keySHA256: m.digest(),
	} {
		must.Equal(t, got[key], want, key)
	}
}

func duckdbAll(t *testing.T, got *found, aces *Rows) {
	sums := got.All.Sums
	var wins uint64
	for _, r := range aces.List {
		wins += 6 * r.Wins
	}
	for name, want := range map[string]string{
		"rows": "1286792", "pairs": "1286792", "weight": "25989600", "hands": "169", "classes": "169",
		"fair": "0", "aces": fmt.Sprint(wins),
	} {
		must.Equal(t, sums[name], want, name)
	}
	for _, name := range []string{"off_rus", "off_rs", "off_rml", "off_atc"} {
		small(t, name, sums[name])
	}
	var names []string
	for _, c := range allColumns {
		names = append(names, c.Field.Name)
	}
	for i, c := range got.All.Columns {
		if name, _, _ := strings.Cut(c, " "); i >= len(names) || name != names[i] {
			t.Errorf("column %d is %s", i, c)
		}
	}
	for _, name := range AllRanges {
		must.Equal(t, got.All.Metadata[keyRange+"."+strings.ToLower(name)], name)
	}
}

func hyparquetMatrix(t *testing.T, got *found, m *Rows) {
	must.Equal(t, len(got.Hyparquet.Rows), NumFlops)
	for i, r := range got.Hyparquet.Rows {
		w := &m.List[i]
		cards := [3]int{int(w.Cards()[0]), int(w.Cards()[1]), int(w.Cards()[2])}
		counts := [4]string{fmt.Sprint(w.Wins), fmt.Sprint(w.Ties), fmt.Sprint(w.Combos()), fmt.Sprint(w.orbit())}
		if r.Flop != flopText(w) || r.Cards != cards || !reflect.DeepEqual(r.Features, w.Features.IDs()) ||
			r.Equity != m.List[i].Equity() || r.Counts != counts {
			t.Fatalf("row %d: %+v, want %+v", i, r, w)
		}
	}
	metadata(t, got.Hyparquet.Metadata, m)
}
