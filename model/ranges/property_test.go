package ranges

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"pgregory.net/rapid"
)

// drawRange draws weights for some classes and some single combos.
func drawRange(t *rapid.T) *Range {
	var weights [cards.NumCombos]uint32
	palette := rapid.SliceOfN(rapid.Uint32Range(1, MaxWeight), 1, 4).Draw(t, "palette")
	weight := rapid.SampledFrom(append(palette, 1))
	for _, k := range rapid.SliceOfN(rapid.Uint8Range(0, cards.NumClasses-1), 1, 60).Draw(t, "classes") {
		w := weight.Draw(t, "weight")
		for _, h := range cards.Class(k).Combos() {
			weights[h] = w
		}
	}
	for _, h := range rapid.SliceOfN(rapid.Uint16Range(0, cards.NumCombos-1), 0, 8).Draw(t, "combos") {
		weights[h] = weight.Draw(t, "weight")
	}
	return must.Get(FromWeights(&weights))(t)
}

func TestPrintReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRange(t)
		again, err := Parse(r.String())
		if err != nil || !again.Equal(r) {
			t.Fatalf("%q reads back as %v, %v", r, again, err)
		}
	})
}

// drawText draws tokens that are right one by one.
func drawText(t *rapid.T) string {
	tokens := rapid.Custom(func(t *rapid.T) string {
		text := rapid.SampledFrom(refTexts).Draw(t, "token")
		if rapid.IntRange(0, 3).Draw(t, "combo") == 0 {
			text = cards.Combo(rapid.IntRange(0, cards.NumCombos-1).Draw(t, "hand")).String()
		}
		if rapid.Bool().Draw(t, "lower") {
			text = strings.ToLower(text)
		}
		return text + rapid.SampledFrom([]string{"", "", "", ":0.5", ":0.25", ":1.0", ":0.333"}).Draw(t, "weight")
	})
	separator := rapid.SampledFrom([]string{",", " ", ", "}).Draw(t, "separator")
	return strings.Join(rapid.SliceOfN(tokens, 1, 12).Draw(t, "tokens"), separator)
}

// TestTextsReadBack checks that no text is shorter than what is printed for it, and that
// printing settles at once.
func TestTextsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t)
		r, err := Parse(text)
		if err != nil && strings.Contains(err.Error(), "want one weight for each combo") {
			t.Skip("contradictory weights")
		}
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(r.String())
		if err != nil || !again.Equal(r) || again.String() != r.String() || len(r.String()) > len(text) {
			t.Fatalf("%q prints as %q, which reads back as %v, %v", text, r, again, err)
		}
	})
}

// readOnly are marks of forms that are read but not printed as they stand, such as Axs or 3% for 0.03; a dash along a
// gap is another.
const readOnly = "@[!xXeE%"

// FuzzParse checks that nothing makes the parser panic, that errors about tokens quote
// them right, and that what parses prints no longer and reads back, but for forms that are
// only read.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"77+, ATs+, A5s-A2s, KQo, AhKh", "top 15%:0.5 any", "sklansky:1-5", "AKo:0.5,RUS",
		"chen:0.05 AA", "é,☃ A", "A-", ":", "top",
		"T9s-65s, 22+ !KK", "100: AA;75:AQs", "KTs+ !hh", "AxKx hx:0.123456789", "10%-.5%", "AA: 1e-3 KK:33.3%",
		"22:0.5 55: 66", "suited connectors", "22 KK:3%",
		"[50]AA,top 5%[/50] KK@12.5", "!top 50% ATC", "[/50]", "tXo", "A♠K♥ 10h9h"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Parse(text)
		if err != nil {
			var at *TokenError
			if errors.As(err, &at) {
				if runes := []rune(text); at.Position < 1 || at.Position > len(runes) {
					t.Fatalf("%q: %v", text, err)
				}
			}
			return
		}
		again, err := Parse(r.String())
		longer := len(r.String()) > len(text) && !strings.ContainsAny(text, readOnly) &&
			!strings.Contains(strings.Join(strings.Fields(text), ""), ":.") &&
			!slices.ContainsFunc(must.Get(scan(text))(t), isOnlyRead) &&
			!slices.ContainsFunc(must.Get(scan(text))(t), slides)
		if err != nil || !again.Equal(r) || longer {
			t.Fatalf("%q prints as %q, which reads back as %v, %v", text, r, again, err)
		}
	})
}

// slides reports whether a token is a dash along a gap.
func slides(t token) bool {
	body, _ := cutWeight(t.text)
	left, right, dashed := strings.Cut(body, "-")
	a, _ := parseShape(left)
	b, _ := parseShape(right)
	return dashed && a.high != b.high && !a.pair()
}
