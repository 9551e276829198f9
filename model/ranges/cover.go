package ranges

import (
	"fmt"
	"slices"

	"feltlab/model/cards"
)

// wide is a token that is not bound to a row: a name, groups of Sklansky, a percentage.
type wide struct {
	text    string
	classes classSet
}

// wides lists every such token, at its shortest. The plain names come first and win ties.
var wides = func() (out []wide) {
	for _, n := range namedGroups {
		out = append(out, wide{n.name, setOf(groupClasses(1, n.last))})
	}
	for n := cards.NumClasses; n >= 1; n-- {
		out = append(out, wide{topTexts[n], setOf(ranking[:n])})
	}
	for a := 1; a <= numGroups; a++ {
		for b := numGroups; b > a; b-- {
			out = append(out, wide{fmt.Sprintf("%s:%d-%d", sklanskyWord, a, b), setOf(groupClasses(a, b))})
		}
		out = append(out, wide{fmt.Sprintf("%s:%d", sklanskyWord, a), setOf(groupClasses(a, a))})
	}
	return out
}()

// usefulWides lists the wide tokens within full that a shortest cover may need: one that
// covers no more than another and is no shorter can be replaced by it.
func usefulWides(full classSet) []wide {
	var out []wide
	for _, w := range wides {
		if w.classes.within(full) && !slices.ContainsFunc(out, func(o wide) bool { return o.replaces(w) }) {
			out = slices.DeleteFunc(out, w.replaces)
			out = append(out, w)
		}
	}
	return out
}

func (w wide) replaces(o wide) bool {
	return o.classes.within(w.classes) && len(w.text) <= len(o.text)
}

// cover is the search for a shortest list of tokens whose union is exactly a set of
// combos, when every token takes extra characters for its weight and its comma.
//
// Combos of classes that are not complete can only be written one by one. For the complete
// classes, all choices of wide tokens are tried, save those already too long; whatever a
// choice leaves open splits into rows that do not touch each other.
type cover struct {
	full   classSet      // complete classes
	single []cards.Combo // combos of the others, highest first
	extra  int

	rowLengths map[rowKey]int // of shortest covers, by what they must cover

	best   int    // length of the best choice so far
	chosen []wide // and its wide tokens
}

// rowKey names a row, 0 for pairs and the high card otherwise, and what it must cover: a
// bit for each line of each cell.
type rowKey struct {
	high cards.Rank
	must uint32
}

// newCover finds a shortest cover of a set of combos in ascending order.
func newCover(combos []cards.Combo, extra int) *cover {
	c := &cover{extra: extra, rowLengths: map[rowKey]int{}}
	var count [cards.NumClasses]int
	for _, h := range combos {
		count[h.Class()]++
	}
	for _, h := range slices.Backward(combos) {
		if k := h.Class(); count[k] == k.Size() {
			c.full = c.full.union(setOf([]cards.Class{k}))
		} else {
			c.single = append(c.single, h)
		}
	}
	c.best = c.rowsLength(classSet{}) // without any wide token
	c.choose(usefulWides(c.full), nil, classSet{}, 0)
	return c
}

// length counts the characters of all tokens, each with its extra ones.
func (c *cover) length() int {
	const comboLength = 4
	return c.best + len(c.single)*(comboLength+c.extra)
}

// choose tries the chosen wide tokens, which have the given length and cover the given
// classes, with every choice from the rest. It gives up where even covering all that the
// rest can cover for nothing would not be shorter than the best choice so far.
func (c *cover) choose(rest, chosen []wide, covered classSet, length int) {
	free := covered
	for _, w := range rest {
		free = free.union(w.classes)
	}
	if length >= c.best || length+c.rowsLength(free) >= c.best {
		return
	}
	if len(rest) == 0 {
		c.best, c.chosen = length+c.rowsLength(covered), slices.Clone(chosen)
		return
	}
	if w := rest[0]; !w.classes.within(covered) {
		c.choose(rest[1:], append(chosen, w), covered.union(w.classes), length+len(w.text)+c.extra)
	}
	c.choose(rest[1:], chosen, covered, length)
}

// rowsLength returns the length of shortest covers of all rows where some classes are
// already covered.
func (c *cover) rowsLength(covered classSet) int {
	total := 0
	for high := range cards.Rank(cards.NumRanks) {
		r, key := c.row(high, covered)
		if key.must == 0 {
			continue
		}
		length, known := c.rowLengths[key]
		if !known {
			length, _ = r.cover(c.extra)
			c.rowLengths[key] = length
		}
		total += length
	}
	return total
}

// row builds the row of a high card, or the pairs for the deuce, which has no kickers.
func (c *cover) row(high cards.Rank, covered classSet) (row, rowKey) {
	r := row{high: high, pairs: high == cards.Two}
	key := rowKey{high: high}
	size := int(high)
	if r.pairs {
		size = cards.NumRanks
	}
	r.cells = make([]cell, size)
	open := c.full.minus(covered)
	for i := range r.cells {
		a, b := high, r.rank(i)
		if r.pairs {
			a = b
		}
		for _, line := range []lines{firstLine, secondLine} {
			k := cards.ClassOf(a, b, line == firstLine)
			if r.pairs && line == secondLine {
				continue
			}
			if c.full.has(k) {
				r.cells[i].may |= line
			}
			if open.has(k) {
				r.cells[i].must |= line
				key.must |= uint32(line) << (2 * i)
			}
		}
	}
	return r, key
}

// tokens writes the cover, each token without its weight: wide tokens, pairs, rows from
// aces down, combos.
func (c *cover) tokens() []string {
	var out []string
	var covered classSet
	for _, w := range c.chosen {
		out = append(out, w.text)
		covered = covered.union(w.classes)
	}
	order := []cards.Rank{cards.Two} // the pairs
	for high := cards.Ace; high > cards.Two; high-- {
		order = append(order, high)
	}
	for _, high := range order {
		if r, key := c.row(high, covered); key.must != 0 {
			out = append(out, r.tokens(c.extra)...)
		}
	}
	for _, h := range c.single {
		out = append(out, h.String())
	}
	return out
}
