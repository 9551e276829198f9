package river

import (
	"feltlab/model/cards"
)

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

// Kernel is one implementation of the work that takes nearly all of the time.
type Kernel[R Real] struct {
	name  string
	width int // lanes that are worked on together

	add               func(board *Board, b *Block[R], s *Scratch[R])
	learn, learnLater func(board *Board, b *Lesson[R], s *Scratch[R]) // on the river, and before it

	// Match fills plans, for some buckets, by regret matching: in proportion to positive regrets; without any, all
	// actions are equally likely.
	Match func(updates []Update[R], regrets, plans []Plan[R])
	// UpdateRegrets adds to the discounted regrets the gain of each action less that of the plan, keeps them at floor
	// or above, and clears the gains.
	UpdateRegrets func(updates []Update[R], floor R, plans, gains, regrets []Plan[R])
	// Share fills the opponent's shares from its plans.
	Share func(updates []Update[R], opponentFirst bool, plans []Plan[R], shares []Shares[R])
	// Average adds to sums, for some buckets, the weight times the probability with which the opponent plays each
	// action. It clears masses, the opponent's reach summed over each bucket's hands.
	Average func(updates []Update[R], weight R, opponentFirst bool, plans []Plan[R], masses []Vector[R], sums []Plan[R])
	// Carry fills to with the opponent's reach after sequence i of the street before, for the hands that are live on a
	// board, and adds it to the masses of their buckets.
	Carry func(
		before, hands []Entry, i int, reach *[cards.NumCombos]Vector[R], shares []Shares[R],
		to *[cards.NumCombos]Vector[R], masses []Vector[R],
	)
	// Respond turns gains into a best response and clears them. Each hand is a bucket of its own, its combo, and was
	// valued with plans that are 0, so that gains are the values of the ends that follow an action. Plans get 1 for the
	// best action, the first of equals, and values its winnings.
	Respond func(updates []Update[R], opponentFirst bool, gains, plans []Plan[R], values *[cards.NumCombos]Vector[R])
}

func (k *Kernel[R]) String() string { return k.name }

// Add values all live hands of a board, for each of the block's betting histories, and adds the values to its sum: the
// sum over the opponent's live hands of reach x payoff if we play a best response from here on, or by our book if there
// is one.
func (k *Kernel[R]) Add(board *Board, b *Block[R], s *Scratch[R]) {
	for bets := range b.Stakes {
		for l, x := range b.Stakes[bets] {
			b.inverse[bets][l] = 0
			if x != 0 {
				b.inverse[bets][l] = 1 / x
			}
		}
	}
	k.add(board, b, s)
}

// Learn values all live hands of a board if we play by our plans, and adds up the values of our actions. On the river
// it sweeps the hands in order of strength.
func (k *Kernel[R]) Learn(board *Board, b *Lesson[R], s *Scratch[R]) {
	if b.Later != nil {
		k.learnLater(board, b, s)
		return
	}
	k.learn(board, b, s)
}

// Lanes is the number of betting histories that are valued at once.
const Lanes = 16

// Real is the precision of a kernel: float32 for speed, float64 as the reference.
type Real interface{ float32 | float64 }

// Vector holds a number for each of sixteen betting histories.
type Vector[R Real] [Lanes]R

// Sequences is the number of ways in which the betting of a street can end without a fold.
const Sequences = 9

// MaxBets is the number of bets that a street allows.
const MaxBets = 4

// CheckedDown is the sequence in which both check.
const CheckedDown = 0

// Sequence numbers the ways in which the betting of a street ends without a fold: CheckedDown,
// or the number of bets, from 1 to MaxBets, and whether we made the first of them.
func Sequence(bets int, oursFirst bool) int {
	if oursFirst {
		return MaxBets + bets
	}
	return bets
}

// Shares holds a number for each sequence and betting history. As the opponent's shares they are the probability that
// it plays its part of the sequence.
type Shares[R Real] [Sequences]Vector[R]

// Stakes holds the payoff of a showdown or fold by the number of bets that both have put in on the street, from none to
// MaxBets, and betting history.
type Stakes[R Real] [MaxBets + 1]Vector[R]

// Block is sixteen betting histories that reach a board.
type Block[R Real] struct {
	// Stakes are those of Theirs. The assembly kernels depend on the layout of the first two.
	Stakes  Stakes[R]
	inverse Stakes[R] // 0 where there is nothing at stake
	Weight  R         // of the values in the sum
	// OpponentFirst reports whether the opponent opens the street.
	OpponentFirst bool
	// Reach is the probability with which the opponent plays to the street with each combo. Only the entries of hands
	// that are live on the board are read.
	Reach  *[cards.NumCombos]Vector[R]
	Theirs *Book[R] // opponent's losses, by its bucket: see Ends.Pay
	// Ours is our play, by our bucket: see Ends.Play. With nil we play a best response.
	Ours *Book[R]
	Sum  *[cards.NumCombos]Vector[float64] // sum to which the values of our combos are added
}

type totals[R Real] struct {
	all     Shares[R]
	holding [cards.NumCards]Shares[R]
}

// Scratch is the memory of a sweep: one for each goroutine. It takes 980 KB in float32, of which Kernel.Add mostly
// touches 130 KB, and half of that with AVX2.
type Scratch[R Real] struct {
	river   riverScratch[R] // of Kernel.Add; what follows is of Kernel.Learn
	final   totals[R]
	running totals[R]
	edge    Shares[R] // of the group that was added last, the totals before plus those after
	before  [NumLive]Shares[R]
}

// riverScratch is the memory of Kernel.Add. The assembly kernels depend on the layout, and leave out the lanes that
// they do not work on.
type riverScratch[R Real] struct {
	// running totals of the opponent's losses, less half of the final ones: of each card, negative, and half of that
	// of all hands.
	running totals[R]
	edge    Shares[R] // of the group that was added last, half of the totals before plus those after
	folds   [Folds]Vector[R]
	// held is the winnings of a hand at each end by a card that it holds: those of its two cards add up, and at folds
	// the opponent's losses with the hand itself are added.
	held   [cards.NumCards]Ends[R]
	totals [NumLive]Vector[R]     // opponent's reach with the hands of each class
	parts  [2 * NumLive]Vector[R] // opponent's reach with the hands of a class that hold a card
}
