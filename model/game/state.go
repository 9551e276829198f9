package game

import (
	"errors"
	"fmt"
	"math"

	"feltlab/model/cards"
)

// maxBoard is the largest number of board cards in any game.
const maxBoard = 5

// Board is the public cards in the order of the deals; the order within a deal carries no meaning and is ascending.
type Board struct {
	cards [maxBoard]cards.Card
	n     int8
}

// BoardOf returns a board of up to five cards in the given order; further cards are ignored.
func BoardOf(dealt ...cards.Card) Board {
	var b Board
	b.n = int8(copy(b.cards[:], dealt))
	return b
}

// Len returns the number of cards.
func (b *Board) Len() int { return int(b.n) }

// Cards returns the cards in the order of the deals; read-only.
func (b *Board) Cards() []cards.Card { return b.cards[:b.n] }

// Set returns the cards as a set.
func (b *Board) Set() cards.Set { return cards.SetOf(b.Cards()...) }

// with returns the board with a deal added.
func (b Board) with(dealt cards.Set) Board {
	for ; dealt != 0 && b.n < maxBoard; dealt &= dealt - 1 {
		b.cards[b.n] = dealt.Min()
		b.n++
	}
	return b
}

// State is a public state: a node of the betting tree and the board.
type State struct {
	*Node
	Board Board
}

// After returns the state that action i of a decision leads to.
func (s State) After(i int) State { return State{s.Children[i], s.Board} }

// Renamed returns the state with its suits renamed. The order of cards within a deal may differ from
// the order in which Deals lists them; policies must not depend on it.
func (s State) Renamed(p *Symmetry) State {
	for i, c := range s.Board.Cards() {
		s.Board.cards[i] = p.Suits.Card(c)
	}
	return s
}

// String returns the history and, after the first deal, the board.
func (s State) String() string {
	if s.Board.n == 0 {
		return s.History
	}
	return s.History + " " + cards.Format(s.Board.Cards())
}

// Policy is a behaviour strategy for both seats. It must be safe for concurrent use, and answer the
// same question the same way every time.
type Policy interface {
	// Vector fills out[i][h] with the probability of action i of s.Actions for every hand h of
	// the actor, at a Decision state. Hands that hold a card of the board may get any number.
	Vector(s State, out [][]float64) error
}

// ErrProbability marks policies whose probabilities are not a distribution.
var ErrProbability = errors.New("not a probability distribution")

// SumTolerance is how far the probabilities of a hand may sum from one. Decimals of ten digits and
// sums of doubles pass; larger errors would show in a value.
const SumTolerance = 1e-9

// SingleTolerance is how far probabilities from other programs may sum from one, such as those of a
// network in single precision. Readers divide them by their sum.
const SingleTolerance = 1e-6

// CheckVector returns an error that names the public state, the hand and the improper probability,
// unless all hands that avoid the board have proper ones. Hands must be those of the state's game.
func CheckVector(hands *Hands, s State, vector [][]float64) error {
	for h := range vector[0] {
		// An infinity shows in the sum; a negative number or NaN may not.
		sum, ok := 0.0, true
		for _, p := range vector {
			sum += p[h]
			ok = ok && p[h] >= 0
		}
		ok = ok && math.Abs(sum-1) <= SumTolerance
		if !ok && hands.Live(h, s.Board.Set()) {
			return badVector(hands, s, vector, h, sum)
		}
	}
	return nil
}

func badVector(hands *Hands, s State, vector [][]float64, h int, sum float64) error {
	place := fmt.Sprintf("%v, hand %s", s, hands.Name(s.Actor, h))
	for i, a := range s.Actions {
		if p := vector[i][h]; !(p >= 0 && p <= 1+SumTolerance) {
			return fmt.Errorf("%w: at %s, action %v has probability %v", ErrProbability, place, a, p)
		}
	}
	return fmt.Errorf("%w: at %s, the probabilities sum to %v", ErrProbability, place, sum)
}
