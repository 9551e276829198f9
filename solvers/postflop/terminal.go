package postflop

import (
	"feltlab/model/cards"
	"feltlab/model/game"
)

// totals are the reach of all hands of a seat, and of those that hold a card.
type totals struct {
	all     float32
	holding [cards.NumCards]float32
}

func (t *totals) add(h *handList, i uint16, r float32) {
	t.all += r
	t.holding[h.low[i]%cards.NumCards] += r
	t.holding[h.high[i]%cards.NumCards] += r
}

// without is the total of the hands that share no card with hand i of a seat, but for a hand with the same two cards,
// which is subtracted once too often.
func (t *totals) without(h *handList, i uint16) float32 {
	return t.all - t.holding[h.low[i]%cards.NumCards] - t.holding[h.high[i]%cards.NumCards]
}

// mass fills in for each hand of a seat a factor times the other seat's reach with hands that share no card with it.
func (l *layout) mass(seat int, factor float32, reach, values []float32) {
	mine, theirs := &l.hands[seat], &l.hands[1-seat]
	var t totals
	for i, r := range reach {
		t.add(theirs, uint16(i), r)
	}
	for h := range values {
		v := t.without(mine, uint16(h))
		if same := mine.same[h]; same >= 0 {
			v += reach[same]
		}
		values[h] = factor * v
	}
}

// fold fills in the values of a seat's hands where a seat gave up.
func (l *layout) fold(n *game.Node, seat int, reach, values []float32) {
	wins := n.Payoff
	if seat == 1 {
		wins = -wins
	}
	if wins > 0 {
		wins -= n.Rake
	}
	l.mass(seat, float32(wins), reach, values)
}

// showdown fills in the values of a seat's hands at a showdown on a river: in O(n) by running totals that begin at
// minus half of all, as package extensive explains for listed hands.
func (l *layout) showdown(n *game.Node, b *board, seat int, reach, values []float32) {
	mine, theirs := &l.hands[seat], &l.hands[1-seat]
	if n.Rake > 0 {
		l.mass(seat, float32(-n.Rake/2), reach, values)
	} else {
		clear(values)
	}
	own, other := &b.order[seat], &b.order[1-seat]
	scale := float32(n.Payoff - n.Rake/2)
	var t totals
	for _, i := range other.hands {
		t.add(theirs, i, -reach[i]/2)
	}
	k := 0
	for start := 0; start < len(own.hands); {
		strength := own.strengths[start]
		for k < len(other.hands) && other.strengths[k] < strength {
			t.add(theirs, other.hands[k], reach[other.hands[k]])
			k++
		}
		end := start
		for end < len(own.hands) && own.strengths[end] == strength {
			h := own.hands[end]
			values[h] += scale * t.without(mine, h)
			end++
		}
		for k < len(other.hands) && other.strengths[k] == strength {
			t.add(theirs, other.hands[k], reach[other.hands[k]])
			k++
		}
		for _, h := range own.hands[start:end] {
			values[h] += scale * t.without(mine, h)
		}
		start = end
	}
}
