package experiments

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/dataset/strength"
	"feltlab/experiments/draw"
	"feltlab/model/cards"
	"feltlab/model/chen"
	"feltlab/pipeline/artifact"
	"feltlab/pipeline/fit"
)

func testEnv(t *testing.T) (*Env, *bytes.Buffer) {
	t.Helper()
	store, err := artifact.Open(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	return &Env{Store: store, Out: t.TempDir(), Workers: 2, Stdout: &out, Stderr: io.Discard}, &out
}

func TestFind(t *testing.T) {
	for _, e := range All() {
		found, err := Find(e.Name)
		if err != nil || found.Name != e.Name || e.Short == "" || e.Run == nil {
			t.Errorf("%q: %+v, %v", e.Name, found, err)
		}
	}
	_, err := Find("strenght")
	if !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), `did you mean "strength"`) {
		t.Error(err)
	}
}

func TestTable(t *testing.T) {
	table := newTable("hand", "note")
	table.add("AA", "a|b, c")
	var csv bytes.Buffer
	if err := table.csv(&csv); err != nil {
		t.Fatal(err)
	}
	if want := "hand,note\nAA,\"a|b, c\"\n"; csv.String() != want {
		t.Errorf("%q, want %q", csv.String(), want)
	}
	if want := "| hand | note |\n|---|---|\n| AA | a\\|b, c |\n\n"; table.markdown() != want {
		t.Errorf("%q, want %q", table.markdown(), want)
	}
}

// TestSpearman checks ranks with ties against values worked out by hand.
func TestSpearman(t *testing.T) {
	got := fractionalRanks([]float64{7, 1, 7, 3, 7})
	for i, want := range []float64{4, 1, 4, 2, 4} {
		if got[i] != want {
			t.Fatalf("ranks %v", got)
		}
	}
	// Differences of the ranks 0 -1 1 0: 1 - 6*2/(4*15).
	if rho := spearman([]float64{1, 2, 3, 4}, []float64{10, 300, 20, 4000}); math.Abs(rho-0.8) > 1e-12 {
		t.Errorf("Spearman %v, want 0.8", rho)
	}
	if r := pearson([]float64{1, 2, 3}, []float64{3, 2, 1}); math.Abs(r+1) > 1e-12 {
		t.Errorf("Pearson %v, want -1", r)
	}
}

// solves makes results for a curve.
func solves(hand, rng string, errs ...float64) []*fit.Result {
	var list []*fit.Result
	for i, e := range errs {
		list = append(list, &fit.Result{Hand: hand, Range: rng, Program: "AVGERR", MaxFeatures: i + 1, Status: fit.Feasible, AverageError: fit.Number(e)})
	}
	return list
}

func TestErrorCurve(t *testing.T) {
	results := append(solves("AA", "RUS", 0.05, 0.04, 0.03), solves("AA", "ATC", 0.04, 0.03, 0.025)...)
	results = append(results, solves("72o", "ATC", 0.06)...)
	results = append(results, nil, &fit.Result{Hand: "KK", Range: "RS", Program: "MAXERR", MaxFeatures: 2, Status: fit.Optimal})
	chart, err := ErrorCurve(results, "curves")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range chart.Series {
		names = append(names, s.Name)
	}
	// RUS is printed for 8 and 10 features, beyond the curves; ATC for 3 and 10.
	want := "AA against RUS; AA against ATC; 72o against ATC; AA against ATC, Dalpasso & Lancia"
	if got := strings.Join(names, "; "); got != want {
		t.Fatalf("series %s, want %s", got, want)
	}
	last := chart.Series[3]
	if last.Style != draw.Reference || last.Colour != 2 || len(last.Points) != 1 || last.Points[0] != (draw.Point{X: 3, Y: 2.5}) {
		t.Errorf("%+v", last)
	}
	if p := chart.Series[0].Points[1]; p.X != 2 || math.Abs(p.Y-4) > 1e-12 {
		t.Errorf("%+v, want 4 points with 2 features", p)
	}
	if err := draw.SVG(io.Discard, chart); err != nil {
		t.Error(err)
	}
	if _, err := ErrorCurve(nil, ""); !errors.Is(err, ErrNoCurve) {
		t.Errorf("no results: %v", err)
	}
}

func TestBestUpTo(t *testing.T) {
	results := append(solves("AA", "RUS", 0.05, 0.03, 0.04, 0.02), solves("AA", "ATC", 0.02)...)
	results = append(results, solves("AA", "RUS", 0.04, 0.035, 0.029)...)
	var got []string
	for _, r := range bestUpTo(results) {
		got = append(got, fmt.Sprintf("%s %d %.3f", r.Range, r.MaxFeatures, float64(r.AverageError)))
	}
	want := "RUS 1 0.040; RUS 2 0.030; RUS 3 0.029; RUS 4 0.020; ATC 1 0.020"
	if strings.Join(got, "; ") != want {
		t.Errorf("%s, want %s", strings.Join(got, "; "), want)
	}
	flat := bestUpTo(solves("AA", "RUS", 0.05, 0.03, 0.04))
	if last := flat[2]; last.MaxFeatures != 3 || last.AverageError != 0.03 {
		t.Errorf("%+v, want the formula of two features", last)
	}
}

func TestReadings(t *testing.T) {
	all := readings()
	want := 1
	for _, c := range choices {
		want *= len(c.options)
	}
	seen := map[reading]bool{}
	for _, r := range all {
		seen[r] = true
	}
	if len(all) != want || len(seen) != want {
		t.Fatalf("%d readings, %d different, want %d", len(all), len(seen), want)
	}
	for k := range cards.Class(cards.NumClasses) {
		if got := (reading{}).halves(k); got != 2*chen.Score(k) {
			t.Errorf("%v: %d halves as stated, want %d points", k, got, chen.Score(k))
		}
		if got := (reading{}).weight(k); got != 2*uint64(chen.Weight(k)) {
			t.Errorf("%v: weight %d, want %d", k, got, 2*chen.Weight(k))
		}
	}
	for _, c := range []struct {
		r      reading
		hand   string
		halves int
	}{
		{differenceReading, "AKs", 22},
		{reading{aceRule: 1}, "A2s", 24},
		{reading{halvesRule: 1}, "A9s", 14},
		{reading{halvesRule: 2}, "97s", 13},
		{reading{halvesRule: 3}, "72o", -4},
		{reading{pairRule: 1}, "22", 4},
		{reading{bonusRule: 2}, "98s", 14},
		{reading{bonusRule: 3}, "66", 14},
		{reading{gapRule: 1, bonusRule: 1}, "97s", 12},
	} {
		class, err := cards.ParseClass(c.hand)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.r.halves(class); got != c.halves {
			t.Errorf("%s, %v: %d halves, want %d", c.hand, c.r, got, c.halves)
		}
	}
}

// caseNumbers computes the case of section 5, and puts the strengths by the rules against a
// uniform opponent in the place of all settings: enough for a report.
func caseNumbers(t *testing.T, p *printed) *strengthNumbers {
	t.Helper()
	n := &strengthNumbers{preflop: map[setting][cards.NumClasses]strength.Value{}, street: map[setting][]strength.Street{}}
	values, err := strength.Preflop(t.Context(), strength.Uniform, strength.Rules, 2)
	if err != nil {
		t.Fatal(err)
	}
	streets, err := strength.Streets(t.Context(), p.hand, p.board, strength.Uniform.Range(strength.Rules), strength.Rules, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range strength.Modes() {
		for _, w := range strength.Weightings() {
			n.preflop[setting{m, w}], n.street[setting{m, w}] = values, streets
		}
	}
	if err := n.evidence.gatherCase(t.Context(), p, 2); err != nil {
		t.Fatal(err)
	}
	for i := range n.evidence.Table2 {
		n.evidence.Table2[i] = n.evidence.Case[0] // that of queens, for all
	}
	return n
}

// TestStrengthReport finds the weighted opponent from the case alone, and holds the report to
// the same bytes on a second run.
func TestStrengthReport(t *testing.T) {
	p, err := readPrinted()
	if err != nil {
		t.Fatal(err)
	}
	n := caseNumbers(t, p)
	env, _ := testEnv(t)
	s, err := n.report(env, p)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Fitting) != 1 || s.Fitting[0].reading != (reading{gapRule: 1, pairRule: 1}) {
		t.Errorf("%d readings fit: %+v", len(s.Fitting), s.Fitting)
	}
	// By the rules AA and AKs of Table 1 are within sampling error.
	if m := s.Table1[0]; m.Mode != "rules" || m.Agree != 2 || m.Of != 15 {
		t.Errorf("Table 1: %+v", m)
	}
	first := readFiles(t, env.Out)
	if len(first) != 20 {
		t.Errorf("%d files", len(first))
	}
	page := string(first[filepath.Join(env.Out, "strength", "README.md")])
	for _, want := range []string{
		"| QQ | 0.778 | 0.7993 |", "| flop | AhJcAc | uniform | 0.822 | 0.8619 |", "one gives all printed points", "](heat-uniform-rules.svg)",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if _, err := n.report(env, p); err != nil {
		t.Fatal(err)
	}
	for name, content := range readFiles(t, env.Out) {
		if !bytes.Equal(content, first[name]) {
			t.Errorf("%s differs on the second run", name)
		}
	}
}

func TestSummaries(t *testing.T) {
	env, out := testEnv(t)
	summary := acesSummary(solves("AA", "ATC", 0.04))
	if err := env.Summarize(summary); err != nil || out.String() != "AA against ATC AVGERR(1): average error 4.0000 points\n" {
		t.Errorf("%q, %v", out, err)
	}
	out.Reset()
	env.JSON = true
	if err := env.Summarize(summary); err != nil {
		t.Fatal(err)
	}
	var back []fit.Result
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || len(back) != 1 || back[0].AverageError != 0.04 {
		t.Errorf("%+v, %v", back, err)
	}
}

func readFiles(t *testing.T, root string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[path], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
