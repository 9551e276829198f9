package game

import "feltlab/model/cards"

// maxBoard is the largest number of board cards in any game.
const maxBoard = 5

// Board is the public cards in the order of the deals; the order within a deal carries no meaning and
// is ascending.
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
