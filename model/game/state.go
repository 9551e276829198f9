package game

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"feltlab/model/cards"
)

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

// NewVectors returns vectors of zeros for Policy.Vector to fill in.
func NewVectors(actions, hands int) [][]float64 {
	out := make([][]float64, actions)
	for i := range out {
		out[i] = make([]float64, hands)
	}
	return out
}

// Ask returns out, or new vectors if it is nil, with what a policy plays at a decision. Errors are those of the policy
// and of CheckVector.
func Ask(p Policy, hands *Hands, s State, out [][]float64) ([][]float64, error) {
	if out == nil {
		out = NewVectors(len(s.Actions), hands.Len(s.Actor))
	}
	if err := p.Vector(s, out); err != nil {
		return nil, err
	}
	return out, CheckVector(hands, s, out)
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

// Kind says what happens at a node of the betting tree.
type Kind uint8

const (
	Decision Kind = iota // the actor chooses
	Chance               // cards come on the board
	Folded               // a seat gave up: the end
	Showdown             // the hands are compared: the end
)

// Action is a player's action. Its letter is used in histories and strategy files.
type Action byte

// The actions. Check and call are one action, and so are bet, raise and jam: the contributions tell them apart.
const (
	Fold  Action = 'f'
	Call  Action = 'c' // or check
	Raise Action = 'r' // or bet, or jam
)

// String returns the action's letter.
func (a Action) String() string { return string(rune(a)) }

// Node is a node of the betting tree: a public state without its board. Nodes are shared and must not be changed.
type Node struct {
	// ID numbers the decisions of a game from 0 in depth-first order, so that tables can be indexed
	// by it. It is -1 at other nodes.
	ID    int
	Kind  Kind
	Actor int // seat that acts at a decision, 0 or 1
	// Round is the betting round, from 0. A chance node belongs to the round before the deal.
	Round int
	// Contributions is what each seat has put into the pot, in the game's unit.
	Contributions [2]float64
	// Actions are the legal actions of a decision, and Children the nodes they lead to. A chance
	// node has one child and no actions.
	Actions  []Action
	Children []*Node
	// Payoff is, at Folded, what seat 0 wins (negative if seat 0 folded) and, at Showdown, what the winner wins.
	Payoff float64
	// Rake is what the house takes from the pot at the end: all of it from the winner, half from each seat at a tie.
	Rake float64
	// History lists the actions so far; each round begins with a slash. "/" is the first decision,
	// "/rc/" the first of the second round after a raise and a call.
	History string
}

// All yields the node and the nodes below it, depth first.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.each(true, yield) }
}

// Betting yields the nodes of All up to the end of the betting round, the chance nodes there included.
func (n *Node) Betting() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.each(false, yield) }
}

func (n *Node) each(deals bool, yield func(*Node) bool) bool {
	if !yield(n) {
		return false
	}
	if n.Kind == Chance && !deals {
		return true
	}
	for _, child := range n.Children {
		if !child.each(deals, yield) {
			return false
		}
	}
	return true
}

// Bets returns the number of bets and raises of the node's round so far, and whether the seat that opened the round
// made the first.
func (n *Node) Bets() (bets int, byOpener bool) {
	actions := n.History[strings.LastIndexByte(n.History, '/')+1:]
	first := strings.IndexByte(actions, byte(Raise))
	return strings.Count(actions, Raise.String()), first >= 0 && first%2 == 0
}

// Toward returns the index of the child that is, or leads to, the node with a history; -1 if none does.
func (n *Node) Toward(history string) int {
	if n.Kind == Chance {
		return 0
	}
	return slices.IndexFunc(n.Children, func(child *Node) bool {
		rest, ok := strings.CutPrefix(history, child.History)
		// r25 does not begin with the action r2.
		return ok && (rest == "" || !strings.Contains("0123456789.", rest[:1]))
	})
}

// Word is the text of action i in histories: its letter, and the amount of a bet where a game has several.
func (n *Node) Word(i int) string { return strings.TrimPrefix(n.Children[i].History, n.History) }

// Decisions lists the decisions of the tree below a node, itself included, in the order of their IDs.
func (n *Node) Decisions() []*Node {
	var out []*Node
	for m := range n.All() {
		if m.Kind == Decision {
			out = append(out, m)
		}
	}
	return out
}

func (n *Node) number() {
	next := 0
	for m := range n.All() {
		m.ID = -1
		if m.Kind == Decision {
			m.ID = next
			next++
		}
	}
}
