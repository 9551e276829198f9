package matrix

import (
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// infer sets what the rows are about: the range follows from the rows, and the hand is called by its class
// if the range does not tell suits apart.
func (s *Rows) infer(hand ranges.Hand) error {
	r, err := inferRange(hand.Combo, s.List)
	if err != nil {
		return err
	}
	if r.SuitSymmetric() && hand.Class.Representative() == hand.Combo {
		hand.Text, hand.Specific = hand.Class.String(), false
	}
	s.Meta = Meta{Hand: hand, Range: r, Source: unlabelled}
	return nil
}

// inferRange returns the range that leaves each flop of a hand the combos of its row.
//
// Of the 50 cards that are not the hand's, let w(ab) be the weight of a combo, C(a) the sum of w(ab) over
// b, and T the sum of all. A flop abc leaves g(abc) = T - C(a) - C(b) - C(c) + w(ab) + w(ac) + w(bc).
// Summed over c, that is g(ab) = 46 (T - C(a) - C(b) + w(ab)); over b, g(a) = 46*47 (T - C(a)); and over a,
// 46*47*48 T. So the rows tell all weights but those of combos with a card of the hand, which never
// count; these get the weight of their class if its other combos agree on one, for all classes.
func inferRange(hand cards.Combo, rows []Row) (*ranges.Range, error) {
	var pair [cards.NumCards][cards.NumCards]int64
	var single [cards.NumCards]int64
	total := int64(0)
	for i := range rows {
		flop, combos := rows[i].Cards(), int64(rows[i].Combos())
		for k, a := range flop {
			for _, b := range flop[k+1:] {
				pair[a][b] += combos
			}
			single[a] += 2 * combos
		}
		total += 6 * combos
	}
	total /= 46 * 47 * 48
	for a := range single {
		single[a] = total - single[a]/(46*47)
	}
	var weights [cards.NumCombos]uint32
	for a := range pair {
		for b := range a {
			w := pair[a][b]/46 - total + single[a] + single[b]
			pair[a][b] = w
			h := cards.ComboOf(cards.Card(a), cards.Card(b))
			if h.Set()&hand.Set() != 0 {
				continue
			}
			if w < 0 || w > ranges.MaxWeight {
				return nil, changed("no range has the column combos: the combo %v would weigh %d", h, w)
			}
			weights[h] = uint32(w)
		}
	}
	for i := range rows {
		flop, combos := rows[i].Cards(), int64(rows[i].Combos())
		a, b, c := flop[0], flop[1], flop[2]
		left := total - single[a] - single[b] - single[c] + pair[a][b] + pair[a][c] + pair[b][c]
		if left != combos {
			return nil, changed("no range has the column combos: flop %s has %d", cards.Format(flop), combos)
		}
	}
	completeClasses(hand, &weights)
	return ranges.FromWeights(&weights)
}

// completeClasses gives combos with a card of the hand the weight of their class, if in every class all
// others weigh the same.
func completeClasses(hand cards.Combo, weights *[cards.NumCombos]uint32) {
	var byClass [cards.NumClasses]uint32
	known := [cards.NumClasses]bool{}
	for h := range cards.Combo(cards.NumCombos) {
		if h.Set()&hand.Set() != 0 {
			continue
		}
		class := h.Class()
		if known[class] && byClass[class] != weights[h] {
			return
		}
		known[class], byClass[class] = true, weights[h]
	}
	for h := range cards.Combo(cards.NumCombos) {
		weights[h] = byClass[h.Class()]
	}
}
