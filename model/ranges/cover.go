package ranges

import (
	"fmt"
	"slices"

	"feltlab/model/cards"
)

// wide is a token for classes of several rows: a name, groups of Sklansky or a percentage.
type wide struct {
	text    string
	classes classSet
}

// wides lists all such tokens in their shortest form. The names come first: of tokens of one length the
// printer takes the first.
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

// usefulWides lists the wide tokens for subsets of full that a shortest cover may need. It leaves out a
// token if another one covers at least as much and is not longer.
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

// replaces reports whether w can stand in the place of o in every cover.
func (w wide) replaces(o wide) bool { return o.classes.within(w.classes) && len(w.text) <= len(o.text) }

// cover is the search for a shortest list of tokens whose union is a set of combos, where every token
// takes some extra characters for its weight and its comma.
//
// Combos of incomplete classes are written one by one. For the complete classes, the search is a branch and bound over
// the sets of wide tokens; the classes that such a set does not cover split into independent rows.
type cover struct {
	full   classSet      // complete classes
	single []cards.Combo // combos of the others, highest first
	extra  int

	rowLengths map[rowKey]int // of shortest covers of rows

	best   int    // length of the best cover so far, without combos
	chosen []wide // its wide tokens
}

// rowKey is a row, 0 for pairs and the high card otherwise, and the lines of its cells that must be
// covered, two bits for each cell.
type rowKey struct {
	high cards.Rank
	must uint32
}

// newCover finds a shortest cover of a set of combos in ascending order; a plain one has no wide tokens.
func newCover(combos []cards.Combo, extra int, plain bool) *cover {
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
	c.best = c.rowsLength(classSet{}) // without wide tokens
	if !plain {
		c.choose(usefulWides(c.full), nil, classSet{}, 0)
	}
	return c
}

// length returns the number of characters of all tokens, each with its extra ones.
func (c *cover) length() int {
	const comboLength = 4
	return c.best + len(c.single)*(comboLength+c.extra)
}

// choose tries the chosen wide tokens, which have the given length and cover the given classes, with every subset of
// the rest. It prunes where the cover would not be shorter than the best one even if the rest took no characters.
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

// rowsLength returns the length of shortest covers of all rows if some classes are covered already.
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

// tokens returns the cover's tokens without weights: wide tokens, pairs, rows from aces down, combos.
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

type classSet [3]uint64

func setOf(classes []cards.Class) classSet {
	var s classSet
	for _, k := range classes {
		s[k/64] |= 1 << (k % 64)
	}
	return s
}

func (s classSet) has(k cards.Class) bool { return s[k/64]>>(k%64)&1 != 0 }

func (s classSet) within(t classSet) bool { return s[0]&^t[0]|s[1]&^t[1]|s[2]&^t[2] == 0 }

func (s classSet) union(t classSet) classSet {
	return classSet{s[0] | t[0], s[1] | t[1], s[2] | t[2]}
}

func (s classSet) minus(t classSet) classSet {
	return classSet{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2]}
}
