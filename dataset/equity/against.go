package equity

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Against counts the wins and ties of a hand against a range on a board of 0, 3, 4 or 5 cards, over all hands
// of the range that avoid the known cards and all ways to complete the board, weighted by the range's integer
// weights.
//
// The error comes from CheckDecision or of the context, or wraps ErrEmptyRange.
func Against(ctx context.Context, hand cards.Combo, r *ranges.Range, board []cards.Card) (Count, error) {
	if _, err := CheckDecision(hand, board); err != nil {
		return Count{}, err
	}
	return RangeAgainst(ctx, ranges.OfCombos(hand), r, board)
}

type enumeration struct {
	ctx        context.Context
	hand       eval.Hand
	opponents  []opponent
	wins, ties uint64
	boards     int
	err        error
}

type opponent struct {
	hand   eval.Hand
	cards  cards.Set
	weight uint64
}

const boardsPerCheck = 256

func enumerate(ctx context.Context, hand cards.Combo, r *ranges.Range, board, dead cards.Set,
) (wins, ties uint64, err error) {
	e := enumeration{ctx: ctx, hand: eval.HandOf(hand.Set())}
	known := board | hand.Set() | dead
	lives := HandsOf(r, known)
	e.opponents = make([]opponent, 0, len(lives))
	for _, o := range lives {
		e.opponents = append(e.opponents, opponent{eval.HandOf(o.Set), o.Set, o.Weight})
	}
	deck := (cards.FullDeck &^ known).Cards()
	e.complete(eval.HandOf(board), 0, deck, 5-board.Len())
	return e.wins, e.ties, e.err
}

func (e *enumeration) complete(board eval.Hand, dealt cards.Set, deck []cards.Card, missing int) {
	if missing == 0 {
		if e.boards++; e.boards%boardsPerCheck == 0 {
			e.err = e.ctx.Err()
		}
		e.showdown(board, dealt)
		return
	}
	for i, c := range deck[:len(deck)-missing+1] {
		if e.err != nil {
			return
		}
		e.complete(board.Add(c), dealt.With(c), deck[i+1:], missing-1)
	}
}

// showdown compares the hand with all opponents that avoid the dealt cards. It selects weights without
// branches on the outcome, which a processor cannot predict.
func (e *enumeration) showdown(board eval.Hand, dealt cards.Set) {
	mine := board.Merge(e.hand).Strength()
	var wins, ties uint64
	for i := range e.opponents {
		o := &e.opponents[i]
		if o.cards&dealt != 0 {
			continue
		}
		theirs := board.Merge(o.hand).Strength()
		var win, tie uint64
		if theirs < mine {
			win = o.weight
		}
		if theirs == mine {
			tie = o.weight
		}
		wins += win
		ties += tie
	}
	e.wins += wins
	e.ties += ties
}

// RangeAgainst counts the wins and ties of one range against another on a board of 0, 3, 4 or 5 cards, over all
// pairs of hands that share no card with each other, the board or the dead cards, each weighted by the product of its
// weights, and all ways to complete the board. It uses all processors for counts of more than milliseconds.
//
// The error comes from CheckBoard or of the context, wraps ErrEmptyRange, or says that a range is nil.
func RangeAgainst(ctx context.Context, hero, villain *ranges.Range, board []cards.Card, dead ...cards.Card,
) (Count, error) {
	t, err := ByCombo(ctx, hero, villain, board, cards.SetOf(dead...), 0, nil)
	if err != nil {
		return Count{}, err
	}
	return t.Total().Count(), nil
}

// errNoRange is the error for a nil pointer.
var errNoRange = errors.New("no range: it is nil, want one that package ranges returned")

// Tallies has a tally for each combo of a range, with its weight, and zeros for the others.
type Tallies [cards.NumCombos]Tally

// Total adds up all combos.
func (t *Tallies) Total() (sum Tally) {
	for i := range t {
		sum = Tally{sum.Wins.Plus(t[i].Wins), sum.Ties.Plus(t[i].Ties), sum.Deals.Plus(t[i].Deals)}
	}
	return sum
}

// ByCombo is RangeAgainst with all digits, for each combo of the first range. A number of workers below 1 means one for
// each processor; progress, if set, is called during counts of seconds.
func ByCombo(ctx context.Context, hero, villain *ranges.Range, board []cards.Card, dead cards.Set, workers int,
	progress func(done, total int)) (*Tallies, error) {
	if hero == nil || villain == nil {
		return nil, errNoRange
	}
	known, err := CheckBoard(board)
	if err != nil {
		return nil, err
	}
	c := &rangeCount{heroes: HandsOf(hero, known|dead), villains: HandsOf(villain, known|dead), dead: dead,
		workers: workers, progress: progress}
	for i := range c.villains {
		c.opponents[c.villains[i].Combo] = c.villains[i].Weight
	}
	switch {
	case known == 0:
		err = c.beforeFlop(ctx, hero.SuitSymmetric() && villain.SuitSymmetric())
	case len(c.heroes) == 1:
		h := c.heroes[0].Combo
		c.sums[h].Below, c.sums[h].Tied, err = enumerate(ctx, h, villain, known, dead)
	default:
		boards, size := Completed(known, dead, false)
		err = c.sweep(ctx, boards, size)
	}
	if err != nil {
		return nil, err
	}
	t, live, left := new(Tallies), NewLive(villain.Weights()), RunoutsBeside(known.Len(), 4+dead.Len())
	for i := range c.heroes {
		h := &c.heroes[i]
		n := &c.sums[h.Combo]
		t[h.Combo] = Tally{Product(h.Weight, n.Below), Product(h.Weight, n.Tied),
			Product(h.Weight, live.Avoiding(known|dead|h.Set)).Times(left)}
	}
	if t.Total().Deals.Zero() {
		return nil, fmt.Errorf("%w: range %v %s, opponent's range %v", ErrEmptyRange, hero, Where(known, dead), villain)
	}
	return t, nil
}

// Completed lists the completed boards without dead cards, and returns a function for the number of boards that board i
// represents: 1, or before the flop where suits do not matter but for the dead cards, those that differ by suits only.
func Completed(board, dead cards.Set, canonical bool) (list []cards.Set, size func(i int) uint64) {
	switch {
	case !canonical:
		return slices.Collect(showdown.Completions(board, dead)), func(int) uint64 { return 1 }
	case dead != 0:
		return representing(showdown.Completions(0, dead), dead.Stabilizer())
	}
	all := showdown.Boards()
	for i := range all.Len() {
		list = append(list, all.Set(i))
	}
	return list, func(i int) uint64 { return uint64(all.Size(i)) }
}

// representing lists the boards of which no image under some suit permutations is smaller.
func representing(boards iter.Seq[cards.Set], group []cards.SuitPerm) (list []cards.Set, size func(i int) uint64) {
	var sizes []uint64
	for board := range boards {
		if first, n := cards.Orbit(board, group); first == board {
			list, sizes = append(list, board), append(sizes, uint64(n))
		}
	}
	return list, func(i int) uint64 { return sizes[i] }
}
