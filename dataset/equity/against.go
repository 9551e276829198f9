package equity

import (
	"context"
	"errors"
	"fmt"
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
	var weights weights
	weights[hand] = 1
	hero, err := ranges.FromWeights(&weights)
	if err != nil {
		return Count{}, err
	}
	return RangeAgainst(ctx, hero, r, board)
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
// weights, and all ways to complete the board. Before the flop with dead cards it uses all processors.
//
// The error comes from CheckBoard or of the context, wraps ErrEmptyRange, or says that a range is nil.
func RangeAgainst(ctx context.Context, hero, villain *ranges.Range, board []cards.Card, dead ...cards.Card,
) (Count, error) {
	t, err := Tallied(ctx, hero, villain, board, cards.SetOf(dead...), nil)
	return t.Count(), err
}

// errNoRange is the error for a nil pointer.
var errNoRange = errors.New("no range: it is nil, want one that package ranges returned")

// Tallied is RangeAgainst with all digits. progress, if set, is called during counts of seconds.
func Tallied(ctx context.Context, hero, villain *ranges.Range, board []cards.Card, dead cards.Set,
	progress func(done, total int)) (Tally, error) {
	if hero == nil || villain == nil {
		return Tally{}, errNoRange
	}
	known, err := CheckBoard(board)
	if err != nil {
		return Tally{}, err
	}
	var t Tally
	if t.Deals, err = rangeDeals(hero, villain, known, dead); err != nil {
		return Tally{}, err
	}
	heroes := HandsOf(hero, known|dead)
	switch {
	case known == 0:
		err = t.beforeFlop(ctx, hero, villain, dead, progress)
	case len(heroes) == 1:
		var wins, ties uint64
		wins, ties, err = enumerate(ctx, heroes[0].Combo, villain, known, dead)
		t.add(Product(heroes[0].Weight, wins), Product(heroes[0].Weight, ties))
	default:
		boards, size := Completed(known, dead, false)
		err = t.sweep(ctx, heroes, HandsOf(villain, known|dead), boards, size, 1, nil)
	}
	if err != nil {
		return Tally{}, err
	}
	return t, nil
}

func rangeDeals(hero, villain *ranges.Range, board, dead cards.Set) (Sum, error) {
	villains := NewLive(villain.Weights())
	known, left := board|dead, RunoutsBeside(board.Len(), 4+dead.Len())
	var pairs Sum
	for h, w := range hero.Weights() {
		if set := cards.Combo(h).Set(); w != 0 && set&known == 0 {
			pairs = pairs.Plus(Product(uint64(w), villains.Avoiding(known|set)))
		}
	}
	if pairs.Zero() {
		return pairs, fmt.Errorf("%w: range %v %s, opponent's range %v",
			ErrEmptyRange, hero, Where(board, dead), villain)
	}
	return pairs.Times(left), nil
}

// Completed lists the completed boards without dead cards, and returns a function for the number of boards that board i
// represents: 1, or before the flop where suits do not matter but for the dead cards, those that differ by suits only.
func Completed(board, dead cards.Set, canonical bool) (list []cards.Set, size func(i int) uint64) {
	if !canonical {
		return slices.Collect(showdown.Completions(board, dead)), func(int) uint64 { return 1 }
	}
	if dead != 0 {
		return smallest(dead)
	}
	all := showdown.Boards()
	for i := range all.Len() {
		list = append(list, all.Set(i))
	}
	return list, func(i int) uint64 { return uint64(all.Size(i)) }
}

// smallest lists the boards of which no image under a suit permutation that fixes the dead cards is smaller.
func smallest(dead cards.Set) (list []cards.Set, size func(i int) uint64) {
	group := dead.Stabilizer()
	var sizes []uint64
	for board := range showdown.Completions(0, dead) {
		if first, n := cards.Orbit(board, group); first == board {
			list, sizes = append(list, board), append(sizes, uint64(n))
		}
	}
	return list, func(i int) uint64 { return sizes[i] }
}
