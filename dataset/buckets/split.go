package buckets

import (
	"context"
	"slices"

	"feltlab/internal/parallel"
)

// items are the items of a street that get buckets: classes before the flop, orbits of pairs of a hand and a board
// after it. If the last card matters, each pair is four items, one for each card as the last: item = pair * lasts +
// last.
type items struct {
	sizes []uint8 // number of deals of each pair
	lasts int
}

func (it *items) len() int { return len(it.sizes) * it.lasts }

func (it *items) size(item int) uint64 { return uint64(it.sizes[item/it.lasts]) }

// none is the bucket of items without one.
const none = 1<<16 - 1

// groups are disjoint sets of items, numbered from 0.
type groups struct {
	of []uint16 // by item; none for items in no group
	n  int
}

func (it *items) together() groups { return groups{make([]uint16, it.len()), 1} }

// split divides each group into parts; part p of group g is group g*parts + p. An item is in part share*parts, rounded
// down, where share is the share of the group's deals with smaller values of their pairs plus half of that with equal
// ones. So parts are equally likely as nearly as equal values allow.
func (it *items) split(ctx context.Context, in groups, values []uint32, parts, workers int) (groups, error) {
	out := groups{in.of, in.n * parts}
	if parts == 1 {
		return out, nil
	}
	// The items by group; a key has the value in the upper and the item in the lower half.
	starts := make([]int, in.n+1)
	for _, g := range in.of {
		if g != none {
			starts[g+1]++
		}
	}
	for g := range in.n {
		starts[g+1] += starts[g]
	}
	keys, next := make([]uint64, starts[in.n]), slices.Clone(starts)
	for item, g := range in.of {
		if g != none {
			keys[next[g]] = uint64(values[item/it.lasts])<<32 | uint64(item)
			next[g]++
		}
	}
	out.of = slices.Clone(in.of)
	err := parallel.Loop{Items: in.n, Workers: workers}.Each(ctx, parallel.Same(func(g int) error {
		it.divide(keys[starts[g]:starts[g+1]], uint64(parts), func(item int, part uint64) {
			out.of[item] = uint16(g*parts) + uint16(part)
		})
		return nil
	}))
	return out, err
}

// divide sorts the keys of a group and calls tell with the part of each item.
func (it *items) divide(keys []uint64, parts uint64, tell func(item int, part uint64)) {
	slices.Sort(keys)
	item := func(key uint64) int { return int(uint32(key)) }
	total := uint64(0)
	for _, key := range keys {
		total += it.size(item(key))
	}
	below := uint64(0)
	for from := 0; from < len(keys); {
		to, equal := from, uint64(0)
		for ; to < len(keys) && keys[to]>>32 == keys[from]>>32; to++ {
			equal += it.size(item(keys[to]))
		}
		part := partOf(below, equal, total, parts)
		for _, key := range keys[from:to] {
			tell(item(key), part)
		}
		below += equal
		from = to
	}
}

// partOf returns the part of an item among equally likely parts, from the weights below it, equal to it (itself
// included) and in total.
func partOf(below, equal, total, parts uint64) uint64 {
	return (2*below + equal) * parts / (2 * total)
}
