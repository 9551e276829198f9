package ranges

import (
	"slices"
	"strings"

	"feltlab/model/cards"
)

// Printing splits the combos of a range by weight, because tokens of different weights must not overlap. All
// parts share one scale: since weights are ratios, 1 and 2 can be written as 0.5 and 1, as 0.4 and 0.8, and
// so on. The printer tries every scale that needs at most six digits: MaxWeight steps at most in all,
// because a range with n different weights has at most MaxWeight/n scales.

// maxWeightLength is the length of ":0.123456".
const maxWeightLength = len(":0.") + fractionDigits

type part struct {
	weight  uint64
	combos  []cards.Combo
	lengths [maxWeightLength + 1]int // of shortest covers, by the length of the weight's text; 0: not known yet
}

var chenWeights = func() (weights [cards.NumCombos]uint32) {
	for h := range weights {
		weights[h] = uint32(ChenWeight(cards.Combo(h).Class()))
	}
	return weights
}()

// printRange returns the shortest text for reduced weights, of which it gets the largest.
func printRange(weights *[cards.NumCombos]uint32, largest uint32) string {
	if *weights == chenWeights {
		return chenWord // no shorter text has two weights
	}
	parts := split(weights)
	scale := bestScale(parts, uint64(largest))
	var out []string
	for _, p := range parts {
		suffix := weightSuffix(p.weight * scale)
		for _, text := range newCover(p.combos, len(suffix)+len(",")).tokens() {
			out = append(out, text+suffix)
		}
	}
	return strings.Join(out, ",")
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

// bestScale returns the number of millionths for one unit of weight: the largest of those that give the shortest text.
func bestScale(parts []*part, largest uint64) uint64 {
	best, bestLength := uint64(0), 0
	for scale := one / largest; scale >= 1; scale-- {
		length := 0
		for _, p := range parts {
			length += p.length(weightLength(p.weight * scale))
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
		p.lengths[weight] = newCover(p.combos, weight+len(",")).length()
	}
	return p.lengths[weight]
}

func weightSuffix(millionths uint64) string {
	if millionths == one {
		return ""
	}
	return ":" + formatDecimal(millionths)
}

func weightLength(millionths uint64) int {
	if millionths == one {
		return 0
	}
	digits := fractionDigits
	for ; millionths%10 == 0; millionths /= 10 {
		digits--
	}
	return len(":0.") + digits
}

// Plain returns the shortest text of classes by single hands, plus and dash, as players write it: "22+, A2s+, KTo+". It
// names no group and no percentage.
func Plain(classes []cards.Class) string {
	const separator = ", "
	c := &cover{full: setOf(classes), extra: len(separator)}
	return strings.Join(c.tokens(), separator)
}
