package ranges

import (
	"fmt"
	"math/bits"

	"feltlab/model/cards"
)

// The slow and obvious way to the shortest cover: write every token there is, let the
// parser say what it means, and solve set cover over all subsets of the wanted classes.

// refToken is the length of a shortest text for a set of classes.
type refToken struct {
	length  int
	classes classSet
}

// refTokens lists every text of the syntax for one or more whole classes, except
// percentages with more digits than one.
var refTokens = func() (out []refToken) {
	for _, text := range refTexts {
		hands, problem := vocabulary(nil).expand(text)
		if problem != "" {
			panic(text + ": " + problem)
		}
		var set classSet
		for _, h := range hands {
			set = set.union(setOf([]cards.Class{h.Class()}))
		}
		out = append(out, refToken{len(text), set})
	}
	return out
}()

// refTexts lists names and percentages, then hands.
var refTexts = func() []string {
	out := []string{"RUS", "RS", "RML", "ATC", "any", "random"}
	for tenths := 1; tenths <= 1000; tenths++ {
		out = append(out, "top "+formatDecimal(uint64(tenths), 10)+"%")
	}
	for a := '1'; a <= '9'; a++ {
		out = append(out, fmt.Sprintf("sklansky:%c", a))
		for b := '1'; b <= '9'; b++ {
			out = append(out, fmt.Sprintf("sklansky:%c-%c", a, b))
		}
	}
	var hands []string
	for a := range cards.Rank(cards.NumRanks) {
		hands = append(hands, fmt.Sprintf("%v%v", a, a))
		for b := range a {
			for _, suffix := range []string{"s", "o", ""} {
				hands = append(hands, fmt.Sprintf("%v%v%s", a, b, suffix))
			}
		}
	}
	for _, a := range hands {
		out = append(out, a, a+"+")
		for _, b := range hands {
			dash := token{text: a + "-" + b}
			if _, problem := parseClasses(dash.text); problem == "" && !slides(dash) { // is not printed
				out = append(out, dash.text)
			}
		}
	}
	return out
}()

// refCover returns the length of a shortest cover of at most 20 classes, with extra
// characters for every token.
func refCover(classes []cards.Class, extra int) int {
	full := setOf(classes)
	type subset struct{ length, mask int }
	var usable []subset
	for _, t := range refTokens {
		if !t.classes.within(full) {
			continue
		}
		mask := 0
		for i, k := range classes {
			if t.classes.has(k) {
				mask |= 1 << i
			}
		}
		usable = append(usable, subset{t.length + extra, mask})
	}
	best := make([]int, 1<<len(classes)) // length of a shortest cover of each subset, at least
	for mask := 1; mask < len(best); mask++ {
		best[mask] = unreachable
		lowest := 1 << bits.TrailingZeros(uint(mask))
		for _, u := range usable {
			if u.mask&lowest != 0 {
				best[mask] = min(best[mask], u.length+best[mask&^u.mask])
			}
		}
	}
	return best[len(best)-1]
}
