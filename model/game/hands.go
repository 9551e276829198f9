package game

import (
	"iter"
	"slices"

	"feltlab/model/cards"
)

// Layout says how the private states of the two seats combine, and with it how the linear
// maps at terminals are applied.
type Layout uint8

const (
	OneCard  Layout = iota // one hole card; disjoint pairs are equally likely
	TwoCards               // two hole cards, numbered as cards.Combo; likewise
	Dense                  // a matrix holds the joint prior
	// ListedCards has two hole cards, those that are listed; disjoint pairs are dealt in proportion to the product of
	// the seats' weights.
	ListedCards
)

// Hands lists the private states of both seats. It is shared and must not be changed.
type Hands struct {
	Layout  Layout
	Cards   []cards.Set              // cards of each hand, in the card layouts
	Holding [cards.NumCards][]uint16 // by card the hands that hold it, in the card layouts
	// PairWeight is the probability of each pair of disjoint hands in the card layouts, times the weights of both, and
	// 1 in the dense one: joint(h, o) is PairWeight times 1 or 0, or Prior.At(h, o).
	PairWeight float64
	Joint      *Matrix // joint prior of the dense layout: rows are the hands of seat 0

	names   [2][]string
	prior   [2][]float64
	weights [2][]float64 // of listed cards
}

// Len returns the number of private states of a seat.
func (h *Hands) Len(seat int) int { return len(h.names[seat]) }

// Name returns the name of a private state, such as "K", "Kd", "AhKd" or "AKs".
func (h *Hands) Name(seat, hand int) string { return h.names[seat][hand] }

// Prior returns the probability that a seat is dealt each private state; read-only.
func (h *Hands) Prior(seat int) []float64 { return h.prior[seat] }

// Weights returns a new vector of the weights of a seat's hands: those of its range, at most 1, where hands are listed;
// 1 in the other layouts. A walk of the tree starts with them as the reach.
func (h *Hands) Weights(seat int) []float64 {
	if h.Layout == ListedCards {
		return slices.Clone(h.weights[seat])
	}
	return slices.Repeat([]float64{1}, h.Len(seat))
}

// Pair returns the joint prior of two private states of seat 0 and seat 1.
func (h *Hands) Pair(hand0, hand1 int) float64 {
	switch {
	case h.Layout == Dense:
		return h.Joint.At(hand0, hand1)
	case h.Cards[hand0]&h.Cards[hand1] != 0:
		return 0
	case h.Layout == ListedCards:
		return h.PairWeight * h.weights[0][hand0] * h.weights[1][hand1]
	}
	return h.PairWeight
}

// Live reports whether a hand of the card layouts avoids the given cards; in the dense layout every hand does.
func (h *Hands) Live(hand int, dead cards.Set) bool {
	return h.Layout == Dense || h.Cards[hand]&dead == 0
}

// Block sets to 0 the entries of the hands that hold one of the dealt cards. The vector has an entry
// for each hand of a seat.
func (h *Hands) Block(vector []float64, dealt cards.Set) {
	for ; dealt != 0; dealt &= dealt - 1 {
		for _, hand := range h.Holding[dealt.Min()] {
			vector[hand] = 0
		}
	}
}

// renamings lists the suit permutations that map hands to hands and that keep wants, the identity first.
func (h *Hands) renamings(keep func(p cards.SuitPerm, images []uint16) bool) (out []*Symmetry) {
	at := make(map[cards.Set]uint16, len(h.Cards))
	for i, set := range h.Cards {
		at[set] = uint16(i)
	}
	for _, p := range cards.SuitPerms {
		images, all := make([]uint16, len(h.Cards)), true
		for i, set := range h.Cards {
			image, found := at[p.Set(set)]
			images[i], all = image, all && found
		}
		if all && keep(p, images) {
			out = append(out, &Symmetry{p, [2][]uint16{images, images}})
		}
	}
	return out
}

func deckHands(deck cards.Set, holeCards int, name func(cards.Set) string) *Hands {
	h := &Hands{Layout: OneCard}
	if holeCards == 2 {
		h.Layout = TwoCards
	}
	deckCards := deck.Cards()
	for i, c := range deckCards {
		if holeCards == 1 {
			h.Cards = append(h.Cards, cards.SetOf(c))
			continue
		}
		for _, low := range deckCards[:i] { // the order of cards.Combo
			h.Cards = append(h.Cards, cards.SetOf(low, c))
		}
	}
	names := make([]string, len(h.Cards))
	pairs := 0
	for i, mine := range h.Cards {
		names[i] = name(mine)
		for _, c := range mine.Cards() {
			h.Holding[c] = append(h.Holding[c], uint16(i))
		}
		for _, theirs := range h.Cards {
			if mine&theirs == 0 {
				pairs++
			}
		}
	}
	h.PairWeight = 1 / float64(pairs)
	prior := slices.Repeat([]float64{1 / float64(len(h.Cards))}, len(h.Cards))
	h.names = [2][]string{names, names}
	h.prior = [2][]float64{prior, prior}
	return h
}

// weigh fills in the probabilities of listed hands from their weights.
func (h *Hands) weigh() {
	sum := 0.0
	for seat, weights := range h.weights {
		h.prior[seat] = make([]float64, len(weights))
		for a, w := range weights {
			others := 0.0
			for b, v := range h.weights[1-seat] {
				if h.Cards[a]&h.Cards[b] == 0 {
					others += v
				}
			}
			h.prior[seat][a] = w * others
			if seat == 0 {
				sum += w * others
			}
		}
	}
	if sum > 0 {
		h.PairWeight = 1 / sum
	}
	for _, prior := range h.prior {
		for a := range prior {
			prior[a] *= h.PairWeight
		}
	}
}

func denseHands(joint *Matrix, names []string) *Hands {
	h := &Hands{Layout: Dense, PairWeight: 1, Joint: joint, names: [2][]string{names, names}}
	h.prior = [2][]float64(NewVectors(2, len(names)))
	for k, p := range joint.Data {
		h.prior[0][k/joint.Columns] += p
		h.prior[1][k%joint.Columns] += p
	}
	return h
}

// Matrix is a dense matrix, row after row.
type Matrix struct {
	Rows, Columns int
	Data          []float64
}

// NewMatrix returns a matrix of zeros.
func NewMatrix(rows, columns int) *Matrix {
	return &Matrix{rows, columns, make([]float64, rows*columns)}
}

// At returns the entry of row i and column j.
func (m *Matrix) At(i, j int) float64 { return m.Data[i*m.Columns+j] }

// Set changes the entry of row i and column j.
func (m *Matrix) Set(i, j int, v float64) { m.Data[i*m.Columns+j] = v }

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
	// Deals lists the possible deals at a Chance state, one for each orbit of the group. All members of the group must
	// fix the state's board; Deal.Group is such a group for the state after a deal. An empty group means the identity.
	Deals(s State, group []*Symmetry) Deals
	// Showdown describes the map at a Showdown state.
	Showdown(s State) Comparison
}

// Decisions yields the decisions at and below a public state, on all deals one by one.
func Decisions(g Game, s State) iter.Seq[State] {
	return func(yield func(State) bool) { eachDecision(g, s, yield) }
}

func eachDecision(g Game, s State, yield func(State) bool) bool {
	if s.Kind == Chance {
		for _, d := range g.Deals(s, nil).List {
			if !eachDecision(g, d.State, yield) {
				return false
			}
		}
	}
	if s.Kind != Decision {
		return true
	}
	if !yield(s) {
		return false
	}
	for i := range s.Actions {
		if !eachDecision(g, s.After(i), yield) {
			return false
		}
	}
	return true
}

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
	Group []*Symmetry // subgroup that fixes the dealt cards, for the next call of Deals
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
	Edge      *Matrix // matrix of the dense layout
}
