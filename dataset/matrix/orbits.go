package matrix

import "feltlab/model/cards"

// stabilizer returns the suit permutations that map the hand to itself: 4 for a pair, 6 for a
// suited hand, 2 for an offsuit hand.
func stabilizer(hand cards.Combo) []cards.SuitPerm {
	var out []cards.SuitPerm
	for _, p := range cards.SuitPerms {
		if hand.Permute(p) == hand {
			out = append(out, p)
		}
	}
	return out
}

// orbit returns the smallest of a flop's images under a group of suit permutations, which
// stands for all of them, and their number, by the orbit-stabilizer theorem.
func orbit(flop cards.Set, group []cards.SuitPerm) (smallest cards.Set, size int) {
	smallest = flop
	fixing := 0
	for _, p := range group {
		image := p.Set(flop)
		smallest = min(smallest, image)
		if image == flop {
			fixing++
		}
	}
	return smallest, len(group) / fixing
}

// flopsOf lists the 19,600 flops that avoid a hand in ascending order of their sets' bits.
func flopsOf(hand cards.Combo) []cards.Set {
	out := make([]cards.Set, 0, NumFlops)
	var deck []cards.Card
	for c := range cards.Card(cards.NumCards) {
		if !hand.Set().Has(c) {
			deck = append(deck, c)
		}
	}
	for k, high := range deck {
		for j, middle := range deck[:k] {
			for _, low := range deck[:j] {
				out = append(out, cards.SetOf(high, middle, low))
			}
		}
	}
	return out
}
