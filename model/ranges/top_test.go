package ranges

import (
	"fmt"
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// TestPreflopKnown compares with equities printed elsewhere to four digits, and with the
// counts of aces, known for decades.
func TestPreflopKnown(t *testing.T) {
	if wins, ties := Preflop(0); wins != 1_781_508_418 || ties != 11_402_312 {
		t.Errorf("AA wins %d, ties %d", wins, ties)
	}
	for name, want := range map[string]float64{"AA": .8520, "KK": .8240, "QQ": .7993, "AKs": .6704, "AKo": .6532} {
		k := must.Get(cards.ParseClass(name))(t)
		const fourDigits = 0.5e-4
		must.Near(t, float64(doubledEquity(k))/(2*PreflopDeals), want, fourDigits, name)
	}
}

// TestPreflopBalances checks that over all hands wins equal losses, to the last deal.
func TestPreflopBalances(t *testing.T) {
	var doubled uint64
	for k := range cards.Class(cards.NumClasses) {
		doubled += doubledEquity(k) * uint64(k.Size())
	}
	must.Equal(t, doubled, uint64(cards.NumCombos)*PreflopDeals, "2 wins + ties sum to")
}

func TestRanking(t *testing.T) {
	seen := map[cards.Class]bool{}
	for i, k := range ranking {
		seen[k] = true
		if i > 0 && doubledEquity(ranking[i-1]) <= doubledEquity(k) {
			t.Errorf("%v is not better than %v", ranking[i-1], k)
		}
	}
	if len(seen) != cards.NumClasses || ranking[168].String() != "32o" {
		t.Errorf("%d classes, the worst is %v", len(seen), ranking[168])
	}
}

// TestTopIsFewest walks all percentages in hundredths and checks that the last class is needed.
func TestTopIsFewest(t *testing.T) {
	for hundredths := 1; hundredths <= 10_000; hundredths++ {
		classes := ranking[:topCount(uint64(hundredths)*(unit/100))]
		total := 0
		for _, k := range classes {
			total += k.Size()
		}
		need := hundredths * cards.NumCombos // in ten-thousandths of a combo
		last := classes[len(classes)-1].Size()
		if total*10_000 < need || (total-last)*10_000 >= need {
			t.Fatalf("top %d.%02d%%: %d combos, the last class has %d", hundredths/100, hundredths%100, total, last)
		}
	}
}

// TestTopTextsAreShortest tries every percentage with up to three digits after the point.
func TestTopTextsAreShortest(t *testing.T) {
	shortest := map[int]int{}
	for _, digits := range []int{0, 1, 2, 3} {
		scale := int(math.Pow10(digits))
		for x := 1; x <= 100*scale; x++ {
			text := fmt.Sprintf("top %.*f%%", digits, float64(x)/float64(scale))
			classes, problem := parseTop(text)
			must.Equal(t, problem, "", text)
			if n := len(classes); shortest[n] == 0 || len(text) < shortest[n] {
				shortest[n] = len(text)
			}
		}
	}
	for n := 1; n <= cards.NumClasses; n++ {
		classes, problem := parseTop(topTexts[n])
		if problem != "" || len(classes) != n || len(topTexts[n]) != shortest[n] {
			t.Errorf("%d classes: %q gives %d, want a text of %d characters", n, topTexts[n], len(classes), shortest[n])
		}
	}
}
