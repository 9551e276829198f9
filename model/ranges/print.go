package ranges

import (
	"slices"
	"strings"

	"feltlab/model/cards"
)

// Printing splits the combos of a range by weight, because tokens of different weights must not overlap. All
// parts share one scale: since weights are ratios, 1 and 2 can be written as 0.5 and 1, as 0.4 and 0.8, and
// so on. The printer tries every scale that needs at most six digits: a million steps at most in all, because a range
// with n different weights has at most a million / n scales. It takes nine digits for weights that six do not tell.

// maxWeightLength is the length of ":0.123456789".
const maxWeightLength = len(":0.123456789")

// fractions returns the parts of 1 of which the printer writes whole numbers, for the largest weight.
func fractions(largest uint32) uint64 {
	if largest <= 1_000_000 {
		return 1_000_000
	}
	return MaxWeight
}

type part struct {
	weight  uint64
	combos  []cards.Combo
	lengths [maxWeightLength + 1]int // of shortest covers, by the length of the weight's text; 0: not known yet
	plain   bool                     // no names and percentages
	suffix  string                   // the weight as text, such as ":0.5"; nothing for 1
}

var chenWeights = func() (weights [cards.NumCombos]uint32) {
	for h := range weights {
		weights[h] = uint32(ChenWeight(cards.Combo(h).Class()))
	}
	return weights
}()

// printRange returns the shortest text for reduced weights, of which it gets the largest. A plain text names classes
// and combos only.
func printRange(weights *[cards.NumCombos]uint32, largest uint32, plain bool) string {
	if *weights == chenWeights && !plain {
		return chenWord // no shorter text has two weights
	}
	var out []string
	for _, p := range weigh(weights, largest, plain) {
		for _, text := range p.cover(len(p.suffix)).tokens() {
			out = append(out, text+p.suffix)
		}
	}
	return strings.Join(out, ",")
}

// weigh splits the combos by weight, the largest first, and writes the weights.
func weigh(weights *[cards.NumCombos]uint32, largest uint32, plain bool) []*part {
	parts, one := split(weights), fractions(largest)
	for _, p := range parts {
		p.plain = plain
	}
	if plain && MaxWeight%largest == 0 { // the largest weight is 1
		one = MaxWeight
	}
	scale := one / uint64(largest)
	if !plain || one%uint64(largest) > 0 {
		scale = bestScale(parts, uint64(largest), one)
	}
	for _, p := range parts {
		if p.weight*scale != one {
			p.suffix = ":" + formatDecimal(p.weight*scale, one)
		}
	}
	return parts
}

func split(weights *[cards.NumCombos]uint32) []*part {
	byWeight := map[uint32]*part{}
	var parts []*part
	for h, w := range weights {
		if w == 0 {
			continue
		}
		if byWeight[w] == nil {
			byWeight[w] = &part{weight: uint64(w)}
			parts = append(parts, byWeight[w])
		}
		byWeight[w].combos = append(byWeight[w].combos, cards.Combo(h))
	}
	slices.SortFunc(parts, func(a, b *part) int { return int(b.weight) - int(a.weight) })
	return parts
}

// bestScale returns the number of fractions for one unit of weight: the largest of those that give the shortest text.
func bestScale(parts []*part, largest, one uint64) uint64 {
	best, bestLength := uint64(0), 0
	for scale := one / largest; scale >= 1; scale-- {
		length := 0
		for _, p := range parts {
			length += p.length(weightLength(p.weight*scale, one))
		}
		if best == 0 || length < bestLength {
			best, bestLength = scale, length
		}
		if len(parts) == 1 {
			break // a single weight is 1
		}
	}
	return best
}

// length returns the number of characters of the part's tokens if the text of the weight has the given
// number of characters.
func (p *part) length(weight int) int {
	if p.lengths[weight] == 0 {
		p.lengths[weight] = p.cover(weight).length()
	}
	return p.lengths[weight]
}

func (p *part) cover(weight int) *cover { return newCover(p.combos, weight+len(","), p.plain) }

// weightLength returns the length of the text of a weight.
func weightLength(fractions, one uint64) int {
	if fractions == one {
		return 0
	}
	length := len(":0.")
	for ; one > 1 && fractions%one != 0; one /= 10 {
		length++
	}
	return length
}

// Plain returns the shortest text of classes by single hands, plus and dash, as players write it: "22+, A2s+, KTo+". It
// names no group and no percentage.
func Plain(classes []cards.Class) string {
	const separator = ", "
	c := &cover{full: setOf(classes), extra: len(separator)}
	return strings.Join(c.tokens(), separator)
}
