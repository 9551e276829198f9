package ranges

import (
	"fmt"
	"math/bits"
	"sort"
	"strings"

	"feltlab/model/cards"
)

const numGroups = 9

// groupText lists groups 1 to 8 of Table 2 of Dalpasso & Lancia 2015; group 9 has all other classes. The
// table lists K9s in groups 6 and 7; the first one counts, so that 7 has K8s-K2s only.
var groupText = [numGroups - 1]string{
	"AA KK QQ JJ AKs",
	"TT AQs AJs KQs AKo",
	"99 JTs QJs ATs AQo",
	"T9s KQo 88 QTs 98s J9s AJo KTs",
	"77 87s Q9s T8s KJo QJo JTo 76s 97s A9s-A2s 65s",
	"66 ATo 55 86s KTo QTo 54s K9s J8s 75s",
	"44 J9o 64s T9o 53s 33 98o 43s 22 K8s-K2s",
	"87o A9o Q9o 76o 42s 32s 96s 85s J8o J7s 65o 54o 74s K9o T8o",
}

var groupOf = func() (group [cards.NumClasses]int) {
	for k := range group {
		group[k] = numGroups
	}
	for i, text := range groupText {
		for _, token := range strings.Fields(text) {
			classes, problem := parseClasses(token)
			if problem != "" {
				panic("table of groups: " + problem)
			}
			for _, k := range classes {
				group[k] = i + 1
			}
		}
	}
	return group
}()

// SklanskyGroup returns the class's group, 1 to 9, in Table 2 of Dalpasso & Lancia 2015.
func SklanskyGroup(k cards.Class) int { return groupOf[k] }

func groupClasses(first, last int) []cards.Class {
	var out []cards.Class
	for k, g := range groupOf {
		if first <= g && g <= last {
			out = append(out, cards.Class(k))
		}
	}
	return out
}

// Words of the syntax.
const (
	chenWord     = "chen"
	topWord      = "top"
	sklanskyWord = "sklansky"
)

// namedGroups are the names of ranges, as Sklansky groups 1 to last. The printer takes the first name of a range.
var namedGroups = []struct {
	name string
	last int
}{
	{"RUS", 1}, {"RS", 2}, {"RML", 5}, {"ATC", numGroups}, {"any", numGroups}, {"random", numGroups},
}

// word is a name that players use for a kind of classes. The printer does not print these names.
type word struct {
	name, meaning string
	has           func(high, low cards.Rank, k cards.Class) bool
}

var words = []word{
	{"pairs", "all pairs", func(_, _ cards.Rank, k cards.Class) bool { return k.Pair() }},
	{"suited", "two cards of one suit", func(_, _ cards.Rank, k cards.Class) bool { return k.Suited() }},
	{"offsuit", "two ranks in two suits",
		func(_, _ cards.Rank, k cards.Class) bool { return !k.Suited() && !k.Pair() }},
	{"broadway", "two ranks from ten to ace", func(high, low cards.Rank, _ cards.Class) bool {
		return low >= cards.Ten && high > low
	}},
	{"connectors", "two ranks next to each other, 32 to AK",
		func(high, low cards.Rank, _ cards.Class) bool { return high == low+1 }},
}

// Names lists the names of ranges.
func Names() []string {
	var names []string
	for _, n := range namedGroups {
		names = append(names, n.name)
	}
	for _, n := range words {
		names = append(names, n.name)
	}
	return names
}

// Explain returns what a name stands for: "any two cards", a kind of hands, or groups of Sklansky with their
// classes as other programs read them. It returns "" for other texts.
func Explain(name string) string {
	for _, n := range namedGroups {
		switch {
		case !strings.EqualFold(n.name, name):
		case n.last == numGroups:
			return "any two cards"
		case n.last == 1:
			return "Sklansky's group 1: " + Plain(groupClasses(1, 1))
		default:
			return fmt.Sprintf("Sklansky's groups 1 to %d: %s", n.last, Plain(groupClasses(1, n.last)))
		}
	}
	for _, n := range words {
		if strings.EqualFold(n.name, name) {
			return n.meaning
		}
	}
	return ""
}

// PreflopDeals is the number of deals against one combo before the flop: C(50,2) opponent hands times C(48,5) boards.
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

// hundredPercent is 100 in units.
const hundredPercent = 100 * unit

// topCount returns the smallest number of best classes that hold at least a percentage, in units, of all combos.
func topCount(percent uint64) int {
	wantHigh, wantLow := bits.Mul64(percent, numCombos)
	return sort.Search(cards.NumClasses, func(n int) bool {
		high, low := bits.Mul64(topCombos[n], hundredPercent)
		return high > wantHigh || high == wantHigh && low >= wantLow
	})
}

// topTexts[n] is the shortest token for the n best classes, n from 1 to 169.
var topTexts = func() (texts [cards.NumClasses + 1]string) {
	for n := 1; n <= cards.NumClasses; n++ {
		// The percentages of these classes are above low/1326 and up to high/1326. If a multiple of a
		// step is among them, then the least multiple above low is. One of 0.1 percent always is, since a
		// class has at least 4 combos, 0.3 percent.
		const one = 1_000_000 // percent
		low, high := topCombos[n-1]*100*one, topCombos[n]*100*one
		for step := uint64(one); texts[n] == ""; step /= 10 {
			percent := (low/(step*numCombos) + 1) * step
			if percent*numCombos <= high {
				texts[n] = "top " + formatDecimal(percent, one) + "%"
			}
		}
	}
	return texts
}()
