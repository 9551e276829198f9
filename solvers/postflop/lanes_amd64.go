package postflop

import (
	"feltlab/model/game"

	"golang.org/x/sys/cpu"
)

// lanes values up to eight ends of a kind together: a lane is an end, a row a hand or a card. Each lane computes the
// bits of layout.value.
type lanes struct {
	reach, values []float32 // by hand; reach has a row of zeros in front, for hands that the other seat cannot have
	holding       [64 * eight]float32
}

// fewest is how many ends are worth the way into rows and back.
const fewest = 2

// value fills in the values of a seat's hands at ends, and reports whether it did.
func (x *lanes) value(l *layout, b *board, seat int, ends []*leaf) bool {
	if !cpu.X86.HasAVX2 || len(ends) < fewest {
		return false
	}
	mine, theirs := &l.hands[seat], &l.hands[1-seat]
	own, other := roundUp(len(mine.held)), roundUp(len(theirs.held))
	if len(x.values) < own*eight || len(x.reach) < (1+other)*eight {
		x.values, x.reach = make([]float32, own*eight), make([]float32, (1+other)*eight)
	}
	var from, to [eight]*float32
	var sure, scale [eight]float32
	for i := range eight {
		e := ends[min(i, len(ends)-1)] // the last one several times
		from[i], to[i] = &e.reach[0], &e.values[0]
		sure[i], scale[i] = certain(e.node, seat), contested(e.node)
	}
	reach := &x.reach[eight]
	intoRowsAVX2(reach, &from, other)
	hands, held := (*uint32)(&theirs.held[0]), len(theirs.held)
	if n := ends[0].node; n.Kind == game.Folded || n.Rake > 0 {
		massAVX2(hands, held, reach, &x.holding[0], (*uint32)(&mine.held[0]), &mine.same[0], len(mine.held),
			&x.values[0], &sure[0])
	} else {
		clear(x.values[:own*eight])
	}
	if groups := b.groups[seat]; ends[0].node.Kind == game.Showdown && len(groups) > 0 {
		showdownAVX2(hands, held, reach, &x.holding[0], b.order[seat].first(), b.order[1-seat].first(),
			&groups[0].mine, len(groups), &x.values[0], &scale[0])
	}
	fromRowsAVX2(&to, &x.values[0], own)
	return true
}

func (r *ranking) first() *uint32 {
	if len(r.hands) == 0 {
		return nil
	}
	return (*uint32)(&r.hands[0])
}
