package equity

import (
	"context"
	"fmt"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// maxEnumerated is the largest number of opponent combos for which Against enumerates the 2,118,760 boards
// before the flop, at some 4 ms a combo. For more combos the sweep over the canonical boards is faster, at 0.3
// to 2 CPU-seconds for any range.
const maxEnumerated = 64

// Against counts the wins and ties of a hand against a range on a board of 0, 3, 4 or 5 cards, over all hands
// of the range that avoid the known cards and all ways to complete the board, weighted by the range's integer
// weights. Before the flop it uses all processors for ranges of more than 64 combos.
//
// The error comes from CheckDecision or of the context, or wraps ErrEmptyRange or ErrOverflow.
func Against(ctx context.Context, hand cards.Combo, r *ranges.Range, board []cards.Card) (Count, error) {
	return against(ctx, hand, r, board, 0)
}

func against(ctx context.Context, hand cards.Combo, r *ranges.Range, board []cards.Card, dead cards.Set,
) (Count, error) {
	known, err := CheckDecision(hand, board)
	if err != nil {
		return Count{}, err
	}
	opponents := NewLive(r.Weights()).Avoiding(known | hand.Set() | dead)
	if opponents == 0 {
		return Count{}, fmt.Errorf("%w: hand %v %s, range %v", ErrEmptyRange, hand, Where(known, dead), r)
	}
	deals, err := Product(opponents, RunoutsBeside(len(board), 4+dead.Len()))
	if err != nil {
		return Count{}, err
	}
	count := Count{Deals: deals}
	if len(board) == 0 && r.Len() > maxEnumerated {
		hero := new(weights)
		hero[hand] = 1
		count.Wins, count.Ties, err = everyBoard(ctx, hero, r.Weights(), deals, dead)
	} else {
		count.Wins, count.Ties, err = enumerate(ctx, hand, r, known, dead)
	}
	if err != nil {
		return Count{}, err
	}
	return count, nil
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
// weights, and all ways to complete the board. Before the flop it uses all processors.
//
// The error comes from CheckBoard or of the context, or wraps ErrEmptyRange or ErrOverflow.
func RangeAgainst(ctx context.Context, hero, villain *ranges.Range, board []cards.Card, dead ...cards.Card,
) (Count, error) {
	out := cards.SetOf(dead...)
	if hero.Len() == 1 {
		hand := slices.IndexFunc(hero.Weights()[:], func(w uint32) bool { return w > 0 })
		return against(ctx, cards.Combo(hand), villain, board, out)
	}
	return rangeAgainst(ctx, hero, villain, board, out)
}

func rangeAgainst(ctx context.Context, hero, villain *ranges.Range, board []cards.Card, dead cards.Set,
) (Count, error) {
	known, err := CheckBoard(board)
	if err != nil {
		return Count{}, err
	}
	deals, err := rangeDeals(hero, villain, known, dead)
	if err != nil {
		return Count{}, err
	}
	count := Count{Deals: deals}
	if known == 0 {
		count.Wins, count.Ties, err = everyBoard(ctx, hero.Weights(), villain.Weights(), deals, dead)
	} else {
		count.Wins, count.Ties, err = sweepRunouts(ctx, hero.Weights(), villain.Weights(), known, dead, 1)
	}
	if err != nil {
		return Count{}, err
	}
	return count, nil
}

func rangeDeals(hero, villain *ranges.Range, board, dead cards.Set) (uint64, error) {
	// The product of the totals bounds every partial sum below.
	heroes, villains := NewLive(hero.Weights()), NewLive(villain.Weights())
	known, left := board|dead, RunoutsBeside(board.Len(), 4+dead.Len())
	if _, err := Product(heroes.Total, villains.Total, left); err != nil {
		return 0, err
	}
	var pairs uint64
	for h, w := range hero.Weights() {
		if set := cards.Combo(h).Set(); w != 0 && set&known == 0 {
			pairs += uint64(w) * villains.Avoiding(known|set)
		}
	}
	if pairs == 0 {
		return 0, fmt.Errorf("%w: range %v %s, opponent's range %v", ErrEmptyRange, hero, Where(board, dead), villain)
	}
	return pairs * left, nil
}

// everyBoard counts before the flop: the canonical boards represent all if no card is dead.
func everyBoard(ctx context.Context, hero, villain *weights, deals uint64, dead cards.Set,
) (wins, ties uint64, err error) {
	if dead == 0 {
		return allIn(ctx, hero, villain, deals, 0)
	}
	return sweepRunouts(ctx, hero, villain, 0, dead, 0)
}

// sweepRunouts sorts each completed board: some 9 us a board, 17 CPU-seconds before the flop.
func sweepRunouts(ctx context.Context, hero, villain *weights, board, dead cards.Set, workers int,
) (wins, ties uint64, err error) {
	boards, size := Completed(board, dead, false)
	images := []*weights{without(villain, dead)}
	return sweepBoards(ctx, boards, size, meetings(without(hero, dead), make([]int, 1), 1), images, workers)
}

// Completed lists the completed boards without dead cards, or the canonical boards where these represent all, and
// returns a function for the number of boards that board i represents.
func Completed(board, dead cards.Set, canonical bool) (list []cards.Set, size func(i int) uint64) {
	if !canonical {
		return slices.Collect(showdown.Completions(board, dead)), func(int) uint64 { return 1 }
	}
	all := showdown.Boards()
	for i := range all.Len() {
		list = append(list, all.Set(i))
	}
	return list, func(i int) uint64 { return uint64(all.Size(i)) }
}

// without returns weights without the hands that hold some cards.
func without(w *weights, dead cards.Set) *weights {
	if dead == 0 {
		return w
	}
	left := *w
	for h := range left {
		if cards.Combo(h).Set()&dead != 0 {
			left[h] = 0
		}
	}
	return &left
}
