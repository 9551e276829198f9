package strength

import (
	"context"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

type counting struct {
	spot     *Spot
	heroes   []equity.Held
	seats    [][]equity.Held          // the opponents' hands
	weights  *[cards.NumCombos]uint32 // of the last opponent
	last     *equity.Live
	strength [cards.NumCombos]eval.Strength
	rivals   [MaxOpponents - 1][]rival // rivals are the hands that do not beat ours, of all opponents but the last
	ours     eval.Strength
	below    equity.ByCard                // hands of the last opponent that ours beats
	level    equity.ByCard                // hands of the last opponent that tie ours
	won      [MaxOpponents + 2]equity.Sum // of our hand on the board, by the number of hands that share the pot
	sums     [cards.NumCombos]Shares
}

type rival struct {
	set    cards.Set
	weight uint64
	ties   bool
}

func (s *Spot) counted(ctx context.Context, board cards.Set, workers int, progress func(done, total int),
) (*Shared, error) {
	boards, size := equity.Completed(board, s.Dead, s.renames())
	loop := parallel.Loop{Items: len(boards), Block: 16, Workers: workers, Report: progress}
	newState := func() *counting { return s.counting(board) }
	parts, err := parallel.States(ctx, loop, newState, func(c *counting, i int) error {
		c.onBoard(boards[i], size(i))
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := new(Shared)
	for _, c := range parts {
		for h := range out.Combos {
			out.Combos[h].add(&c.sums[h])
		}
	}
	runouts := s.runouts()
	c := s.counting(board)
	for i := range c.heroes {
		h := &c.heroes[i]
		deals := &out.Combos[h.Combo].Deals
		*deals = deals.Plus(c.ways(h.Set|board|s.Dead, 0).Times(h.Weight * runouts))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Spot) counting(board cards.Set) *counting {
	c := &counting{spot: s, heroes: equity.HandsOf(s.Hero, board|s.Dead)}
	c.weights = s.Opponents[len(s.Opponents)-1].Weights()
	c.last = equity.NewLive(c.weights)
	for _, r := range s.Opponents {
		c.seats = append(c.seats, equity.HandsOf(r, board|s.Dead))
	}
	return c
}

// ways returns the weight of the ways to give hands without known cards to the opponents from a seat on.
func (c *counting) ways(known cards.Set, seat int) (sum equity.Sum) {
	if seat == len(c.seats)-1 {
		return equity.SumOf(c.last.Avoiding(known))
	}
	for i := range c.seats[seat] {
		if h := &c.seats[seat][i]; h.Set&known == 0 {
			sum = sum.Plus(c.ways(known|h.Set, seat+1).Times(h.Weight))
		}
	}
	return sum
}

// onBoard adds the shares of our hands on a completed board that represents a number of boards.
func (c *counting) onBoard(board cards.Set, boards uint64) {
	base := eval.HandOf(board)
	rank := func(list []equity.Held) {
		for i := range list {
			if h := &list[i]; h.Set&board == 0 {
				c.strength[h.Combo] = c.spot.rank(base.Merge(eval.HandOfCombo(h.Combo)))
			}
		}
	}
	rank(c.heroes)
	for _, seat := range c.seats {
		rank(seat)
	}
	for i := range c.heroes {
		h := &c.heroes[i]
		if h.Set&board != 0 {
			continue
		}
		c.face(h, board|h.Set)
		clear(c.won[:])
		c.share(0, 0, 1, 1)
		for sharers, won := range c.won {
			if !won.Zero() {
				c.sums[h.Combo].win(won.Times(h.Weight*boards), sharers)
			}
		}
	}
}

func (c *counting) face(h *equity.Held, known cards.Set) {
	c.ours = c.strength[h.Combo]
	c.below, c.level = equity.ByCard{}, equity.ByCard{}
	for i, seat := range c.seats {
		if i < len(c.seats)-1 {
			c.rivals[i] = c.rivals[i][:0]
		}
		for j := range seat {
			o := &seat[j]
			if o.Set&known != 0 || c.strength[o.Combo] > c.ours {
				continue
			}
			ties := c.strength[o.Combo] == c.ours
			switch {
			case i < len(c.seats)-1:
				c.rivals[i] = append(c.rivals[i], rival{o.Set, o.Weight, ties})
			case ties:
				c.level.Add(o.Combo, o.Weight)
			default:
				c.below.Add(o.Combo, o.Weight)
			}
		}
	}
}

// share adds the pots that our hand wins or splits to won, where the opponents before a seat have hands with the held
// cards and the product of their weights is given.
func (c *counting) share(seat int, held cards.Set, weight uint64, sharers int) {
	if seat == len(c.seats)-1 {
		below, level := c.left(held)
		c.won[sharers] = c.won[sharers].Plus(equity.Product(weight, below))
		c.won[sharers+1] = c.won[sharers+1].Plus(equity.Product(weight, level))
		return
	}
	for i := range c.rivals[seat] {
		r := &c.rivals[seat][i]
		if r.set&held != 0 {
			continue
		}
		more := sharers
		if r.ties {
			more++
		}
		c.share(seat+1, held|r.set, weight*r.weight, more)
	}
}

// left returns the weights in below and level of the hands without held cards: all, minus the hands with each
// card, plus those with two of them, which were subtracted twice.
func (c *counting) left(held cards.Set) (below, level uint64) {
	below, level = c.below.Total, c.level.Total
	for rest := held; rest != 0; rest &= rest - 1 {
		high := rest.Min()
		below -= c.below.Card[high]
		level -= c.level.Card[high]
		for under := held & (1<<high - 1); under != 0; under &= under - 1 {
			both := cards.ComboOf(under.Min(), high)
			switch w := uint64(c.weights[both]); {
			case w == 0 || c.strength[both] > c.ours:
			case c.strength[both] == c.ours:
				level += w
			default:
				below += w
			}
		}
	}
	return below, level
}
