package strength

import (
	"context"
	"math/bits"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// counting counts the boards of a spot one after another. It gives hands to all players but the last in turn; how many
// hands of the last one then lose, tie and win follows from their sums by card.
type counting struct {
	spot     *Spot
	seats    [][]equity.Held          // the hands of all players but the last
	on       [][]dealt                // those that avoid the board
	weights  *[cards.NumCombos]uint32 // of the last player
	live     *equity.Live
	last     []equity.Held
	strength [cards.NumCombos]eval.Strength // of the last player's hands
	ranked   ladder
	won      []equity.Sum // of our hand on the board: by the set of players that share the pot; see Shared
	sums     [cards.NumCombos]Shares
	all      []equity.Sum
}

type dealt struct {
	*equity.Held
	strength    eval.Strength
	below, upTo int // steps of the ladder below the hand, and up to it
}

func (s *Spot) counted(ctx context.Context, board cards.Set, workers int, progress func(done, total int),
) (*Shared, error) {
	boards, size := []cards.Set{board}, func(int) uint64 { return 1 }
	if !s.now {
		boards, size = equity.Completed(board, s.Dead, s.renames())
	}
	loop := parallel.Loop{Items: len(boards), Block: 16, Workers: workers, Report: progress}
	newState := func() *counting { return s.counting(board) }
	parts, err := parallel.States(ctx, loop, newState, func(c *counting, i int) error {
		c.onBoard(boards[i], size(i))
		return nil
	})
	if err != nil {
		return nil, err
	}
	out, c := new(Shared), s.counting(board)
	for _, part := range parts {
		for h := range out.Combos {
			out.Combos[h].add(&part.sums[h])
		}
		for set, n := range part.all {
			c.all[set] = c.all[set].Plus(n)
		}
	}
	runouts := s.runouts()
	var deals equity.Sum
	for i := range c.seats[0] {
		h := &c.seats[0][i]
		n := c.ways(h.Set|board|s.Dead, 1).Times(h.Weight * runouts)
		out.Combos[h.Combo].Deals, deals = n, deals.Plus(n)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	if s.renames() {
		out.level(s.Dead)
	}
	for _, n := range c.all {
		deals = deals.Minus(n)
	}
	c.all[len(c.all)/2] = deals // the last player alone wins all other deals
	out.setPlayers(c.all)
	return out, nil
}

// level gives each combo the mean of those that suit permutations exchange it with where they fix the dead cards, since
// one board stood for all of its images.
func (s *Shared) level(dead cards.Set) {
	before := s.Combos
	n := uint64(0)
	clear(s.Combos[:])
	for i, p := range cards.SuitPerms {
		if p.Set(dead) == dead {
			n++
			for h, to := range showdown.ComboMaps()[i] {
				s.Combos[h].add(&before[to])
			}
		}
	}
	for h := range s.Combos {
		s.Combos[h].divide(n)
	}
}

func (s *Spot) counting(board cards.Set) *counting {
	c := &counting{spot: s, won: make([]equity.Sum, 2<<len(s.Opponents)), all: make([]equity.Sum, 2<<len(s.Opponents))}
	for _, r := range s.players() {
		c.seats = append(c.seats, equity.HandsOf(r, board|s.Dead))
	}
	n := len(s.Opponents)
	c.weights, c.last, c.seats = s.Opponents[n-1].Weights(), c.seats[n], c.seats[:n]
	c.live, c.on = equity.NewLive(c.weights), make([][]dealt, n)
	return c
}

// ways returns the weight of the ways to give hands without known cards to the players from a seat on.
func (c *counting) ways(known cards.Set, seat int) (sum equity.Sum) {
	if seat == len(c.seats) {
		return equity.SumOf(c.live.Avoiding(known))
	}
	for i := range c.seats[seat] {
		if h := &c.seats[seat][i]; h.Set&known == 0 {
			sum = sum.Plus(c.ways(known|h.Set, seat+1).Times(h.Weight))
		}
	}
	return sum
}

// onBoard adds the pots on a completed board that represents a number of boards.
func (c *counting) onBoard(board cards.Set, boards uint64) {
	base := eval.HandOf(board)
	rank := func(h *equity.Held) eval.Strength { return c.spot.rank(base.Merge(eval.HandOfCombo(h.Combo))) }
	for i := range c.last {
		if h := &c.last[i]; h.Set&board == 0 {
			c.strength[h.Combo] = rank(h)
		}
	}
	c.ranked.fill(c.last, board, &c.strength)
	for seat, hands := range c.seats {
		c.on[seat] = c.on[seat][:0]
		for i := range hands {
			if h := &hands[i]; h.Set&board == 0 {
				s := rank(h)
				c.on[seat] = append(c.on[seat], dealt{h, s, c.ranked.below(s), c.ranked.below(s + 1)})
			}
		}
	}
	for i := range c.on[0] {
		h := &c.on[0][i]
		c.share(1, h.Set, 1, h, 1)
		sums := &c.sums[h.Combo]
		for set, won := range c.won {
			if !won.Zero() {
				n := won.Times(h.Weight * boards)
				c.all[set] = c.all[set].Plus(n)
				if set&1 != 0 {
					sums.win(n, sharers(set))
				}
				c.won[set] = equity.Sum{}
			}
		}
	}
}

// share adds the pots that players other than the last win, where those before a seat have hands with the held cards,
// of which the best is known with the set of players that have it, and the product of their weights but ours.
func (c *counting) share(seat int, held cards.Set, weight uint64, best *dealt, winners int) {
	if best.upTo == 0 && seat == len(c.seats) {
		return // each hand of the last player is better
	}
	if seat == len(c.seats) {
		below, upTo := c.left(held, best)
		c.won[winners] = c.won[winners].Plus(equity.Product(weight, below))
		both := winners | 1<<seat
		c.won[both] = c.won[both].Plus(equity.Product(weight, upTo-below))
		return
	}
	for i := range c.on[seat] {
		h := &c.on[seat][i]
		switch {
		case h.Set&held != 0:
		case h.strength > best.strength:
			c.share(seat+1, held|h.Set, weight*h.Weight, h, 1<<seat)
		case h.strength == best.strength:
			c.share(seat+1, held|h.Set, weight*h.Weight, best, winners|1<<seat)
		default:
			c.share(seat+1, held|h.Set, weight*h.Weight, best, winners)
		}
	}
}

// left returns the weights of the last player's hands without held cards below the best hand and up to it: all, minus
// the hands with each card, plus those with two of them, which were subtracted twice.
func (c *counting) left(held cards.Set, best *dealt) (below, upTo uint64) {
	less, atMost := &c.ranked.sums[best.below], &c.ranked.sums[best.upTo]
	below, upTo = less.Total, atMost.Total
	for rest := held; rest != 0; rest &= rest - 1 {
		high := rest.Min()
		below -= less.Card[high]
		upTo -= atMost.Card[high]
		for under := held & (1<<high - 1); under != 0; under &= under - 1 {
			both := cards.ComboOf(under.Min(), high)
			w, s := uint64(c.weights[both]), c.strength[both]
			if w == 0 || s > best.strength {
				continue
			}
			upTo += w
			if s < best.strength {
				below += w
			}
		}
	}
	return below, upTo
}

// ladder has the weights of a range's hands on a board up to each of their strengths.
type ladder struct {
	present [eval.NumStrengths/64 + 2]uint64 // a bit for each strength of a hand
	before  [eval.NumStrengths/64 + 2]uint16 // number of bits in the words before
	sums    []equity.ByCard                  // sums[n] has the hands of the n lowest strengths
}

// fill makes the ladder of the hands without a card of the board.
func (l *ladder) fill(hands []equity.Held, board cards.Set, strength *[cards.NumCombos]eval.Strength) {
	clear(l.present[:])
	for i := range hands {
		if h := &hands[i]; h.Set&board == 0 {
			l.present[strength[h.Combo]/64] |= 1 << (strength[h.Combo] % 64)
		}
	}
	steps := uint16(0)
	for i, word := range l.present {
		l.before[i] = steps
		steps += uint16(bits.OnesCount64(word))
	}
	l.sums = append(l.sums[:0], make([]equity.ByCard, steps+1)...)
	for i := range hands {
		if h := &hands[i]; h.Set&board == 0 {
			l.sums[l.below(strength[h.Combo]+1)].Add(h.Combo, h.Weight)
		}
	}
	for i := range l.sums[1:] {
		low, high := &l.sums[i], &l.sums[i+1]
		high.Total += low.Total
		for c := range high.Card {
			high.Card[c] += low.Card[c]
		}
	}
}

// below returns the number of steps below a strength.
func (l *ladder) below(s eval.Strength) int {
	return int(l.before[s/64]) + bits.OnesCount64(l.present[s/64]&(1<<(s%64)-1))
}
