package handout

import (
	"bytes"
	"errors"
	"strings"
	"testing"

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
