package postflop

import "feltlab/model/game"

// held is a hand in one word, so that a loop needs one load for it: the number of the hand in the high 16 bits, then a
// byte for each card.
type held uint32

func heldOf(hand uint16, low, high uint8) held { return held(hand)<<16 | held(low)<<8 | held(high) }

func (h held) hand() uint16 { return uint16(h >> 16) }

// byCard is a total for each card. It is longer than the deck so that a masked index needs no check.
type byCard [64]float32

func (t *byCard) of(h held) float32 { return t[h>>8&63] + t[h&63] }

func (t *byCard) add(h held, r float32) {
	t[h>>8&63] += r
	t[h&63] += r
}

// totals adds up the reach of all hands and of those that hold a card, times a factor. Hands with the same higher card
// are neighbours, so that their total stays in a register.
func (l *layout) totals(seat int, factor float32, reach []float32) (all float32, holding byCard) {
	mine := l.hands[seat].held
	for i := 0; i < len(mine); {
		high, sum := mine[i]&63, float32(0)
		for ; i < len(mine) && mine[i]&63 == high; i++ {
			r := float32(factor * reach[i])
			sum += r
			holding[mine[i]>>8&63] += r
		}
		holding[high] += sum
		all += sum
	}
	return all, holding
}

// mass fills in for each hand of a seat a factor times the other seat's reach with hands that share no card with it:
// that of all hands, less those that hold one of its cards. A hand of the same two cards is subtracted once too often.
func (l *layout) mass(seat int, factor float32, reach, values []float32) {
	all, holding := l.totals(1-seat, 1, reach)
	same := l.hands[seat].same
	for i, h := range l.hands[seat].held {
		v := all - holding.of(h)
		if k := same[i]; k >= 0 {
			v += reach[k]
		}
		values[i] = factor * v
	}
}

// certain is what a seat gets at an end for each hand of the other seat, whatever the cards are.
func certain(n *game.Node, seat int) float32 {
	if n.Kind == game.Showdown {
		return float32(-n.Rake / 2)
	}
	wins := n.Payoff
	if seat == 1 {
		wins = -wins
	}
	if wins > 0 {
		wins -= n.Rake
	}
	return float32(wins)
}

// contested is what the better hand gets at a showdown in addition, and the other one pays.
func contested(n *game.Node) float32 { return float32(n.Payoff - n.Rake/2) }

// value fills in the values of a seat's hands at an end, at a showdown on a river.
func (l *layout) value(n *game.Node, b *board, seat int, reach, values []float32) {
	if n.Kind == game.Folded || n.Rake > 0 {
		l.mass(seat, certain(n, seat), reach, values)
	} else {
		clear(values)
	}
	if n.Kind == game.Showdown {
		l.showdown(contested(n), b, seat, reach, values)
	}
}

// showdown adds to the values of a seat's hands what they win on a river, in O(n). Totals of the reach of weaker hands
// begin at minus half of all; the sum of those before and after the hands of a strength is then what a hand of that
// strength beats less what beats it.
func (l *layout) showdown(scale float32, b *board, seat int, reach, values []float32) {
	all, holding := l.totals(1-seat, -0.5, reach)
	own, other := b.order[seat].hands, b.order[1-seat].hands
	for _, g := range b.groups[seat] {
		for _, h := range other[:g.weaker] {
			r := reach[h.hand()]
			all += r
			holding.add(h, r)
		}
		other = other[g.weaker:]
		mine := own[:g.mine]
		own = own[g.mine:]
		if g.tied == 0 {
			for _, h := range mine {
				values[h.hand()] += float32(2 * scale * (all - holding.of(h)))
			}
			continue
		}
		for _, h := range mine {
			values[h.hand()] += float32(scale * (all - holding.of(h)))
		}
		for _, h := range other[:g.tied] {
			r := reach[h.hand()]
			all += r
			holding.add(h, r)
		}
		other = other[g.tied:]
		for _, h := range mine {
			values[h.hand()] += float32(scale * (all - holding.of(h)))
		}
	}
}
