package river

import (
	"feltlab/model/cards"
)

func learn[R Real](board *Board, b *Lesson[R], s *Scratch[R]) {
	s.total(board, b)
	s.running = totals[R]{}
	sorted := board.sorted[:]
	for _, g := range board.groups[:board.numGroups] {
		hands := sorted[:g.hands]
		s.remember(hands)
		s.accumulate(hands, b)
		s.learn(hands, b)
		sorted = sorted[g.hands:]
	}
}

// total fills the final totals with the reach, of each sequence, of all live hands. Hands with the same higher card are
// neighbours, so that their total may stay in registers.
func (s *Scratch[R]) total(board *Board, b *Lesson[R]) {
	s.final = totals[R]{}
	rest := board.dealt[:]
	for n := 1; n < board.cards; n++ {
		high := &s.final.holding[rest[0].High]
		for _, e := range rest[:n] {
			reach, shares, low := &b.Reach[e.Combo], &b.Shares[e.Bucket], &s.final.holding[e.Low]
			for i := range shares {
				share, low, high := &shares[i], &low[i], &high[i]
				for l := range reach {
					r := R(reach[l] * share[l])
					low[l] += r
					high[l] += r
				}
			}
		}
		s.final.all.add(high) // so far of hands whose higher card it is
		rest = rest[n:]
	}
}

func (s *Scratch[R]) remember(hands []Entry) {
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

// accumulate adds the hands' reach, of each sequence, to the running totals. It fills edge with the sum of the total
// of all hands before and after. The hands are added up first, since long sums of small numbers lose digits.
func (s *Scratch[R]) accumulate(hands []Entry, b *Lesson[R]) {
	var group Shares[R]
	for _, e := range hands {
		reach, shares := &b.Reach[e.Combo], &b.Shares[e.Bucket]
		low, high := &s.running.holding[e.Low], &s.running.holding[e.High]
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
	s.edge = s.running.all
	s.running.all.add(&group)
	s.edge.add(&s.running.all)
}

func (s *Scratch[R]) learn(hands []Entry, b *Lesson[R]) {
	var fold, call [Sequences]R
	for n, e := range hands {
		shares, before := &b.Shares[e.Bucket], &s.before[n]
		lowNow, highNow := &s.running.holding[e.Low], &s.running.holding[e.High]
		for l := range b.Reach[e.Combo] {
			for i := range fold {
				others := s.others(e, i, l)
				fold[i] = others + R(b.Reach[e.Combo][l]*shares[i][l])
				showdown := s.edge[i][l] - before[i][l] - lowNow[i][l] - highNow[i][l] - others
				bets := betsOf(i)
				call[i] = R(b.Payoffs.Show[bets][l]*showdown) + R(b.Payoffs.Drift[bets][l]*fold[i])
			}
			b.hand(e, l, &fold, &call)
		}
	}
}

func learnLater[R Real](board *Board, b *Lesson[R], s *Scratch[R]) {
	s.total(board, b)
	var fold, call [Sequences]R
	for _, e := range board.Hands() {
		shares := &b.Shares[e.Bucket]
		for l := range b.Reach[e.Combo] {
			for i := range fold {
				fold[i] = s.others(e, i, l) + R(b.Reach[e.Combo][l]*shares[i][l])
				call[i] = b.Later[i][e.Combo][l]
			}
			b.hand(e, l, &fold, &call)
		}
	}
}

// others is the opponent's reach at a sequence, in a lane, without hands that share a card with ours; our own hand is
// subtracted twice.
func (s *Scratch[R]) others(e Entry, i, l int) R {
	return s.final.all[i][l] - s.final.holding[e.Low][i][l] - s.final.holding[e.High][i][l]
}

func betsOf(i int) int {
	if i > MaxBets {
		return i - MaxBets
	}
	return i
}

// hand walks up the betting tree of a street as bestResponse does, by our plan: fold is the opponent's total reach,
// call the winnings of a sequence. It adds the values of our actions to the gains.
func (b *Lesson[R]) hand(e Entry, l int, fold, call *[Sequences]R) {
	plan, gains, pay := &b.Plans[e.Own], &b.Gains[e.Own], &b.Payoffs
	act := func(entry int, v R) R {
		gains[entry][l] += v
		return R(plan[entry][l] * v)
	}
	lost := func(bets, i int) R { return -R(pay.Lose[bets-1][l] * fold[i]) }
	theirs := func(bets int, folded, called R) R { return R(pay.Win[bets-1][l]*folded) + called }

	at3 := act(facing3, lost(3, 3)) + act(facing3+1, call[3])
	at3 += act(facing3+2, theirs(4, fold[3]-fold[4], call[4]))
	at1 := act(facing1, lost(1, 1)) + act(facing1+1, call[1])
	at1 += act(facing1+2, theirs(2, fold[1]-fold[2]-fold[3], call[2])+at3)

	at4 := act(facing4, lost(4, 8)) + act(facing4+1, call[8])
	at2 := act(facing2, lost(2, 6)) + act(facing2+1, call[6])
	at2 += act(facing2+2, theirs(3, fold[6]-fold[7]-fold[8], call[7])+at4)
	folded := fold[0] - fold[5] - fold[6]
	if !b.OpponentFirst {
		folded += fold[1] // they bet after our check with it
	}
	open := act(Open+1, theirs(1, folded, call[5])+at2)
	if b.OpponentFirst {
		b.Values[e.Combo][l] = open + act(Open, call[0]) + at1
		return
	}
	b.Values[e.Combo][l] = open + act(Open, call[0]+at1)
}

func match[R Real](updates []Update[R], regrets, plans []Plan[R]) {
	for _, u := range updates {
		regret, plan := &regrets[u.Bucket], &plans[u.Bucket]
		for _, p := range places {
			for l := range Lanes {
				total := R(0)
				for a := p.first; a < p.first+p.actions; a++ {
					plan[a][l] = max(regret[a][l], 0)
					total += plan[a][l]
				}
				for a := p.first; a < p.first+p.actions; a++ {
					if total > 0 {
						plan[a][l] /= total
					} else {
						plan[a][l] = 1 / R(p.actions)
					}
				}
			}
		}
	}
}

func updateRegrets[R Real](updates []Update[R], floor R, plans, gains, regrets []Plan[R]) {
	for _, u := range updates {
		plan, gain, regret := &plans[u.Bucket], &gains[u.Bucket], &regrets[u.Bucket]
		for _, p := range places {
			for l := range Lanes {
				won := R(0)
				for a := p.first; a < p.first+p.actions; a++ {
					won += R(plan[a][l] * gain[a][l])
				}
				for a := p.first; a < p.first+p.actions; a++ {
					r := regret[a][l]
					r = R(max(r, 0)*u.Positive) + R(min(r, 0)*u.Negative)
					regret[a][l] = max(r+(gain[a][l]-won), floor)
					gain[a][l] = 0
				}
			}
		}
	}
}

func share[R Real](updates []Update[R], opponentFirst bool, plans []Plan[R], shares []Shares[R]) {
	for _, u := range updates {
		p, out := &plans[u.Bucket], &shares[u.Bucket]
		for l := range Lanes {
			out[0][l], out[1][l] = p[Open][l], p[Open+1][l]
			out[2][l] = R(out[1][l] * p[facing2+1][l])
			out[3][l] = R(out[1][l] * p[facing2+2][l])
			out[4][l] = R(out[3][l] * p[facing4+1][l])
			arrived := R(1)
			if opponentFirst {
				arrived = p[Open][l]
			}
			out[5][l] = R(arrived * p[facing1+1][l])
			out[6][l] = R(arrived * p[facing1+2][l])
			out[7][l] = R(out[6][l] * p[facing3+1][l])
			out[8][l] = R(out[6][l] * p[facing3+2][l])
		}
	}
}

func average[R Real](
	updates []Update[R], weight R, opponentFirst bool, plans []Plan[R], masses []Vector[R], sums []Plan[R],
) {
	for _, u := range updates {
		p, mass, sum := &plans[u.Bucket], &masses[u.Bucket], &sums[u.Bucket]
		for l := range Lanes {
			m := R(weight * mass[l])
			mass[l] = 0
			// play adds the actions of a decision and returns the probability of the last, after which play continues.
			play := func(first, actions int, m R) (last R) {
				for a := first; a < first+actions; a++ {
					last = R(m * p[a][l])
					sum[a][l] += last
				}
				return last
			}
			bet := play(Open, 2, m)
			arrived := m
			if opponentFirst {
				arrived = R(m * p[Open][l])
			}
			play(facing3, 3, play(facing1, 3, arrived))
			play(facing4, 2, play(facing2, 3, bet))
		}
	}
}

func carry[R Real](
	before, hands []Entry, i int, reach *[cards.NumCombos]Vector[R], shares []Shares[R],
	to *[cards.NumCombos]Vector[R], masses []Vector[R],
) {
	for n, e := range hands {
		from, share, out, mass := &reach[e.Combo], &shares[before[n].Bucket][i], &to[e.Combo], &masses[e.Bucket]
		for l := range out {
			out[l] = R(from[l] * share[l])
			mass[l] += out[l]
		}
	}
}

func respond[R Real](
	updates []Update[R], opponentFirst bool, gains, plans []Plan[R], values *[cards.NumCombos]Vector[R],
) {
	for _, u := range updates {
		gain, plan := &gains[u.Bucket], &plans[u.Bucket]
		for l := range Lanes {
			best := func(first, actions int) R {
				v, at := gain[first][l], first
				for a := first; a < first+actions; a++ {
					plan[a][l] = 0
					if gain[a][l] > v {
						v, at = gain[a][l], a
					}
				}
				plan[at][l] = 1
				return v
			}
			gain[facing1+2][l] += best(facing3, 3)
			gain[facing2+2][l] += best(facing4, 2)
			gain[Open+1][l] += best(facing2, 3)
			at1 := best(facing1, 3)
			if opponentFirst {
				values[u.Bucket][l] = best(Open, 2) + at1
			} else {
				gain[Open][l] += at1
				values[u.Bucket][l] = best(Open, 2)
			}
			for a := range gain {
				gain[a][l] = 0
			}
		}
	}
}

// Entries is the number of actions that a player has on a street, its five decisions together.
const Entries = 13

// Open is the first entry of a player's decision before there is a bet: check and bet. The other decisions face bets,
// an odd number of them if the opponent made the first, and have fold, call and raise, except that nobody raises the
// last bet.
const Open = 0

const facing1, facing3, facing2, facing4 = 2, 5, 8, 11

// Place returns the first entry of a player's decision on a street, by the number of bets so far and whether the
// player made the first of them.
func Place(bets int, oursFirst bool) int {
	switch {
	case bets == 0:
		return Open
	case oursFirst:
		return [...]int{2: facing2, 4: facing4}[bets]
	}
	return [...]int{1: facing1, 3: facing3}[bets]
}

var places = [...]struct{ first, actions int }{{Open, 2}, {facing1, 3}, {facing3, 3}, {facing2, 3}, {facing4, 2}}

// Plan holds a number for each entry and betting history, such as the probability of each action given that its
// decision is reached, or its regret.
type Plan[R Real] [Entries]Vector[R]

// Payoffs are the payoffs of the ends of a street. A showdown pays Show times the reach that we beat less the reach
// that beats us, plus Drift times the opponent's whole reach: with tilted payoffs a won and a lost pot differ.
type Payoffs[R Real] struct{ Win, Lose, Show, Drift Stakes[R] }

// Lesson is a block of sixteen betting histories from which we learn.
type Lesson[R Real] struct {
	Payoffs Payoffs[R]
	// OpponentFirst reports whether the opponent opens the street.
	OpponentFirst bool
	// Reach and Shares are the opponent's, as in Block.
	Reach  *[cards.NumCombos]Vector[R]
	Shares []Shares[R]
	// Plans are our strategy by our bucket. The values of our actions, summed over the bucket's hands, are added to
	// Gains.
	Plans, Gains []Plan[R]
	// Later is the winnings of each combo after each sequence; nil on the river.
	Later  *[Sequences][cards.NumCombos]Vector[R]
	Values *[cards.NumCombos]Vector[R] // set to the winnings of each live combo
}

// Update is a bucket with the discounts of its old regrets: of those above 0 and of those below.
type Update[R Real] struct {
	Bucket             uint32
	Positive, Negative R
}
