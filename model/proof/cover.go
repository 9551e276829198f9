package proof

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
)

// Cover shows by an exhaustive search that no choice of at most p.Features columns has a column of every cut, and at
// most one column of a group, but choices with all columns of an excepted set. The search tries only choices that have,
// with a column, all smaller columns that are interchangeable with it. A claim about scores it shows by the search of
// Scores. The error wraps ErrHeader, or ErrCover with a choice that the cuts leave, or is the context's.
func (in *Instance) Cover(ctx context.Context, p *Proof) error { return in.CoverPart(ctx, p, 0, 1) }

// CoverPart is one of several parts of Cover, from 0, which a caller may run at the same time. The parts share out the
// choices by their first two columns: Cover succeeds exactly if all parts do.
func (in *Instance) CoverPart(ctx context.Context, p *Proof, part, parts int) error {
	if err := p.Valid(in.columns); err != nil {
		return err
	}
	if p.Loss == Wrong && part > 0 {
		return nil
	}
	if p.Loss == Wrong {
		return in.coverScores(ctx, p)
	}
	s := &cover{in: in, ctx: ctx, same: in.Interchangeable(p.Rules), rules: p.Rules, except: p.Except,
		share: part, shares: parts, second: p.Features - p.With.Size() - 1}
	every := p.Rules.Units(in.every)
	chosen, free := p.With.And(every), every.Minus(p.With)
	for id := range p.With.All() {
		free = free.Minus(p.Rules.Taken(id, p.With))
	}
	k := p.Features - p.With.Size()
	var cuts []Vector
	for i := range p.Cuts {
		if c := p.Cuts[i].Columns; c.And(chosen).Empty() {
			cuts = append(cuts, c.And(every))
		}
	}
	// The search looks at the first open cuts most; the smallest ones close branches soonest.
	slices.SortStableFunc(cuts, func(a, b Vector) int { return a.Size() - b.Size() })
	whole := s.whole.reset(cuts, in.columns)
	if !s.closed(whole, chosen, free, k, whole.all) && s.err == nil {
		s.err = fmt.Errorf("%w: %v of at most %d", ErrCover, s.choice.IDs(), p.Features)
	}
	return s.err
}

type cover struct {
	in     *Instance
	ctx    context.Context
	same   []Vector  // by column: those that are interchangeable with it, itself included
	rules  *Rules    // nil: no groups
	except []Vector  // sets whose choices may have a column of every cut
	whole  incidence // of all cuts
	part   incidence // of the cuts that are open in a node with fewLeft columns left to choose
	share  int       // of the shares, that of this search
	shares int       // of nodes with two columns of the search's choice, by turns
	second int       // columns left to choose before the second of these
	turn   int       // of the next such node
	left   int       // words of bitsets until the next look at the context
	choice Vector    // a choice with a column of every cut, once one is found
	err    error
}

const (
	// fewLeft is the number of columns left to choose at which the search goes on with the open cuts alone.
	fewLeft      = 5
	contextEvery = 1 << 22 // the number of words of bitsets between two looks at the context: some milliseconds
	scanned      = 16      // how many open cuts the search compares to find one with few free columns
)

// incidence says which cuts have which columns, and holds the memory of a search of them.
type incidence struct {
	cuts []Vector
	all  bitset   // of all these cuts
	of   []bitset // by column: the cuts that have it
	left []bitset // by the number of columns left to choose: the open cuts
}

type bitset []uint64

func (t *incidence) reset(cuts []Vector, columns int) *incidence {
	t.cuts = cuts
	empty := make(bitset, (len(cuts)+63)/64)
	t.all = append(t.all[:0], empty...)
	for len(t.of) <= columns {
		t.of, t.left = append(t.of, nil), append(t.left, nil)
	}
	for id := range columns + 1 {
		t.of[id] = append(t.of[id][:0], empty...)
		t.left[id] = append(t.left[id][:0], empty...)
	}
	for i, c := range cuts {
		t.all[i>>6] |= 1 << (i & 63)
		for id := range c.All() {
			t.of[id][i>>6] |= 1 << (i & 63)
		}
	}
	return t
}

// closed reports whether every choice of the chosen columns and at most k free ones misses an open cut.
func (s *cover) closed(t *incidence, chosen, free Vector, k int, open bitset) bool {
	if !s.spend(len(open)) {
		return false
	}
	tight, some := t.tightest(free, open)
	if !some {
		s.choice = chosen
		return s.excepted(chosen)
	}
	if k == 0 {
		return true
	}
	if k == 1 {
		return !s.last(t, chosen, free, open)
	}
	if k == fewLeft && t != &s.part {
		var cuts []Vector
		for i, c := range t.cuts {
			if open[i>>6]>>(i&63)&1 != 0 {
				cuts = append(cuts, c)
			}
		}
		s.part.reset(cuts, s.in.columns)
		if !s.spend(2 * s.in.columns * len(s.part.all)) {
			return false
		}
		return s.closed(&s.part, chosen, free, k, s.part.all)
	}
	// A choice has a column of this cut. It has the smallest free duplicate of that column, or none of
	// its free duplicates.
	for hits := tight.And(free); !hits.Empty(); hits = tight.And(free) {
		same := s.same[hits.Smallest()].And(free)
		j := same.Smallest()
		if s.others(k) {
			free = free.Minus(same)
			continue
		}
		if !s.spend(len(open)) {
			return false
		}
		of, left, with := t.of[j][:len(open)], t.left[k-1][:len(open)], chosen.With(j)
		for i, word := range open {
			left[i] = word &^ of[i]
		}
		if !s.closed(t, with, free.Without(j).Minus(s.rules.Taken(j, with)), k-1, left) {
			return false
		}
		free = free.Minus(same)
	}
	return true
}

// others reports whether the next choice in a node with k columns left is that of another share.
func (s *cover) others(k int) bool {
	if k != s.second {
		return false
	}
	s.turn++
	return s.turn%s.shares != s.share
}

// excepted reports whether a choice has all columns of an excepted set.
func (s *cover) excepted(chosen Vector) bool {
	return slices.ContainsFunc(s.except, func(v Vector) bool { return v.Minus(chosen).Empty() })
}

// last reports whether a free column is in every open cut, and makes it part of the choice.
func (s *cover) last(t *incidence, chosen, free Vector, open bitset) bool {
	common := free
	for word, rest := range open {
		for ; rest != 0 && !common.Empty(); rest &= rest - 1 {
			common = common.And(t.cuts[64*word+bits.TrailingZeros64(rest)])
		}
	}
	for id := range common.All() {
		if s.same[id].And(free).Smallest() == id && !s.excepted(chosen.With(id)) {
			s.choice = chosen.With(id)
			return true
		}
	}
	return false
}

// Interchangeable returns, by column, the columns that can take its place in any formula, itself included: they are
// true in the same rows, or with an intercept in exactly the others, and the rules, maybe nil, treat them alike.
func (in *Instance) Interchangeable(r *Rules) []Vector {
	same := make([]Vector, in.columns+1)
	if r == nil {
		r = &Rules{Bounds: slices.Repeat([]Bounds{plain}, in.columns)}
	}
	mirrored := r.Intercept != NoIntercept
	if n := len(r.Values); n > 0 {
		mirrored = r.Intercept == FreeIntercept
		for i, v := range r.Values {
			mirrored = mirrored && v == -r.Values[n-1-i]
		}
	}
	rows, all := in.trueIn(), r.Units(in.every).IDs()
	for _, j := range all {
		other := slices.Clone(rows[j])
		for i, word := range rows[0] {
			other[i] ^= word
		}
		for _, k := range all {
			b, c := r.Bounds[j-1], r.Bounds[k-1]
			equal := b == c && slices.Equal(rows[j], rows[k])
			opposite := mirrored && b.Lower == -c.Upper && b.Upper == -c.Lower && slices.Equal(other, rows[k])
			if (equal || opposite) && r.Group(j) == r.Group(k) {
				same[j] = same[j].With(k)
			}
		}
	}
	return same
}

// trueIn returns, by column, the set of patterns in which it is true; that of the intercept is all of them.
func (in *Instance) trueIn() []bitset {
	t := make([]bitset, in.columns+1)
	for id := range t {
		t[id] = make(bitset, (len(in.patterns)+63)/64)
	}
	for i := range in.patterns {
		t[0][i>>6] |= 1 << (i & 63)
		for _, id := range in.patterns[i].ids {
			t[id][i>>6] |= 1 << (i & 63)
		}
	}
	return t
}

// spend counts the words that the search goes through, and reports whether the context lets it go on.
func (s *cover) spend(words int) bool {
	if s.left -= words + scanned; s.left < 0 {
		s.left = contextEvery
		s.err = s.ctx.Err()
	}
	return s.err == nil
}

// tightest returns the cut with the fewest free columns of the first open cuts; false if no cut is open.
func (t *incidence) tightest(free Vector, open bitset) (columns Vector, some bool) {
	seen, least := 0, MaxColumns+1
	for word, rest := range open {
		for ; rest != 0; rest &= rest - 1 {
			c := t.cuts[64*word+bits.TrailingZeros64(rest)]
			if n := c.And(free).Size(); n < least {
				columns, least = c, n
			}
			if seen++; seen == scanned || least == 0 {
				return columns, true
			}
		}
	}
	return columns, seen > 0
}
