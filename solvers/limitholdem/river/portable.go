package river

// Portable returns the kernel in plain Go. In float32 it computes the same bits as the others.
func Portable[R Real]() *Kernel[R] {
	return &Kernel[R]{
		"portable", Lanes, add[R], learn[R], learnLater[R],
		match[R], updateRegrets[R], share[R], average[R], carry[R], respond[R],
	}
}

// Products are converted before they are added, which keeps compilers from contracting the two.

func add[R Real](board *Board, b *Block[R], s *Scratch[R]) {
	p := &s.river
	p.partition(board, b)
	p.total(board, b)
	p.spread(b)
	sorted, holders, parts := board.sorted[:], board.holders[:], 0
	classes := 0
	for _, g := range board.groups[:board.numGroups] {
		hands, held := sorted[:g.hands], holders[:g.cards]
		p.open(held)
		p.edge = p.running.all
		for k := classes; k < classes+int(g.classes); k++ {
			parts = p.addClass(board, k, parts, b)
		}
		p.edge.add(&p.running.all)
		p.close(held)
		p.value(hands, b)
		sorted, holders, classes = sorted[g.hands:], holders[g.cards:], classes+int(g.classes)
	}
}

// partition computes the parts.
func (p *riverScratch[R]) partition(board *Board, b *Block[R]) {
	clear(p.parts[:board.numParts])
	for _, e := range board.sorted {
		low, high := &p.parts[e.lowAt], &p.parts[e.highAt]
		for l, r := range b.Reach[e.Combo] {
			low[l] += r
			high[l] += r
		}
	}
}

// total computes the totals of classes, whose hands are in two parts each, and the opponent's total losses.
func (p *riverScratch[R]) total(board *Board, b *Block[R]) {
	p.running = totals[R]{}
	n := 0
	for k, c := range board.classes[:board.numClasses] {
		var total Vector[R]
		for range c.cards {
			running := &p.running.holding[board.members[n]]
			for l, r := range p.parts[n] {
				total[l] += r
				for i := range running {
					running[i][l] += R(b.Theirs.end(c.bucket, i)[l] * r)
				}
			}
			n++
		}
		for l := range total {
			total[l] = R(total[l] / 2)
			for i := range p.running.all {
				p.running.all[i][l] += R(b.Theirs.end(c.bucket, i)[l] * total[l])
			}
		}
		p.totals[k] = total
	}
}

// addClass adds a class to the running totals. It returns the first part of the next class.
func (p *riverScratch[R]) addClass(board *Board, k, n int, b *Block[R]) int {
	c := board.classes[k]
	for i := range p.running.all {
		for l, loss := range b.Theirs.end(c.bucket, i) {
			p.running.all[i][l] += R(R(p.totals[k][l]/2) * loss)
			for j := n; j < n+int(c.cards); j++ {
				p.running.holding[board.members[j]][i][l] -= R(p.parts[j][l] * loss)
			}
		}
	}
	return n + int(c.cards)
}

// spread turns the totals into the fold winnings by card, and resets the running totals.
func (p *riverScratch[R]) spread(b *Block[R]) {
	// reached returns the folds of totals, which it multiplies by left.
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
		folds := reached(&p.running.holding[c], 1./2)
		for k := range p.folds {
			for l, x := range folds[Sequences+k] {
				p.held[c][Sequences+k][l] = p.folds[k][l] - x
			}
		}
	}
}

// open saves the running totals of cards.
func (p *riverScratch[R]) open(held []uint8) {
	for _, c := range held {
		copy(p.held[c][:Sequences], p.running.holding[c][:])
	}
}

// close turns the totals saved by open into showdown winnings of the group's hands that hold a card.
func (p *riverScratch[R]) close(held []uint8) {
	for _, c := range held {
		for i := range Sequences {
			now, at := &p.running.holding[c][i], &p.held[c][i]
			for l := range at {
				at[l] = at[l] + now[l] + p.edge[i][l]
			}
		}
	}
}

// value adds the values of hands that tie to the sum.
func (p *riverScratch[R]) value(hands []Entry, b *Block[R]) {
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

// bestResponse walks up the betting tree of a street, from our winnings at its ends.
//
// The tree below a bet of the opponent and the one below a bet of ours do not depend on who opened the street. In the
// names, r is a bet or raise of the opponent, R one of ours.
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

func (s *Shares[R]) add(other *Shares[R]) {
	for i := range s {
		for l := range s[i] {
			s[i][l] += other[i][l]
		}
	}
}
