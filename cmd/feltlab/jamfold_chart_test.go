package main

import (
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
	var s jamfold.ChartAnswer
	out := answers(t, "jamfold chart --stacks 10bb,20 --blinds 1,2 --ante 0.5bb --svg "+folder, &s)
	if len(s.Tables) != 1 {
		t.Fatal(out)
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
	text := says(t, "jamfold state --preset heads-up --stacks 3000,5000 --continuation icm",
		"states that follow are worth their ICM values", "value                  0.3", "SB: jam", "BB after SB: call")
	if strings.Contains(text, "BTN") {
		t.Error(text)
	}
	fits(t, text)
}

// TestChart solves depths at the ends of the exceptions in the published charts of heads-up push or fold
// (HoldemResources): 43s is jammed to 2.2 big blinds, 63s to 2.3, 53s to 2.4, and all three again with larger stacks.
func TestChart(t *testing.T) {
	folder := t.TempDir()
	line := "jamfold heads-up --from 2.2 --to 2.5 --svg " + folder
	var j jamfold.DepthsAnswer
	if out := answers(t, line, &j); j.Inputs.To != 2.5 || !(j.Regret <= 1e-9) {
		t.Fatal(out)
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
	fits(t, says(t, line, "2.5+", "largest stack to call"))
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
	const about = " --stacks 2x8bb --prizes 65,35 --ante bb --out "
	fits(t, says(t, "jamfold chart"+about+page+" --svg "+folder, "2 players, 8 big blinds each", "(exact)",
		"BB    SB ", "SB: jam", "BB after SB: call"))
	for _, name := range []string{page, filepath.Join(folder, "SB.svg"), filepath.Join(folder, "BB-after-SB.svg")} {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
	says(t, "jamfold chart"+about+rows)
	if n := strings.Count(string(must.Get(os.ReadFile(rows))(t)), "\n"); n != 1+2*cards.NumClasses {
		t.Errorf("%d lines", n)
	}
	deck := filepath.Join(folder, "deck.csv")
	says(t, "jamfold quiz"+about+deck+" --cards 5")
	cards := string(must.Get(os.ReadFile(deck))(t))
	if strings.Count(cards, "feltlab jamfold players::2") != 5 {
		t.Error(cards)
	}
	const deep = "jamfold depths --prizes 1 --from 3 --to 9 --every 3"
	var j jamfold.ChartAnswer
	if out := answers(t, deep, &j); len(j.Tables) != 3 || j.Tables[2].StacksChips[0] != 9000 {
		t.Fatalf("%.500s", out)
	}
	says(t, deep, "SB: largest stack to jam", "53s: jam only with 6 to 9 big blinds")
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
