package handout

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"feltlab/dataset/matrix"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// aces returns a formula of whole points for aces.
func aces(t *testing.T) *Formula {
	t.Helper()
	return &Formula{Subject: question.MustSubject("AA", "RUS"), Spots: matrixtest.Of(t, "AA", "RUS").Orbits(),
		StepPercent: 1,
		FreeError:   0.03, BoundError: 0.01, Terms: regression.Formula{
			{ID: 41, Weight: -0.14}, {ID: 46, Weight: 0.1}, {ID: 54, Weight: 0.83}, {ID: 65, Weight: -0.09},
		}}
}

var sum = regexp.MustCompile(`formula ([0-9 +−]+)(?: = ([0-9]+))? \(off by ([0-9.]+)\)`)

// TestDeck reads a deck back and does its arithmetic.
func TestDeck(t *testing.T) {
	f := aces(t)
	for _, spread := range []Spread{Even, Dealt} {
		deck := must.Get(Deck(f, 60, spread, 7))(t)
		var out bytes.Buffer
		must.Do(t, WriteDeck(&out, deck, true))
		header, body, _ := strings.Cut(out.String(), "\n\"")
		if !strings.HasPrefix(header, "#separator:Comma\n#html:true\n#columns:Front,Back,Tags\n") {
			t.Errorf("header %q", header)
		}
		rows, err := csv.NewReader(strings.NewReader("\"" + body)).ReadAll()
		if err != nil || len(rows) != 60 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		seen := map[string]bool{}
		for i, row := range rows {
			front, back := row[0], row[1]
			if seen[front] || !strings.Contains(front, "against RUS") || row[2] != "feltlab AA vs_RUS" {
				t.Errorf("card %d: %v", i, row)
			}
			seen[front] = true
			found := sum.FindStringSubmatch(back)
			if found == nil {
				t.Fatalf("card %d has no sum: %s", i, back)
			}
			flop := deck[i].Flop
			estimate := added(t, found[1])
			if found[2] != "" && found[2] != strconv.Itoa(estimate) || estimate != int(math.Round(100*flop.Estimate)) {
				t.Errorf("card %d: %s, want %v", i, found[0], flop.Estimate)
			}
			exact := flop.Spot.Equity()
			if !strings.Contains(back, "exact <b>"+strconv.FormatFloat(100*exact, 'f', 1, 64)+"%") {
				t.Errorf("card %d: %s, want exact %v", i, back, exact)
			}
		}
	}
}

// added does a sum such as "83 + 10 − 9".
func added(t *testing.T, text string) int {
	t.Helper()
	total, sign := 0, 1
	for word := range strings.FieldsSeq(text) {
		switch word {
		case "+":
			sign = 1
		case "−":
			sign = -1
		default:
			n, err := strconv.Atoi(word)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			total += sign * n
		}
	}
	return total
}

// TestSpread expects Even to reach the whole span of equities and Dealt to follow the deal.
func TestSpread(t *testing.T) {
	f := aces(t)
	flops := f.Spots.List
	low, high, mean := 1.0, 0.0, 0.0
	for i := range flops {
		low, high = min(low, flops[i].Equity()), max(high, flops[i].Equity())
		mean += flops[i].Equity() * float64(flops[i].Size) / matrix.NumFlops
	}
	width := (high - low) / bands
	even := must.Get(Deck(f, 200, Even, 1))(t)
	var inBand [bands]int
	for _, c := range even {
		inBand[min(int((c.Flop.Equity-low)/width), bands-1)]++
	}
	if inBand[0] == 0 || inBand[bands-1] == 0 || slices.Max(inBand[:]) > 3*200/bands {
		t.Errorf("cards in bands of equity: %v", inBand)
	}
	dealt := must.Get(Deck(f, 1000, Dealt, 1))(t)
	got := 0.0
	for _, c := range dealt {
		got += c.Flop.Equity / 1000
	}
	// The standard error is about 0.003; without replacement it is less.
	if math.Abs(got-mean) > 0.015 {
		t.Errorf("mean equity of the dealt deck %v, of all flops %v", got, mean)
	}
	again := must.Get(Deck(f, 1000, Dealt, 1))(t)
	other := must.Get(Deck(f, 1000, Dealt, 2))(t)
	if again[0].Front != dealt[0].Front || again[999].Back != dealt[999].Back {
		t.Error("the same seed gives another deck")
	}
	if other[0].Front == dealt[0].Front && other[1].Front == dealt[1].Front && other[2].Front == dealt[2].Front {
		t.Error("another seed gives the same deck")
	}
	whole, err := Deck(f, len(flops), Even, 1)
	if err != nil || len(whole) != len(flops) {
		t.Errorf("all flops: %d cards, %v", len(whole), err)
	}
}

func TestDeckErrors(t *testing.T) {
	f := aces(t)
	for _, n := range []int{0, 19601} {
		if _, err := Deck(f, n, Even, 1); !errors.Is(err, ErrDeck) {
			t.Errorf("%d cards: %v", n, err)
		}
	}
	if _, err := Deck(f, 5, "odd", 1); !errors.Is(err, ErrDeck) {
		t.Errorf("spread odd: %v", err)
	}
}

// TestSheet looks for what a page must tell, and that range texts are escaped.
func TestSheet(t *testing.T) {
	f := aces(t)
	other := *f
	against := f.Subject.Against()
	against.Typed, other.StepPercent = `<b>"RUS" & co`, 0
	other.Subject.Source = question.Hand{Hand: f.Subject.Hand(), Against: against}
	var out bytes.Buffer
	must.Do(t, WriteSheet(&out, []*Formula{f, &other}))
	text := out.String()
	for _, want := range []string{
		"RUS: Sklansky&#39;s group 1: JJ&#43;, AKs<", "Start with <b>83%</b>", ">−14</td>", ">&#43;10</td>",
		"flop of one suit, and we have none of it",
		"Worked example", "Most wrong on", "@page", "which costs", "average error below 1.00",
		"&lt;b&gt;&#34;RUS&#34; &amp; co",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the sheet has no %q", want)
		}
	}
	if strings.Contains(text, "<b>\"RUS") || strings.Count(text, "<section>") != 2 ||
		strings.Contains(text, "<script") || strings.Contains(text, "http") {
		t.Error("the sheet is not two plain pages")
	}
	var again bytes.Buffer
	if err := WriteSheet(&again, []*Formula{f, &other}); err != nil || !bytes.Equal(again.Bytes(), out.Bytes()) {
		t.Errorf("another sheet the second time, %v", err)
	}
	if err := WriteSheet(&out, []*Formula{{Spots: f.Spots}}); !errors.Is(err, ErrFormula) {
		t.Errorf("a formula without terms: %v", err)
	}
}

func TestArithmetic(t *testing.T) {
	f := &Formula{StepPercent: 1}
	for _, c := range []struct {
		terms regression.Formula
		want  string
	}{
		{nil, "nothing is true: 0"},
		{regression.Formula{{ID: 54, Weight: 0.85}}, "85"},
		{regression.Formula{{ID: 54, Weight: 0.85}, {ID: 65, Weight: -0.09}}, "85 − 9 = 76"},
		{regression.Formula{{ID: 54, Weight: -0.05}, {ID: 65, Weight: 0.03}}, "−5 + 3 = −2"},
	} {
		t.Run(c.want, func(t *testing.T) {
			flop := Flop{Terms: c.terms}
			for _, term := range c.terms {
				flop.Estimate += term.Weight
			}
			if got := f.Arithmetic(flop); got != c.want {
				t.Errorf("%v: %q, want %q", c.terms, got, c.want)
			}
		})
	}
	free := &Formula{}
	flop := Flop{Terms: regression.Formula{{ID: 1, Weight: 0.125}, {ID: 2, Weight: 0.25}}, Estimate: 0.375}
	if got := free.Arithmetic(flop); got != "12.5 + 25.0 = 37.5" {
		t.Errorf("free weights: %q", got)
	}
	hand := must.Get(ranges.ParseHand("AhKd"))(t)
	low, high := hand.Combo.Cards()
	if got := string(cardsHTML(high, low)); !strings.Contains(got, "A♥") || !strings.Contains(got, "K♦") ||
		high.Rank() != cards.Ace {
		t.Errorf("cards %s", got)
	}
}
