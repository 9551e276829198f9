package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/pipeline/jamfold"
)

// TestChartOfTwo charts a table of two players, which needs no rollout of three hands. Only what can arise is shown.
func TestChartOfTwo(t *testing.T) {
	folder := t.TempDir()
	out, err := feltlab(t, "jamfold", "chart", "--stacks", "10bb,20", "--blinds", "1,2", "--ante", "0.5bb", "--svg",
		folder, "--json")
	if err != nil {
		t.Fatal(err)
	}
	var s jamfold.ChartAnswer
	if err := json.Unmarshal([]byte(out), &s); err != nil || len(s.Tables) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	c := s.Tables[0]
	if c.Unit != "chips" || !slices.Equal(c.StacksChips, []int{20, 20}) || c.BigBlind != 2 || c.Ante != 1 {
		t.Errorf("inputs %+v", c.TableInputs)
	}
	if len(c.Charts) != 2 || c.Charts[0].Name() != "SB" || c.Charts[1].Name() != "BB after SB" {
		t.Errorf("%d decisions: %s", len(c.Charts), out)
	}
	aces := c.Charts[0].Grid[0]
	if c.Check.Gain() > 0.01 || math.Abs(c.Check.Values[0]+c.Check.Values[1]-40) > 1e-9 || aces.Hand != "AA" ||
		aces.Probability != 1 {
		t.Errorf("gains %v, values %v, AA jams %v", c.Check.Upper, c.Check.Values, aces)
	}
	// A fold loses what was posted; the seat's worth is the mean of what its hands are worth.
	if math.Abs(aces.Fold-18) > 1e-9 || aces.Jam < 23 {
		t.Errorf("AA: jam %v, fold %v", aces.Jam, aces.Fold)
	}
	mean := 0.0
	for k, h := range c.Charts[0].Grid {
		mean += float64(cards.Class(k).Size()) / cards.NumCombos * (h.Probability*h.Jam + (1-h.Probability)*h.Fold)
	}
	if v := c.Check.Values[0]; math.Abs(mean-v) > 1e-9 {
		t.Errorf("the small blind is worth %v, the mean of its hands is %v", v, mean)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 2 {
		t.Errorf("charts %v, %v", files, err)
	}
	svg, err := os.ReadFile(filepath.Join(folder, "BB-after-SB.svg"))
	if err != nil || !strings.Contains(string(svg), "BB after SB") {
		t.Errorf("the chart does not name its decision: %v", err)
	}
	text, err := feltlab(t, "jamfold", "state", "--preset", "heads-up", "--stacks", "3000,5000", "--continuation",
		"icm")
	for _, want := range []string{"states that follow are worth their ICM values", "value                  0.3",
		"SB: jam",
		"BB after SB: call"} {
		if err != nil || !strings.Contains(text, want) || strings.Contains(text, "BTN") {
			t.Errorf("%v: no %q in\n%s", err, want, text)
		}
	}
	narrow(t, text)
}

// narrow finds lines that a terminal of 80 columns breaks.
func narrow(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if len(strings.TrimSuffix(line, "\n")) > 80 && !strings.HasPrefix(line, "Range: ") { // one word for a program
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
}

func TestHelpIsNarrow(t *testing.T) {
	for _, command := range []string{
		"jamfold", "jamfold icm", "jamfold state", "jamfold chart", "jamfold tournament", "jamfold heads-up",
		"jamfold quiz",
		"jamfold depths", "bestresponse", "equilibrium", "match", "convert",
	} {
		out, err := feltlab(t, append(strings.Fields(command), "--help")...)
		if err != nil || !strings.Contains(out, "Examples:") {
			t.Errorf("%s: %v", command, err)
		}
		narrow(t, out)
	}
}

// TestChart solves depths at the ends of the exceptions in the published charts of heads-up push
// or fold (HoldemResources): 43s is jammed to 2.2 big blinds, 63s to 2.3, 53s to 2.4, and all
// three again with larger stacks.
func TestChart(t *testing.T) {
	folder := t.TempDir()
	args := []string{"jamfold", "heads-up", "--from", "2.2", "--to", "2.5", "--svg", folder}
	out, err := feltlab(t, append(args, "--json")...)
	var j jamfold.DepthsAnswer
	if err != nil || json.Unmarshal([]byte(out), &j) != nil || j.Inputs.To != 2.5 || !(j.Regret <= 1e-9) {
		t.Fatalf("%v: %s", err, out)
	}
	for hand, want := range map[string]float64{"43s": 2.2, "63s": 2.3, "53s": 2.4, "AA": 2.5, "65s": 2.5} {
		t.Run(hand, func(t *testing.T) {
			if got := j.Jam[hand]; got.Largest != want || !slices.Equal(got.Spans, [][2]float64{{2.2, want}}) ||
				!slices.Equal(got.Always, got.Spans) || got.Mixes != nil {
				t.Errorf("%s is jammed with %+v, want up to %v", hand, got, want)
			}
		})
	}
	if got, ok := j.Jam["32o"]; ok || len(j.Call) != cards.NumClasses {
		t.Errorf("32o is jammed with %+v; %d hands call", got, len(j.Call))
	}
	text, err := feltlab(t, args...)
	if err != nil || !strings.Contains(text, "2.5+") || !strings.Contains(text, "largest stack to call") {
		t.Errorf("%v\n%s", err, text)
	}
	narrow(t, text)
	for _, name := range []string{"jam.svg", "call.svg"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestTableChart charts two players for prizes, which takes the pairs alone.
func TestTableChart(t *testing.T) {
	folder := t.TempDir()
	page, rows := filepath.Join(folder, "chart.html"), filepath.Join(folder, "chart.csv")
	args := []string{"jamfold", "chart", "--stacks", "2x8bb", "--prizes", "65,35", "--ante", "bb"}
	text, err := feltlab(t, append(args, "--out", page, "--svg", folder)...)
	for _, want := range []string{"2 players, 8 big blinds each", "(exact)", "BB    SB ", "SB: jam",
		"BB after SB: call"} {
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%v: no %q in\n%s", err, want, text)
		}
	}
	narrow(t, text)
	for _, name := range []string{page, filepath.Join(folder, "SB.svg"), filepath.Join(folder, "BB-after-SB.svg")} {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
	must.Get(feltlab(t, append(args, "--out", rows)...))(t)
	written, err := os.ReadFile(rows)
	if err != nil || strings.Count(string(written), "\n") != 1+2*cards.NumClasses {
		t.Errorf("%v: %d lines", err, strings.Count(string(written), "\n"))
	}
	deck := filepath.Join(folder, "deck.csv")
	args[1] = "quiz"
	must.Get(feltlab(t, append(args, "--out", deck, "--cards", "5")...))(t)
	cards, err := os.ReadFile(deck)
	if err != nil || strings.Count(string(cards), "feltlab jamfold players::2") != 5 {
		t.Errorf("%v: %s", err, cards)
	}
	deep := []string{"jamfold", "depths", "--prizes", "1", "--from", "3", "--to", "9", "--every", "3"}
	out, err := feltlab(t, append(deep, "--json")...)
	var j jamfold.ChartAnswer
	if err != nil || json.Unmarshal([]byte(out), &j) != nil || len(j.Tables) != 3 ||
		j.Tables[2].StacksChips[0] != 9000 {
		t.Fatalf("%v: %.500s", err, out)
	}
	if text, err = feltlab(t, deep...); err != nil || !strings.Contains(text, "SB: largest stack to jam") ||
		!strings.Contains(text, "53s: jam only with 6 to 9 big blinds") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestChartExceptions names hands that are folded with a stack below their largest.
func TestChartExceptions(t *testing.T) {
	d := jamfold.Depths{From: 2, To: 4, Step: 1}
	chart := &jamfold.Chart{BigBlinds: []float64{2, 3, 4}}
	for k := range chart.Jam {
		chart.Jam[k] = jamfold.Play{Probability: []float64{1, 1, 0}, Gain: []float64{1, 1, -1}}
		chart.Call[k] = jamfold.Play{Probability: []float64{0, 1, 1}, Gain: []float64{-1, 1, 1}}
	}
	chart.Jam[5] = jamfold.Play{Probability: []float64{1, 0, 1}, Gain: []float64{1, -1, 1}}
	pages := chartPages(d, chart)
	name := cards.Class(5).String()
	var text strings.Builder
	if err := pages[0].text(&text); err != nil || !strings.Contains(text.String(),
		"\n"+name+": jam only with 2, and 4 big blinds\n") || strings.Count(text.String(), "only") != 1 {
		t.Errorf("%v\n%s", err, text.String())
	}
	if got := pages[0].figure().Legend; got != "big blinds; "+name+" fold with some less too" {
		t.Error(got)
	}
	if got := pages[1].figure().Legend; got != "big blinds; 169 hands fold with some less too" {
		t.Error(got)
	}
}
