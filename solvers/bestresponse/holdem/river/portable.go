package river

import "feltlab/model/cards"

// Portable returns the kernel in plain Go. In float32 it computes the same bits as the others.
func Portable[R Real]() *Kernel[R] {
	return &Kernel[R]{
		"portable", Lanes, add[R], learn[R], learnLater[R],
		match[R], settle[R], share[R], average[R], carry[R], respond[R],
	}
}

// Products are converted before they are added, which keeps compilers from contracting the two.

func add[R Real](board *Board, b *Block[R], s *Scratch[R]) {
	p := &s.purse
	p.running.clear(Lanes)
	p.running.total(board, b.Reach, b.Theirs.end)
	p.spread(b)
	sorted, holders := board.sorted[:], board.holders[:]
	for g, size := range board.sizes[:board.groups] {
		hands, held := sorted[:size], holders[:board.held[g]]
		p.open(held)
		group := p.running.addHands(hands, b.Reach, b.Theirs.end)
		for i := range group {
			for l, x := range group[i] {
				before := p.running.all[i][l]
				p.running.all[i][l] += R(x / 2)
				p.edge[i][l] = before + p.running.all[i][l]
			}
		}
		p.close(held)
		p.value(hands, b)
		sorted, holders = sorted[size:], holders[len(held):]
	}
}

// spread makes of the totals what each card takes from the folds, and sets the running totals back.
func (p *purse[R]) spread(b *Block[R]) {
	// reached gives the folds of totals, which are left times a factor.
	reached := func(t *Shares[R], left R) (out Ends[R]) {
		var f Shares[R]
		for i := range t {
			for l, x := range t[i] {
				f[i][l] = R(b.inverse[betsOf(i)][l] * x)
				t[i][l] = R(left * x)
			}
		}
		out.fold(&f, &b.Stakes, b.OpponentFirst)
		return out
	}
	all := reached(&p.running.all, -1./4)
	for k := range p.folds {
		for l, x := range all[Sequences+k] {
			p.folds[k][l] = R(x / 2)
		}
	}
	for c := range p.held {
		folds := reached(&p.running.holding[c], -1./2)
		for k := range p.folds {
			for l, x := range folds[Sequences+k] {
				p.held[c][Sequences+k][l] = p.folds[k][l] - x
			}
		}
	}
}

// open remembers the running totals of cards.
func (p *purse[R]) open(held []uint8) {
	for _, c := range held {
		copy(p.held[c][:Sequences], p.running.holding[c][:])
	}
}

// close makes of what open remembered what a hand of the group wins at showdowns if it holds a card.
func (p *purse[R]) close(held []uint8) {
	for _, c := range held {
		for i := range Sequences {
			now, at := &p.running.holding[c][i], &p.held[c][i]
			for l := range at {
				at[l] = p.edge[i][l] - (at[l] + now[l])
			}
		}
	}
}

// value adds what hands that tie are worth to the sum.
func (p *purse[R]) value(hands []Entry, b *Block[R]) {
	var ends [numEnds]R
	for _, e := range hands {
		reach, low, high, sum := &b.Reach[e.Combo], &p.held[e.Low], &p.held[e.High], &b.Sum[e.Combo]
		for l := range reach {
			for k := range ends {
				ends[k] = low[k][l] + high[k][l]
				if k >= Sequences {
					ends[k] += R(reach[l] * b.Theirs.end(e.Bucket, k)[l])
				}
			}
			value := R(0)
			if b.Ours == nil {
				value = bestResponse(b.OpponentFirst, &ends)
			} else {
				for k, x := range ends {
					value += R(b.Ours.end(e.Own, k)[l] * x)
				}
			}
			sum[l] += float64(R(value * b.Weight))
		}
	}
}

// bestResponse goes up the betting tree of a street, from what we win at its ends.
//
// The tree below a bet of theirs and the one below a bet of ours do not depend on who opened the
// street. In the comments, r is a bet or raise of theirs, R one of ours.
func bestResponse[R Real](opponentFirst bool, ends *[numEnds]R) R {
	show, fold := ends[:Sequences], ends[Sequences:]
	rRrR := fold[3] + show[4]
	rRr := max(fold[2], show[3], rRrR)
	rR := fold[1] + show[2] + rRr
	theirBet := max(fold[0], show[1], rR)

	RrRr := max(fold[7], show[8])
	RrR := fold[6] + show[7] + RrRr
	Rr := max(fold[5], show[6], RrR)
	ourBet := fold[4] + show[5] + Rr

	if opponentFirst {
		return max(show[CheckedDown], ourBet) + theirBet
	}
	return max(show[CheckedDown]+theirBet, ourBet)
}

// total fills totals, which are 0, with the reach of all live hands, times what there is by bucket.
// Hands with the same higher card are neighbours, so that their total may stay in registers.
func (t *totals[R]) total(board *Board, reach *[cards.NumCombos]Vector[R], byBucket func(bucket uint16, i int) *Vector[R]) {
	rest := board.dealt[:]
	for n := 1; n < board.cards; n++ {
		high := &t.holding[rest[0].High]
		for _, e := range rest[:n] {
			reach, low := &reach[e.Combo], &t.holding[e.Low]
			for i := range high {
				share, low, high := byBucket(e.Bucket, i), &low[i], &high[i]
				for l := range reach {
					r := R(reach[l] * share[l])
					low[l] += r
					high[l] += r
				}
			}
		}
		t.all.add(high) // so far of hands whose higher card it is
		rest = rest[n:]
	}
}

func (s *Shares[R]) add(other *Shares[R]) {
	for i := range s {
		for l := range s[i] {
			s[i][l] += other[i][l]
		}
	}
}

// addHands adds hands to the totals of their cards, and returns the sum of all for that of all hands: they
// are added up first, since long sums of small numbers lose digits.
func (t *totals[R]) addHands(hands []Entry, reach *[cards.NumCombos]Vector[R], byBucket func(bucket uint16, i int) *Vector[R]) (group Shares[R]) {
	for _, e := range hands {
		reach, low, high := &reach[e.Combo], &t.holding[e.Low], &t.holding[e.High]
		for i := range group {
			share, all, low, high := byBucket(e.Bucket, i), &group[i], &low[i], &high[i]
			for l := range reach {
				r := R(reach[l] * share[l])
				all[l] += r
				low[l] += r
				high[l] += r
			}
		}
	}
	return group
}
