package game

import "feltlab/model/cards"

// BigBlinds is the unit of games that are played for blinds.
const BigBlinds = "big blinds"

// Game is a two-player zero-sum game. Implementations never change and are safe for concurrent use.
type Game interface {
	// Name is the game's name in commands and strategy files.
	Name() string
	// Unit is the unit of contributions, payoffs and values, such as "chips".
	Unit() string
	// Hands are the private states of both seats.
	Hands() *Hands
	// Root is the first public state.
	Root() State
	// Rounds is the number of betting rounds.
	Rounds() int
	// Symmetries is the group of suit permutations that leave the game unchanged, the identity first.
	Symmetries() []*Symmetry
	// Stabilizer is the subgroup of symmetries that fix a state's board, deal by deal.
	Stabilizer(s State) []*Symmetry
	// Deals lists the possible deals at a Chance state, one for each orbit of the group. All
	// members of the group must fix the state's board; Deal.Group is such a group for the state
	// after a deal. An empty group means the identity.
	Deals(s State, group []*Symmetry) Deals
	// Showdown describes the map at a Showdown state.
	Showdown(s State) Comparison
}

// frame is the common part of games: its methods are those of Game.
type frame struct {
	name, unit string
	hands      *Hands
	root       *Node
	rounds     int
	symmetries []*Symmetry
}

func (f *frame) Name() string            { return f.name }
func (f *frame) Unit() string            { return f.unit }
func (f *frame) Hands() *Hands           { return f.hands }
func (f *frame) Root() State             { return State{Node: f.root} }
func (f *frame) Rounds() int             { return f.rounds }
func (f *frame) Symmetries() []*Symmetry { return f.symmetries }

// Symmetry is a permutation of the suits together with what it does to private states.
type Symmetry struct {
	Suits cards.SuitPerm
	// Hands[seat][h] is the image of hand h of a seat.
	Hands [2][]uint16
}

// Deals are the deals that are possible at a public state.
type Deals struct {
	// Ways is the number of deals that remain once both hands are known, all equally likely: a sum
	// over the deals is divided by it.
	Ways float64
	List []Deal
}

// Deal is one orbit of deals and the member that represents it.
type Deal struct {
	State State
	// Dealt are the cards of the deal. Hands.Block clears the hands of either seat that hold one.
	Dealt cards.Set
	// Orbit holds one symmetry for each member of the orbit: it maps State to that member, and the
	// value of hand h at State is the value of hand Hands[seat][h] at the member. The first is the
	// identity; len(Orbit) is the orbit's size.
	Orbit []*Symmetry
	// Group is the subgroup that fixes the dealt cards, for the next call of Deals.
	Group []*Symmetry
}

// MaxStrength is the largest strength in one-card games, so that counting can sort them: thirteen
// ranks and a pair above them all.
const MaxStrength = cards.NumRanks

// Comparison describes how a showdown compares hands. Seat 0 wins Node.Payoff times
//
//	+1 with the better hand, -1 with the worse, 0 with equal ones   in the card layouts,
//	Edge.At(h, o), already multiplied by the joint prior            in the dense layout.
type Comparison struct {
	// Strengths ranks the hands of the one-card layout from 0 to MaxStrength, larger is better.
	// With two cards the hands rank as in hold'em on the state's board.
	Strengths []int
	// Edge is the matrix of the dense layout.
	Edge *Matrix
}
