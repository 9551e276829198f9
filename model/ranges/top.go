package ranges

import (
	"sort"

	"feltlab/model/cards"
)

//go:generate go run feltlab/scripts/gen-preflop -out preflop.go

// PreflopDeals is the number of deals against one combo before the flop: C(50,2) opponent hands times
// C(48,5) boards.
const PreflopDeals = 1225 * 1_712_304

// Preflop returns the exact numbers of the PreflopDeals deals that one combo of the class wins and ties
// all-in against one random hand. Its equity is (wins + ties/2) / PreflopDeals.
func Preflop(k cards.Class) (wins, ties uint64) {
	return uint64(preflop[k].wins), uint64(preflop[k].ties)
}

// ranking lists the classes by preflop equity, the best first. No two classes are equal.
var ranking = func() (order [cards.NumClasses]cards.Class) {
	for i := range order {
		order[i] = cards.Class(i)
	}
	sort.SliceStable(order[:], func(i, j int) bool { return doubledEquity(order[i]) > doubledEquity(order[j]) })
	return order
}()

// doubledEquity returns 2 wins + ties, an integer that orders classes by equity.
func doubledEquity(k cards.Class) uint64 {
	wins, ties := Preflop(k)
	return 2*wins + ties
}

// topCombos[n] is the number of combos in the n best classes.
var topCombos = func() (sums [cards.NumClasses + 1]uint64) {
	for i, k := range ranking {
		sums[i+1] = sums[i] + uint64(k.Size())
	}
	return sums
}()

// hundredPercent is 100 as parseDecimal reads it.
const hundredPercent = 100 * one

// topClasses returns the smallest number of best classes that hold at least a percentage, given in
// millionths of a percent, of all combos.
func topClasses(percent uint64) []cards.Class {
	n := sort.Search(cards.NumClasses, func(n int) bool {
		return topCombos[n]*hundredPercent >= percent*cards.NumCombos
	})
	return ranking[:n]
}

// topTexts[n] is the shortest token for the n best classes, n from 1 to 169.
var topTexts = func() (texts [cards.NumClasses + 1]string) {
	for n := 1; n <= cards.NumClasses; n++ {
		// The percentages of these classes are above low/1326 and up to high/1326. If a multiple of a
		// step is among them, then the least multiple above low is. One of 0.1 percent always is, since a
		// class has at least 4 combos, 0.3 percent.
		low, high := topCombos[n-1]*hundredPercent, topCombos[n]*hundredPercent
		for step := uint64(one); texts[n] == ""; step /= 10 {
			percent := (low/(step*cards.NumCombos) + 1) * step
			if percent*cards.NumCombos <= high {
				texts[n] = "top " + formatDecimal(percent) + "%"
			}
		}
	}
	return texts
}()
