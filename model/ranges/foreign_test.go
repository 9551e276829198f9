package ranges

import (
	"fmt"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// foreign has texts as other programs write them, each with its combos and the sum of their weights, worked out by
// hand.
var foreign = []struct {
	text   string
	combos int
	weight float64
}{
	// PokerStove and Equilab: classes, plus, dash, percentages
	{"AA,KK,QQ,AKs,AKo", 34, 34}, {"22+, A2s+, K9s+, QTs+, JTs, ATo+, KJo+", 226, 226}, {"QQ+,AKs,AKo", 34, 34},
	{"JJ-88,AQs-ATs", 36, 36}, {"15%", 200, 200}, {"top15%", 200, 200}, {"100%", 1326, 1326}, {"0.45%", 6, 6},
	{".45%", 6, 6}, {"0%-0.45%", 6, 6}, {"0.45%-0.9%", 6, 6}, {"random", 1326, 1326}, {"AhKh, AdKd", 2, 2},
	{"KQo+", 12, 12}, {"A5s-A2s; 76s", 20, 20}, {"T9s-54s", 24, 24}, {"AKs+", 4, 4}, {"66+,A8s+,KTs+", 90, 90},
	// Power-Equilab: percentages before the hands
	{"100: AA, AKs, 75: AQs", 14, 13}, {"50: 22, 33", 12, 12}, {"50:22,100:33", 12, 9}, {"25: 65s, 100: AA", 10, 7},
	{"65: AA, 100: KK", 12, 9.9}, {"0: AA, 100: KK", 6, 6}, {"33.3: AA, 100: KK", 12, 7.998},
	// PioSOLVER and HRC: decimals behind a colon, all combos
	{"AA:1,KK:0.5", 12, 9}, {"AA:1.0,KK:.5", 12, 9}, {"AA: 0.5, KK: 1", 12, 9}, {"AhKh:0.25,AdKd:1", 2, 1.25},
	{"2d2c:0.123,2h2c:0,AA", 7, 6.123}, {"AKs:0.333333,QQ", 10, 6 + 4*0.333333}, {"AA:9.5e-05,KK", 12, 6 + 6*9.5e-05},
	{"AA:0.0000000010,KK", 12, 6 + 6e-9}, {"22:0.5,33", 12, 9}, {"65:0.5,AA", 22, 14}, {"77:1 88:0", 6, 6},
	{"AcAd:1\nAcAh:0.5\nAcAs:0.25", 3, 1.75}, {"AKo:0.123456789,AA", 18, 6 + 12*0.123456789},
	{"A5s:0.75, A4s:0.75, KK", 14, 12}, {"22+:0.5,AK", 94, 55},
	// GTO+ and Flopzilla: marks
	{"[50]AA,KK[/50],QQ", 18, 12}, {"[50.0]AKs[/50.0] AA", 10, 8}, {"[25]22+[/25],AKs", 82, 23.5},
	{"[0]KK[/0],AA", 6, 6}, {"[33.33]AhKh[/33.33],AA", 7, 6.3333},
	// PokerCruncher: percent behind @ or a colon, suits of single hands
	{"AA@50,KK", 12, 9}, {"AKs:50%,AA", 10, 8}, {"Ahxh", 12, 12}, {"AKs@33.5%,QQ", 10, 7.34},
	// suits as in ProPokerTools
	{"AhXx", 51, 51}, {"AhXh", 12, 12}, {"AxKx", 16, 16}, {"AxKx hx", 7, 7}, {"AK hh", 1, 1}, {"AK hd", 2, 2},
	{"KTs+ !hh", 9, 9}, {"hh", 78, 78}, {"hx", 585, 585}, {"AKs !hh, QQ", 9, 9}, {"22+ hx:0.5,AKs", 43, 23.5},
	{"XxXx", 1326, 1326}, {"AxXx", 198, 198}, {"22+ !hx", 39, 39}, {"hd", 169, 169}, {"!hh, KTs+", 9, 9},
	{"broadway suited", 40, 40}, {"suited connectors", 48, 48}, {"AK suited", 4, 4}, {"top 15% suited hh", 14, 14},
}

// checkForeign holds a text to its combos, and what is written for every program to the text.
func checkForeign(t *testing.T, text string, combos int, weight float64) {
	t.Helper()
	r, err := Parse(text)
	if err != nil || r.Len() != combos {
		t.Errorf("%q: %v with %d combos, want %d; %v", text, r, r.Len(), combos, err)
		return
	}
	must.Near(t, r.Combos(), weight, 1e-6, "combos by weight", text)
	written := []string{r.String(), r.Plain()}
	for _, program := range Programs() {
		written = append(written, r.For(program))
	}
	for _, again := range written {
		if back, err := Parse(again); err != nil || !back.Equal(r) {
			t.Errorf("%q is written as %q, which is %v; %v", text, again, back, err)
		}
	}
	for _, name := range []string{"RUS", "RS", "RML", "top", "sklansky", "ATC", "chen"} {
		if strings.Contains(r.Plain(), name) {
			t.Errorf("%q is %q in plain words", text, r.Plain())
		}
	}
}

// TestForeign reads and writes 200 ranges of other programs: those above, and openings as solvers export them.
func TestForeign(t *testing.T) {
	texts := 0
	for _, c := range foreign {
		texts++
		checkForeign(t, c.text, c.combos, c.weight)
	}
	rng := newRand(t)
	forms := []string{"%s:%s", "%s@%s%%", "[%[2]s]%[1]s[/%[2]s]", "%s: %s", "%s:%s%%"}
	for ; texts < 200; texts++ {
		form, tokens, combos, weight := forms[texts%len(forms)], []string{"AA"}, 6, 6.0
		for _, i := range rng.Perm(cards.NumClasses - 1)[:1+rng.IntN(60)] {
			k, parts := cards.Class(i+1), rng.IntN(1000)
			number := fmt.Sprintf("%.3f", float64(parts)/1000)
			if form != forms[0] && form != forms[3] {
				number = fmt.Sprintf("%.1f", float64(parts)/10)
			}
			tokens = append(tokens, fmt.Sprintf(form, k, number))
			if parts > 0 {
				combos, weight = combos+k.Size(), weight+float64(k.Size()*parts)/1000
			}
		}
		text := strings.Join(tokens, ",")
		checkForeign(t, text, combos, weight)
	}
}

// TestRounded reads more digits than weights have.
func TestRounded(t *testing.T) {
	for text, want := range map[string]string{
		"AA:0.3333333333333333,KK": "KK,AA:0.333333333", "AA:0.12345678949999,KK": "KK,AA:0.123456789",
		"AA:1e-12,KK": "KK", "AA:1e-30,KK": "KK", "AA:0.66666666666666666666,KK": "KK,AA:0.666666667",
	} {
		if r := must.Get(Parse(text))(t); r.String() != want || !r.Rounded() {
			t.Errorf("%s is %v, rounded: %v; want %s", text, r, r.Rounded(), want)
		}
	}
	for _, text := range []string{"AA:0.3333333333333333", "AA:0.00000000001,KK:0.00000000002", "AA:0.123456789,KK"} {
		if r := must.Get(Parse(text))(t); r.Rounded() {
			t.Errorf("%s is rounded", text)
		}
	}
}
