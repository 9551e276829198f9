package postflop

import (
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// betting is what a pass knows of the betting of a round on one board: where it ends or the next card is dealt, in the
// order of the walk. A state that the other seat does not reach stands there in place of all after it.
type betting struct {
	leaves []leaf
	next   int // that the way up comes to
}

type leaf struct {
	node   *game.Node
	reach  []float32 // of the other seat; nil if all are 0
	values []float32 // of an end
}

// bet returns the values of the seat's hands before the betting of a round. They stay valid until the caller resets
// the arena.
func (p *pass) bet(n *game.Node, own, theirs []float32) ([]float32, error) {
	b := &p.betting[n.Round]
	b.leaves, b.next = b.leaves[:0], 0
	p.down(b, n, theirs)
	p.valueEnds(b, game.Folded)
	p.valueEnds(b, game.Showdown)
	return p.up(b, n, own, false)
}

// down lists the leaves, with the other seat's reach.
func (p *pass) down(b *betting, n *game.Node, reach []float32) {
	switch {
	case extensive.AllZero(reach):
		b.leaves = append(b.leaves, leaf{node: n})
	case n.Kind != game.Decision:
		b.leaves = append(b.leaves, leaf{node: n, reach: reach})
	case n.Actor == p.seat:
		for _, child := range n.Children {
			p.down(b, child, reach)
		}
	default:
		play, hands := p.play(n), len(reach)
		for i, child := range n.Children {
			share := play[i*hands : (i+1)*hands]
			multiply(share, reach, share)
			p.down(b, child, share)
		}
	}
}

// valueEnds values the ends of a kind, eight at a time as far as possible.
func (p *pass) valueEnds(b *betting, kind game.Kind) {
	p.ends = p.ends[:0]
	for i := range b.leaves {
		if l := &b.leaves[i]; l.node.Kind == kind && l.reach != nil {
			l.values = p.floats(len(p.hands[p.seat].listed))
			p.ends = append(p.ends, l)
		}
	}
	for i := 0; i < len(p.ends); i += eight {
		some := p.ends[i:min(i+eight, len(p.ends))]
		at := &p.rounds[some[0].node.Round][p.board]
		if p.lanes.value(p.layout, at, p.seat, some) {
			continue
		}
		for _, e := range some {
			p.value(e.node, at, p.seat, e.reach, e.values)
		}
	}
}

// up returns the values of a state, and updates the seat's decisions after it. Where neither seat's reach is left they
// are 0, and nothing is updated. In cut states the other seat has none.
func (p *pass) up(b *betting, n *game.Node, own []float32, cut bool) ([]float32, error) {
	var l leaf
	if !cut && b.leaves[b.next].node == n {
		l = b.leaves[b.next]
		b.next++
		cut = l.reach == nil
	}
	switch {
	case cut && (extensive.AllZero(own) || n.Kind == game.Folded || n.Kind == game.Showdown):
		return p.zeros(len(own)), nil
	case n.Kind == game.Decision && n.Actor == p.seat:
		return p.choose(b, n, own, cut)
	case n.Kind == game.Decision:
		return p.total(b, n, own, cut)
	case n.Kind == game.Chance && cut:
		return p.chance(n, own, p.zeros(len(p.hands[1-p.seat].listed)))
	case n.Kind == game.Chance:
		return p.chance(n, own, l.reach)
	}
	return l.values, nil
}

// total adds up the values after the actions of the other seat, whose reach they contain.
func (p *pass) total(b *betting, n *game.Node, own []float32, cut bool) ([]float32, error) {
	out := p.floats(len(own))
	used := p.used
	for i, child := range n.Children {
		values, err := p.up(b, child, own, cut)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			copy(out, values)
		} else {
			add(out, out, values)
		}
		p.used = used
	}
	return out, nil
}

// choose follows the current strategy, from which the seat learns.
func (p *pass) choose(b *betting, n *game.Node, own []float32, cut bool) ([]float32, error) {
	hands, above := len(own), len(p.after)
	out := p.zeros(hands)
	used := p.used
	play, reach := p.play(n), p.floats(hands)
	for i, child := range n.Children {
		share := play[i*hands : (i+1)*hands]
		multiply(reach, own, share)
		values, err := p.up(b, child, reach, cut)
		if err != nil {
			return nil, err
		}
		mix(out, share, values)
		p.after = append(p.after, values)
	}
	p.learn(n, play, own, out, p.after[above:])
	p.after, p.used = p.after[:above], used
	return out, nil
}

// arena hands out vectors; to reset used is to take back those that came later.
type arena struct {
	numbers []float32
	used    int
}

// floats returns n numbers that are not initialised. Behind them there is room to read and write up to a multiple of
// eight, and to read eight more.
func (a *arena) floats(n int) []float32 {
	const block = 1 << 16
	from := a.used
	a.used += roundUp(n)
	if a.used+eight > len(a.numbers) { // those in use stay where they are
		a.numbers = make([]float32, max(2*len(a.numbers), a.used+block))
	}
	return a.numbers[from : from+n]
}

func roundUp(n int) int { return (n + eight - 1) / eight * eight }

func (a *arena) zeros(n int) []float32 {
	out := a.floats(n)
	clear(out)
	return out
}

func (a *arena) copied(x []float32) []float32 {
	out := a.floats(len(x))
	copy(out, x)
	return out
}
