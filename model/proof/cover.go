package proof

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"feltlab/model/features"
)

// Cover shows that no choice of at most Features features has Need of the columns of every cut, by
// an exhaustive search. The error wraps ErrHeader, or ErrCover with such a choice, or is the
// context's.
//
// Features that are true on the same rows are interchangeable: a formula can use the smaller one in
// the place of the greater. So a choice counts only if with a feature it has all smaller ones of
// the same rows.
//
// A cut that needs more than one column counts if no choice at all has so many, and is passed over
// else.
func (in *Instance) Cover(ctx context.Context, p *Proof) error {
	if err := p.valid(); err != nil {
		return err
	}
	s := &cover{in: in, ctx: ctx}
	chosen := and(p.With, in.every)
	k := p.Features - size(p.With)
	var cuts []features.Vector
	for i := range p.Cuts {
		c := &p.Cuts[i]
		if c.Need > size(and(c.Columns, chosen))+k || c.Need > size(and(c.Columns, in.every)) {
			return nil
		}
		if c.Need == 1 && and(c.Columns, chosen) == (features.Vector{}) {
			cuts = append(cuts, and(c.Columns, in.every))
		}
	}
	// The smallest cuts first, which are looked at most.
	slices.SortStableFunc(cuts, func(a, b features.Vector) int { return size(a) - size(b) })
	if !s.closed(s.whole.reset(cuts), chosen, minus(in.every, chosen), k, s.whole.all) && s.err == nil {
		s.err = fmt.Errorf("%w: %v of at most %d", ErrCover, s.choice.IDs(), p.Features)
	}
	return s.err
}

// cover is a search under way.
type cover struct {
	in     *Instance
	ctx    context.Context
	whole  incidence // of all cuts
	part   incidence // of those that are open in a node with fewLeft features left
	nodes  int64
	choice features.Vector // that has a column of every cut
	err    error
}

const (
	// fewLeft is the number of features left at which the cuts that are open are taken for
	// themselves.
	fewLeft = 5
	// looksEvery is the number of nodes between two looks at the context.
	looksEvery = 1 << 14
	// glanced is how many open cuts are looked at for the one with the fewest free columns.
	glanced = 16
)

// incidence says which cuts have which features, and has room for a search of them.
type incidence struct {
	cuts []features.Vector
	all  bitset                     // of these
	of   [features.Count + 1]bitset // of these, by feature
	left [features.Count + 1]bitset // that are open, by the number of features left
}

// bitset is a set of cuts by their places.
type bitset []uint64

// reset makes t that of some cuts.
func (t *incidence) reset(cuts []features.Vector) *incidence {
	t.cuts = cuts
	empty := make(bitset, (len(cuts)+63)/64)
	t.all = append(t.all[:0], empty...)
	for id := range t.of {
		t.of[id] = append(t.of[id][:0], empty...)
		t.left[id] = append(t.left[id][:0], empty...)
	}
	for i, c := range cuts {
		t.all[i>>6] |= 1 << (i & 63)
		for word, rest := range c {
			for ; rest != 0; rest &= rest - 1 {
				t.of[64*word+bits.TrailingZeros64(rest)+1][i>>6] |= 1 << (i & 63)
			}
		}
	}
	return t
}

// closed reports whether no choice with some features and at most k of the free ones has a column
// of every open cut.
func (s *cover) closed(t *incidence, chosen, free features.Vector, k int, open bitset) bool {
	if s.nodes++; s.nodes%looksEvery == 0 && s.ctx.Err() != nil {
		s.err = s.ctx.Err()
		return false
	}
	tight, some := t.tightest(free, open)
	if !some {
		s.choice = chosen
		return false
	}
	if k == 0 {
		return true
	}
	if k == fewLeft && t != &s.part {
		s.part.reset(t.among(open))
		return s.closed(&s.part, chosen, free, k, s.part.all)
	}
	// A choice has a feature of the cut. It is with the smallest duplicate of that which is free,
	// or with none of these.
	for hits := and(tight, free); hits != (features.Vector{}); hits = and(tight, free) {
		same := and(s.in.same[smallest(hits)], free)
		j := features.Vector{}.With(smallest(same))
		of, left, some := t.of[smallest(same)][:len(open)], t.left[k-1][:len(open)], uint64(0)
		for i, word := range open {
			left[i] = word &^ of[i]
			some |= left[i]
		}
		if some == 0 && k == 1 {
			s.choice = or(chosen, j)
			return false
		}
		if k > 1 && !s.closed(t, or(chosen, j), minus(free, j), k-1, left) {
			return false
		}
		free = minus(free, same)
	}
	return true
}

// tightest returns, of the first open cuts, the one with the fewest free columns; false if no cut
// is open.
func (t *incidence) tightest(free features.Vector, open bitset) (columns features.Vector, some bool) {
	seen, least := 0, features.Count+1
	for word, rest := range open {
		for ; rest != 0; rest &= rest - 1 {
			c := t.cuts[64*word+bits.TrailingZeros64(rest)]
			if n := size(and(c, free)); n < least {
				columns, least = c, n
			}
			if seen++; seen == glanced || least == 0 {
				return columns, true
			}
		}
	}
	return columns, seen > 0
}

// among lists open cuts.
func (t *incidence) among(open bitset) (cuts []features.Vector) {
	for word, rest := range open {
		for ; rest != 0; rest &= rest - 1 {
			cuts = append(cuts, t.cuts[64*word+bits.TrailingZeros64(rest)])
		}
	}
	return cuts
}

func and(a, b features.Vector) features.Vector   { return features.Vector{a[0] & b[0], a[1] & b[1]} }
func or(a, b features.Vector) features.Vector    { return features.Vector{a[0] | b[0], a[1] | b[1]} }
func minus(a, b features.Vector) features.Vector { return features.Vector{a[0] &^ b[0], a[1] &^ b[1]} }
func size(v features.Vector) int                 { return bits.OnesCount64(v[0]) + bits.OnesCount64(v[1]) }

func smallest(v features.Vector) int {
	if v[0] != 0 {
		return bits.TrailingZeros64(v[0]) + 1
	}
	return bits.TrailingZeros64(v[1]) + 65
}
