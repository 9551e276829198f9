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
// The error comes from CheckDecision or of the context, or wraps ErrEmptyRange.
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
	count := Count{Deals: opponents * RunoutsBeside(len(board), 4+dead.Len())}
	if len(board) == 0 && r.Len() > maxEnumerated {
		hero := new(weights)
		hero[hand] = 1
		t := count.Tally()
		err = t.everyBoard(ctx, hero, r.Weights(), dead)
		count = t.Count()
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
// The error comes from CheckBoard or of the context, or wraps ErrEmptyRange.
func RangeAgainst(ctx context.Context, hero, villain *ranges.Range, board []cards.Card, dead ...cards.Card,
) (Count, error) {
	t, err := Tallied(ctx, hero, villain, board, cards.SetOf(dead...))
	return t.Count(), err
}

// Tallied is RangeAgainst with all digits.
func Tallied(ctx context.Context, hero, villain *ranges.Range, board []cards.Card, dead cards.Set) (Tally, error) {
	if hero.Len() == 1 {
		hand := slices.IndexFunc(hero.Weights()[:], func(w uint32) bool { return w > 0 })
		c, err := against(ctx, cards.Combo(hand), villain, board, dead)
		return c.Tally(), err
	}
	known, err := CheckBoard(board)
	if err != nil {
		return Tally{}, err
	}
	var t Tally
	if t.Deals, err = rangeDeals(hero, villain, known, dead); err != nil {
		return Tally{}, err
	}
	if known == 0 {
		err = t.everyBoard(ctx, hero.Weights(), villain.Weights(), dead)
	} else {
		err = t.sweepRunouts(ctx, hero.Weights(), villain.Weights(), known, dead, 1)
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
		return pairs, fmt.Errorf("%w: range %v %s, opponent's range %v", ErrEmptyRange, hero, Where(board, dead), villain)
	}
	return pairs.Times(left), nil
}

// everyBoard counts before the flop: the canonical boards represent all if no card is dead.
func (t *Tally) everyBoard(ctx context.Context, hero, villain *weights, dead cards.Set) error {
	if dead == 0 {
		return t.allIn(ctx, hero, villain, 0)
	}
	return t.sweepRunouts(ctx, hero, villain, 0, dead, 0)
}

// sweepRunouts sorts each completed board: some 9 us a board, 17 CPU-seconds before the flop.
func (t *Tally) sweepRunouts(ctx context.Context, hero, villain *weights, board, dead cards.Set, workers int) error {
	boards, size := Completed(board, dead, false)
	images := []*weights{without(villain, dead)}
	return t.sweepBoards(ctx, boards, size, meetings(without(hero, dead), make([]int, 1), 1), images, workers)
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
