package river

// Portable returns the kernel in plain Go. In float32 it computes the same bits as the others.
func Portable[R Real]() *Kernel[R] {
	return &Kernel[R]{
		"portable", total[R], accumulate[R], remember[R], value[R], play[R],
		learn[R], learnLater[R], match[R], settle[R], share[R], average[R], carry[R], respond[R],
	}
}

// Products are converted before they are added, which keeps compilers from contracting the two.

func total[R Real](board *Board, b *Block[R], t *totals[R]) {
	rest := board.dealt[:]
	for n := 1; n < board.cards; n++ {
		high := &t.holding[rest[0].High]
		for _, e := range rest[:n] {
			reach, shares, low := &b.Reach[e.Combo], &b.Shares[e.Bucket], &t.holding[e.Low]
			for i := range shares {
				share, low, high := &shares[i], &low[i], &high[i]
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

func accumulate[R Real](hands []Entry, b *Block[R], t *totals[R], edge *Shares[R]) {
	var group Shares[R]
	for _, e := range hands {
		reach, shares := &b.Reach[e.Combo], &b.Shares[e.Bucket]
		low, high := &t.holding[e.Low], &t.holding[e.High]
		for i := range shares {
			share, all, low, high := &shares[i], &group[i], &low[i], &high[i]
			for l := range reach {
				r := R(reach[l] * share[l])
				all[l] += r
				low[l] += r
				high[l] += r
			}
		}
	}
	*edge = t.all
	t.all.add(&group)
	edge.add(&t.all)
}

func remember[R Real](hands []Entry, s *Scratch[R]) {
	for n, e := range hands {
		low, high, before := &s.running.holding[e.Low], &s.running.holding[e.High], &s.before[n]
		for i := range before {
			low, high, before := &low[i], &high[i], &before[i]
			for l := range before {
				before[l] = low[l] + high[l]
			}
		}
	}
}

func value[R Real](hands []Entry, b *Block[R], s *Scratch[R]) {
	eachEnd(hands, b, s, func(_ Entry, _ int, fold, showdown *[Sequences]R, stakes *[MaxBets + 1]R) R {
		return bestResponse(b.OpponentFirst, fold, showdown, stakes)
	})
}

func play[R Real](hands []Entry, b *Block[R], s *Scratch[R]) {
	eachEnd(hands, b, s, func(e Entry, l int, fold, showdown *[Sequences]R, stakes *[MaxBets + 1]R) R {
		var ours [Sequences]R
		for i := range ours {
			ours[i] = b.Ours[e.Own][i][l]
		}
		return asPlayed(b.OpponentFirst, fold, showdown, stakes, &ours)
	})
}

// eachEnd adds to the sum what combine makes of the ends, for each hand and betting history.
func eachEnd[R Real](hands []Entry, b *Block[R], s *Scratch[R], combine func(e Entry, l int, fold, showdown *[Sequences]R, stakes *[MaxBets + 1]R) R) {
	var fold, showdown [Sequences]R
	for n, e := range hands {
		reach, shares, before, sum := &b.Reach[e.Combo], &b.Shares[e.Bucket], &s.before[n], &b.Sum[e.Combo]
		low, high := &s.final.holding[e.Low], &s.final.holding[e.High]
		lowNow, highNow := &s.running.holding[e.Low], &s.running.holding[e.High]
		for l := range reach {
			for i := range fold {
				others := s.final.all[i][l] - low[i][l] - high[i][l]
				fold[i] = others + R(reach[l]*shares[i][l])
				showdown[i] = s.edge[i][l] - before[i][l] - lowNow[i][l] - highNow[i][l] - others
			}
			stakes := [...]R{b.Stakes[0][l], b.Stakes[1][l], b.Stakes[2][l], b.Stakes[3][l], b.Stakes[4][l]}
			sum[l] += float64(combine(e, l, &fold, &showdown, &stakes))
		}
	}
}

// bestResponse goes up the betting tree of a street. Of each sequence, by its number, f is what
// the opponent's reach amounts to and w what we win of it minus what we lose. Whoever folds
// loses the stakes before the last bet, the showdown is for the stakes with it.
//
// The tree below a bet of theirs (sequences 1 to 4) and the one below a bet of ours (5 to 8)
// do not depend on who opened the street. In the comments, r is a bet or raise of theirs, R
// one of ours.
func bestResponse[R Real](opponentFirst bool, f, w *[Sequences]R, stakes *[MaxBets + 1]R) R {
	ourCall := func(bets, i int) R { // or our fold
		return max(-R(stakes[bets-1]*f[i]), R(stakes[bets]*w[i]))
	}
	theirCall := func(bets, i int, folded R) R { // and their fold
		return R(stakes[bets-1]*folded) + R(stakes[bets]*w[i])
	}
	rRrR := theirCall(4, 4, f[3]-f[4])
	rRr := max(ourCall(3, 3), rRrR)
	rR := theirCall(2, 2, f[1]-f[2]-f[3]) + rRr
	theirBet := max(ourCall(1, 1), rR)

	RrRr := ourCall(4, 8)
	RrR := theirCall(3, 7, f[6]-f[7]-f[8]) + RrRr
	Rr := max(ourCall(2, 6), RrR)
	ourBet := R(stakes[1]*w[5]) + Rr
	folded := f[0] - f[5] - f[6]
	if !opponentFirst {
		folded += f[1] // they bet after our check with it
	}
	ourBet += R(stakes[0] * folded)

	checked := R(stakes[0] * w[0])
	if opponentFirst {
		return max(checked, ourBet) + theirBet
	}
	return max(checked+theirBet, ourBet)
}

// asPlayed is bestResponse with our own choices given: p is the probability that we play our part
// of each sequence. What we neither call nor raise we fold.
func asPlayed[R Real](opponentFirst bool, f, w *[Sequences]R, stakes *[MaxBets + 1]R, p *[Sequences]R) R {
	ourCall := func(bets, i int, folded R) R {
		return R(p[i]*R(stakes[bets]*w[i])) - R(folded*R(stakes[bets-1]*f[i]))
	}
	theirCall := func(bets, i int, folded R) R {
		return R(p[i] * (R(stakes[bets-1]*folded) + R(stakes[bets]*w[i])))
	}
	theirBet := ourCall(3, 3, p[2]-p[3]-p[4])
	theirBet += theirCall(4, 4, f[3]-f[4])
	theirBet += theirCall(2, 2, f[1]-f[2]-f[3])
	arrived := R(1)
	if !opponentFirst {
		arrived = p[0] // by our check
	}
	theirBet += ourCall(1, 1, arrived-p[1]-p[2])

	ourBet := ourCall(4, 8, p[7]-p[8])
	ourBet += theirCall(3, 7, f[6]-f[7]-f[8])
	ourBet += ourCall(2, 6, p[5]-p[6]-p[7])
	folded := f[0] - f[5] - f[6]
	if !opponentFirst {
		folded += f[1]
	}
	ourBet += theirCall(1, 5, folded)
	return theirBet + ourBet + R(p[0]*R(stakes[0]*w[0]))
}
