package prove

import (
	"math"
	"math/bits"

	"feltlab/model/proof"
)

// incidence tells whether cuts leave a choice, by bit sets of the cuts that have each column. Most nodes of the search
// leave none. They teach nothing, so the search drops them without a visit: the choices that it finds, and the cuts
// that it learns from them, are those of a search that visits every node, in the same order.
type incidence struct {
	t       *table
	stopped func() bool
	depth   int      // of the node whose open cuts it has; -1 for none
	taken   int      // how many of these cuts it has
	width   int      // words of a set of columns
	cuts    []uint64 // their free columns from place first on: new cuts, the last one first, then the smallest ones
	first   int
	words   int      // of a bit set of cuts
	of      []uint64 // by column: the cuts that have it
	open    []uint64 // by the number of columns left to choose: the cuts without a chosen column
	left    []uint64 // scratch: a set of columns
	nodes   int64
}

const (
	closeBelow = 6  // the number of columns left to choose up to which bit sets may close a node
	compared   = 8  // how many open cuts are compared to find one with few free columns
	newCuts    = 64 // the number of new cuts for which there is room
	stopAbove  = 3  // the number of columns left to choose above which a node looks whether the search is over
)

// reset takes the open cuts of a node, and reports whether each has a free column.
func (x *incidence) reset(n *level, depth int, free columns) bool {
	place := make([]int, len(x.t.ids)+2) // of the next cut of each size
	for _, c := range n.active {
		size := c.and(free).size()
		if size == 0 {
			return false
		}
		place[size+1]++
	}
	place[0] = newCuts
	for i := range place[1:] {
		place[i+1] += place[i]
	}
	x.depth, x.taken, x.first = depth, len(n.active), newCuts
	x.words = (newCuts + x.taken + 63) / 64
	x.width = max(2, (len(x.t.ids)+63)/64)
	x.cuts, x.left = resize(x.cuts, 64*x.words*x.width), resize(x.left, x.width)
	x.of = resize(x.of, len(x.t.ids)*x.words)
	x.open = resize(x.open, (n.k+1)*x.words)
	clear(x.of)
	for _, c := range n.active {
		size := c.and(free).size()
		x.put(place[size], c.and(free))
		place[size]++
	}
	return true
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

func (x *incidence) put(i int, c columns) {
	for k := range x.width {
		w := c.set.Word(k)
		for x.cuts[i*x.width+k] = w; w != 0; w &= w - 1 {
			x.of[(k<<6+bits.TrailingZeros64(w))*x.words+i>>6] |= 1 << (i & 63)
		}
	}
}

func (x *incidence) cut(i int) []uint64 { return x.cuts[i*x.width : (i+1)*x.width] }

func (x *incidence) unpack(c columns) []uint64 {
	for k := range x.left {
		x.left[k] = c.set.Word(k)
	}
	return x.left
}

// closes reports whether every choice of at most k > 1 free columns, with those of in, misses one of the open cuts of a
// node, above or here: that of the last reset, whose new cuts it takes first. Of columns that are duplicates, a choice
// has the smallest free ones. It is false if the search is over.
func (x *incidence) closes(n *level, in, free columns, k int) bool {
	if x.first < len(n.active)-x.taken && !x.reset(n, x.depth, n.free) {
		return true
	}
	for _, c := range n.active[x.taken:] {
		x.first--
		x.put(x.first, c.and(n.free))
	}
	x.taken = len(n.active)
	open := x.open[k*x.words : (k+1)*x.words]
	for i := range open {
		open[i] = ^uint64(0)
	}
	open[0] <<= x.first
	if last := (x.first + x.taken) & 63; last > 0 {
		open[x.words-1] &= 1<<last - 1
	}
	for chosen := in.minus(n.in); !chosen.empty(); chosen = chosen.without(chosen.smallest()) {
		x.choose(chosen.smallest(), open, open)
	}
	return x.closed(free, k, open)
}

// choose takes the cuts that have a column out of a set.
func (x *incidence) choose(j int, from, to []uint64) {
	for i, w := range x.of[j*x.words : (j+1)*x.words] {
		to[i] = from[i] &^ w
	}
}

func (x *incidence) closed(free columns, k int, open []uint64) bool {
	x.nodes++
	if k > stopAbove && x.stopped() {
		return false
	}
	tight, some := x.tightest(free, open)
	if !some {
		return false
	}
	for hits := tight; !hits.empty(); hits = tight.and(free) {
		same := x.t.duplicates[hits.smallest()]
		j := same.and(free).smallest()
		rest := free.minus(x.t.taken(j, columns{})) // of groups that allow several it leaves all others
		if k == 2 {
			if !x.closedByOne(rest, j, open) {
				return false
			}
		} else {
			left := x.open[(k-1)*x.words : k*x.words]
			x.choose(j, open, left)
			if !x.closed(rest, k-1, left) {
				return false
			}
		}
		free = free.minus(same)
	}
	return true
}

// closedByOne reports whether no free column is in all cuts that are open and do not have column j.
func (x *incidence) closedByOne(free columns, j int, open []uint64) bool {
	x.nodes++
	left := x.unpack(free)
	for i, w := range x.of[j*x.words : (j+1)*x.words] {
		for w = open[i] &^ w; w != 0; w &= w - 1 {
			some := uint64(0)
			for k, c := range x.cut(i<<6 + bits.TrailingZeros64(w)) {
				left[k] &= c
				some |= left[k]
			}
			if some == 0 {
				return true
			}
		}
	}
	common := columns{proof.Words(left...)}
	for of := common.and(x.t.doubled); !of.empty(); of = of.without(of.smallest()) {
		if j := of.smallest(); x.t.duplicates[j].and(free).smallest() < j {
			common = common.without(j)
		}
	}
	return common.empty() && !free.empty()
}

// tightest returns the free columns of the cut that has the fewest of them, of the first open ones; false if none is
// open.
func (x *incidence) tightest(free columns, open []uint64) (tight columns, some bool) {
	seen, least, best, all := 0, math.MaxInt, 0, x.unpack(free)
	for i, w := range open {
		for ; w != 0; w &= w - 1 {
			at, n := i<<6+bits.TrailingZeros64(w), 0
			for k, c := range x.cut(at) {
				n += bits.OnesCount64(c & all[k])
			}
			if n < least {
				best, least = at, n
			}
			if seen++; seen == compared || least == 0 {
				return columns{proof.Words(x.cut(best)...)}.and(free), true
			}
		}
	}
	if seen == 0 {
		return columns{}, false
	}
	return columns{proof.Words(x.cut(best)...)}.and(free), true
}
