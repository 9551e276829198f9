package equity

import (
	"context"
	"fmt"

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
// The error is that of CheckSpot or of the context, or wraps ErrEmptyRange or ErrOverflow.
func Against(ctx context.Context, hand cards.Combo, r *ranges.Range, board []cards.Card) (Count, error) {
	known, err := CheckSpot(hand, board)
	if err != nil {
		return Count{}, err
	}
	opponents := NewLive(r.Weights()).Avoiding(known | hand.Set())
	if opponents == 0 {
		return Count{}, fmt.Errorf("%w: hand %v %s, range %v", ErrEmptyRange, hand, where(known), r)
	}
	deals, err := Product(opponents, Runouts(len(board)))
	if err != nil {
		return Count{}, err
	}
	count := Count{Deals: deals}
	if len(board) == 0 && r.Len() > maxEnumerated {
		hero := new(weights)
		hero[hand] = 1
		count.Wins, count.Ties, err = allIn(ctx, hero, r.Weights(), deals, 0)
	} else {
		count.Wins, count.Ties, err = enumerate(ctx, hand, r, known)
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

func enumerate(ctx context.Context, hand cards.Combo, r *ranges.Range, board cards.Set,
) (wins, ties uint64, err error) {
	e := enumeration{ctx: ctx, hand: eval.HandOf(hand.Set())}
	known := board | hand.Set()
	lives := livesOf(r, known)
	e.opponents = make([]opponent, 0, len(lives))
	for _, o := range lives {
		e.opponents = append(e.opponents, opponent{eval.HandOf(o.set), o.set, o.weight})
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
// pairs of hands that share no card with each other or the board, each weighted by the product of its weights,
// and all ways to complete the board. Before the flop it uses all processors.
//
// The error is that of CheckBoard or of the context, or wraps ErrEmptyRange or ErrOverflow.
func RangeAgainst(ctx context.Context, hero, villain *ranges.Range, board []cards.Card) (Count, error) {
	known, err := CheckBoard(board)
	if err != nil {
		return Count{}, err
	}
	deals, err := rangeDeals(hero, villain, known)
	if err != nil {
		return Count{}, err
	}
	count := Count{Deals: deals}
	if known == 0 {
		count.Wins, count.Ties, err = allIn(ctx, hero.Weights(), villain.Weights(), deals, 0)
	} else {
		count.Wins, count.Ties, err = sweepRunouts(ctx, hero.Weights(), villain.Weights(), known)
	}
	if err != nil {
		return Count{}, err
	}
	return count, nil
}

func rangeDeals(hero, villain *ranges.Range, known cards.Set) (uint64, error) {
	// The product of the totals bounds every partial sum below.
	heroes, villains := NewLive(hero.Weights()), NewLive(villain.Weights())
	if _, err := Product(heroes.total, villains.total, Runouts(known.Len())); err != nil {
		return 0, err
	}
	var pairs uint64
	for h, w := range hero.Weights() {
		if set := cards.Combo(h).Set(); w != 0 && set&known == 0 {
			pairs += uint64(w) * villains.Avoiding(known|set)
		}
	}
	if pairs == 0 {
		return 0, fmt.Errorf("%w: range %v %s, opponent's range %v", ErrEmptyRange, hero, where(known), villain)
	}
	return pairs * Runouts(known.Len()), nil
}

func sweepRunouts(ctx context.Context, hero, villain *weights, board cards.Set) (wins, ties uint64, err error) {
	packed := laneBits(64).pack([]*weights{villain})
	var order showdown.Order
	var out outcomes
	for board := range showdown.Completions(board, 0) {
		order.Sort(board)
		showdown.Sweep(&order, packed, &out)
		for h, w := range hero {
			if w != 0 && cards.Combo(h).Set()&board == 0 {
				wins += uint64(w) * out[h].Below
				ties += uint64(w) * out[h].Tied
			}
		}
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
	}
	return wins, ties, nil
}
