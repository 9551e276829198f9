package equity

import (
	"errors"
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Count has the wins and ties over all opponents' hands and all ways to complete the board, each weighted by
// the ranges' integer weights. Losses are Deals - Wins - Ties.
type Count struct{ Wins, Ties, Deals uint64 }

// Equity returns the share of the pot, (Wins + Ties/2) / Deals, or NaN without deals.
func (c Count) Equity() float64 { return (float64(c.Wins) + float64(c.Ties)/2) / float64(c.Deals) }

// Losses returns the weighted number of lost deals.
func (c Count) Losses() uint64 { return c.Deals - c.Wins - c.Ties }

// ErrEmptyRange marks a range of which no hand avoids the known cards.
var ErrEmptyRange = errors.New("no opponent hand avoids the known cards")

// CheckBoard returns the board as a set. The error says that it has another number of cards than 0, 3, 4 or 5,
// or a card twice.
func CheckBoard(board []cards.Card) (cards.Set, error) {
	switch len(board) {
	case 0, 3, 4, 5:
	default:
		return 0, fmt.Errorf("board %s has %d cards, want 0, 3, 4 or 5", cards.Format(board), len(board))
	}
	var set cards.Set
	for _, c := range board {
		if set.Has(c) {
			return 0, fmt.Errorf("%w: %v twice on board %s", cards.ErrDuplicate, c, cards.Format(board))
		}
		set = set.With(c)
	}
	return set, nil
}

// CheckDecision is CheckBoard, with an error for a card that is both in the hand and on the board.
func CheckDecision(hand cards.Combo, board []cards.Card) (cards.Set, error) {
	set, err := CheckBoard(board)
	if both := hand.Set() & set; both != 0 {
		return 0, fmt.Errorf("%w: %v is in hand %v and on board %v", cards.ErrDuplicate, both.Min(), hand, set)
	}
	return set, err
}

// CheckDead says that a dead card is on the board, or that too few cards are left for a number of hands.
func CheckDead(dead, board cards.Set, hands int) error {
	if both := dead & board; both != 0 {
		return fmt.Errorf("%w: %v is dead and on board %v", cards.ErrDuplicate, both.Min(), board)
	}
	if most := cards.NumCards - 5 - 2*hands; dead.Len() > most {
		return fmt.Errorf("%d dead cards, want at most %d, since a board and %d hands are dealt",
			dead.Len(), most, hands)
	}
	return nil
}

// Where names the board and the dead cards of a spot.
func Where(board, dead cards.Set) string {
	text := "before the flop"
	if board != 0 {
		text = "on board " + board.String()
	}
	if dead != 0 {
		text += " without " + dead.String()
	}
	return text
}

type weights = [cards.NumCombos]uint32

// Live has sums over a range, from which the weight that avoids given cards follows in O(1).
type Live struct {
	weights *weights
	ByCard
}

// ByCard is the total weight of some combos, and for each card the weight of those with the card.
type ByCard struct {
	Total uint64
	Card  [cards.NumCards]uint64
}

// Add adds a combo.
func (b *ByCard) Add(h cards.Combo, weight uint64) {
	low, high := h.Cards()
	b.Total += weight
	b.Card[low] += weight
	b.Card[high] += weight
}

// NewLive adds up the weights of a range.
func NewLive(w *[cards.NumCombos]uint32) *Live {
	l := &Live{weights: w}
	for h, weight := range w {
		l.Add(cards.Combo(h), uint64(weight))
	}
	return l
}

// Avoiding returns the weight of the combos with none of the cards: all, minus those with each card, plus those
// with two of the cards, which were subtracted twice.
func (l *Live) Avoiding(known cards.Set) uint64 {
	total := l.Total
	for rest := known; rest != 0; rest &= rest - 1 {
		high := rest.Min()
		total -= l.Card[high]
		for below := known & (1<<high - 1); below != 0; below &= below - 1 {
			total += uint64(l.weights[cards.ComboOf(below.Min(), high)])
		}
	}
	return total
}

// Runouts returns the number of ways to complete a board of n cards if two hands are known.
func Runouts(n int) uint64 { return RunoutsBeside(n, 4) }

// RunoutsBeside returns the number of ways to complete a board of n cards if a number of other cards cannot come.
func RunoutsBeside(n, others int) uint64 { return Choose(cards.NumCards-others-n, 5-n) }

// Choose returns the number of ways to choose k of n.
func Choose(n, k int) uint64 {
	c := uint64(1)
	for i := range k {
		c = c * uint64(n-i) / uint64(i+1)
	}
	return c
}

// Held is a hand of a range.
type Held struct {
	Combo     cards.Combo
	Low, High cards.Card
	Set       cards.Set
	Weight    uint64
}

// HandsOf lists the hands of a range without known cards.
func HandsOf(r *ranges.Range, known cards.Set) []Held {
	out := make([]Held, 0, cards.NumCombos)
	for h, w := range r.Weights() {
		if set := cards.Combo(h).Set(); w != 0 && set&known == 0 {
			low, high := cards.Combo(h).Cards()
			out = append(out, Held{cards.Combo(h), low, high, set, uint64(w)})
		}
	}
	return out
}

func checkSymmetric(r *ranges.Range) error {
	if !r.SuitSymmetric() {
		return fmt.Errorf("range %v tells suits apart: want one whose classes have one weight each", r)
	}
	return nil
}
