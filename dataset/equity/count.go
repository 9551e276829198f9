package equity

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Count says how often hands win, over all opponents' hands and all ways to complete the
// board, each weighted by the ranges' integer weights. Losses are Deals - Wins - Ties.
type Count struct{ Wins, Ties, Deals uint64 }

// Equity returns the share of the pot, (Wins + Ties/2) / Deals, or NaN without deals.
func (c Count) Equity() float64 {
	return (float64(c.Wins) + float64(c.Ties)/2) / float64(c.Deals)
}

// Losses returns the weighted number of deals that are lost.
func (c Count) Losses() uint64 { return c.Deals - c.Wins - c.Ties }

// Errors that callers test for with errors.Is.
var (
	// ErrEmptyRange means that no hand of the opponent avoids the known cards.
	ErrEmptyRange = errors.New("equity: no opponent hand avoids the known cards")
	// ErrDuplicate means that a known card occurs twice.
	ErrDuplicate = errors.New("equity: duplicate card")
	// ErrBoard means a board of another number of cards than 0, 3, 4 or 5.
	ErrBoard = errors.New("equity: wrong number of board cards")
	// ErrOverflow means weights so large that a count might exceed 64 bits.
	ErrOverflow = errors.New("equity: weights too large to count in 64 bits")
	// ErrNotSymmetric means a range that treats suits differently where that cannot be
	// served.
	ErrNotSymmetric = errors.New("equity: range is not suit-symmetric")
)

// CheckBoard returns the board as a set, or what is wrong with it.
func CheckBoard(board []cards.Card) (cards.Set, error) {
	switch len(board) {
	case 0, 3, 4, 5:
	default:
		return 0, fmt.Errorf("%w: %s has %d, want 0, 3, 4 or 5", ErrBoard, cards.Format(board), len(board))
	}
	var set cards.Set
	for _, c := range board {
		if set.Has(c) {
			return 0, fmt.Errorf("%w: %v twice on board %s", ErrDuplicate, c, cards.Format(board))
		}
		set = set.With(c)
	}
	return set, nil
}

// CheckSpot is CheckBoard, and refuses a card that is both in the hand and on the board.
func CheckSpot(hand cards.Combo, board []cards.Card) (cards.Set, error) {
	set, err := CheckBoard(board)
	if both := hand.Set() & set; both != 0 {
		return 0, fmt.Errorf("%w: %v is in hand %v and on board %v", ErrDuplicate, both.Min(), hand, set)
	}
	return set, err
}

// boardName names a board in messages.
func boardName(board cards.Set) string {
	if board == 0 {
		return "preflop"
	}
	return "on board " + board.String()
}

// weights is a range's weight for each combo.
type weights = [cards.NumCombos]uint32

// Live knows the weight of a range that avoids given cards, in O(1) per question.
type Live struct {
	weights *weights
	total   uint64
	holding [cards.NumCards]uint64 // weight of the combos with a card
}

// NewLive sums up the weights of a range.
func NewLive(w *[cards.NumCombos]uint32) *Live {
	l := &Live{weights: w}
	for h, weight := range w {
		low, high := cards.Combo(h).Cards()
		l.total += uint64(weight)
		l.holding[low] += uint64(weight)
		l.holding[high] += uint64(weight)
	}
	return l
}

// Avoiding returns the weight of the combos that hold none of the cards: all, minus those
// with each card, plus those with both of two cards, which were subtracted twice.
func (l *Live) Avoiding(known cards.Set) uint64 {
	total := l.total
	for rest := known; rest != 0; rest &= rest - 1 {
		high := rest.Min()
		total -= l.holding[high]
		for below := known & (1<<high - 1); below != 0; below &= below - 1 {
			total += uint64(l.weights[cards.ComboOf(below.Min(), high)])
		}
	}
	return total
}

// Runouts is the number of ways to complete a board of n cards once two hands are known.
func Runouts(n int) uint64 {
	switch n {
	case 0:
		return 1_712_304 // C(48,5)
	case 3:
		return RunoutsOnFlop
	case 4:
		return 44
	}
	return 1
}

// Product multiplies, or reports that the product exceeds 64 bits.
func Product(factors ...uint64) (uint64, error) {
	p := uint64(1)
	for _, f := range factors {
		high, low := bits.Mul64(p, f)
		if high != 0 {
			return 0, fmt.Errorf("%w (limit %d)", ErrOverflow, uint64(math.MaxUint64))
		}
		p = low
	}
	return p, nil
}

// symmetries is the number of suit permutations; sums over all of them are divided by it.
const symmetries = uint64(len(cards.SuitPerms))

// checkSymmetric refuses ranges that are not suit-symmetric.
func checkSymmetric(r *ranges.Range, instead string) error {
	if !r.SuitSymmetric() {
		return fmt.Errorf("%w: %v (%s)", ErrNotSymmetric, r, instead)
	}
	return nil
}

// comboMaps is short for the tables of suit permutations.
func comboMaps() *[24]showdown.ComboMap { return showdown.ComboMaps() }
