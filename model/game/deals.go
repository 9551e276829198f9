package game

import "feltlab/model/cards"

// Deals lists the boards that may come, one for each orbit of the group, in ascending order of their
// sets. The member of an orbit with the least set represents it.
func (g *FixedLimit) Deals(s State, group []*Symmetry) Deals {
	if len(group) == 0 {
		group = g.symmetries[:1]
	}
	n := g.rules.rounds[s.Round+1].deal
	left := g.rules.deck &^ s.Board.Set()
	d := Deals{Ways: float64(choose(left.Len()-2*g.rules.holeCards, n))}
	eachSubset(left, n, func(dealt cards.Set) {
		if orbit, stabilizer := orbitOf(dealt, group); orbit != nil {
			state := State{s.Children[0], s.Board.with(dealt)}
			d.List = append(d.List, Deal{state, dealt, orbit, stabilizer})
		}
	})
	return d
}

// orbitOf returns one symmetry for each image of the set under the group, and the subgroup that fixes
// the set. It returns nil if another member of the orbit is less than the set.
func orbitOf(set cards.Set, group []*Symmetry) (orbit, stabilizer []*Symmetry) {
	if len(group) == 1 {
		return group, group
	}
	var seen [len(cards.SuitPerms)]cards.Set
	for _, p := range group {
		image := p.Suits.Set(set)
		if image < set {
			return nil, nil
		}
		if image == set {
			stabilizer = append(stabilizer, p)
		}
		if isNew(image, seen[:len(orbit)]) {
			seen[len(orbit)] = image
			orbit = append(orbit, p)
		}
	}
	return orbit, stabilizer
}

func isNew(set cards.Set, seen []cards.Set) bool {
	for _, other := range seen {
		if other == set {
			return false
		}
	}
	return true
}

// eachSubset visits the subsets of n cards in ascending order of their bits.
func eachSubset(of cards.Set, n int, visit func(cards.Set)) {
	if n == 0 {
		visit(0)
		return
	}
	for rest := of; rest != 0; rest &= rest - 1 {
		high := rest.Min()
		if below := of & (1<<high - 1); below.Len() >= n-1 {
			eachSubset(below, n-1, func(set cards.Set) { visit(set.With(high)) })
		}
	}
}

func choose(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}
