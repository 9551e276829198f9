package game

import (
	"errors"
	"fmt"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// PostflopRules state a game of two players from a board on: two ranges, a pot, equal stacks and the sizes of bets.
// Seat 0 is out of position and acts first on each street. Amounts are in chips.
type PostflopRules struct {
	Board  []cards.Card // three to five
	Ranges [2]*ranges.Range
	Pot    float64
	Stack  float64 // of each seat, behind the pot

	Sizes      [3][2]StreetSizes // by street and seat
	RaiseCap   int               // bets and raises of a street at most; 0 for any number
	MinBet     float64           // the smallest bet, and the least by which a raise exceeds a bet
	DropSmall  bool              // leave out sizes below the minimum; otherwise they become the minimum
	Chip       float64           // bets are rounded to multiples of it
	AddAllIn   float64           // all-in is a further size where it is at most this share of the pot; 0 for never
	ForceAllIn float64           // a bet becomes all-in if at most this share of the pot would be behind; 0 for never
	AllInAbove float64           // a bet becomes all-in if it puts in more than this share of stack and half pot
	Merge      float64           // see postflopTree.merge; 0 merges nothing

	// SuitsApart says not to look for suits that are alike, for strategies that tell them apart.
	SuitsApart bool

	Rake    float64 // share of the pot that the house takes
	RakeCap float64 // the most that it takes
}

// StreetSizes are the sizes of a seat on a street.
type StreetSizes struct {
	Bet, Raise []BetSize
	// Donk has the sizes of a first bet of the street after a call of the same seat closed the street before. Donks
	// says that it counts; otherwise Bet does.
	Donk  []BetSize
	Donks bool
}

// Postflop is a game from a board on.
type Postflop struct {
	frame
	rules PostflopRules
	board Board
}

// ErrPostflop marks rules that make no game.
var ErrPostflop = errors.New("no game")

// NewPostflop returns the game of some rules. It has only the hands of the ranges that the board leaves. Errors wrap
// ErrPostflop or ErrTree.
func NewPostflop(r PostflopRules) (*Postflop, error) {
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPostflop, err)
	}
	g := &Postflop{rules: r, board: BoardOf(r.Board...)}
	first := cards.Street(len(r.Board) - 3)
	g.frame = frame{name: "postflop", unit: "chips", rounds: int(cards.River-first) + 1}
	var err error
	if g.hands, err = r.hands(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPostflop, err)
	}
	t := &postflopTree{PostflopRules: &g.rules, first: first}
	g.root = t.open(first, r.Pot/2, false, "")
	if t.err != nil {
		return nil, fmt.Errorf("%w: more than %d nodes; want fewer sizes, or a raise cap", t.err, MostNodes)
	}
	for n := range g.root.All() {
		if len(n.Actions) > mostActions {
			return nil, fmt.Errorf("%w: %d actions at %s, want at most %d", ErrPostflop, len(n.Actions), n.History,
				mostActions)
		}
	}
	g.root.number()
	// Those that map the board and both ranges to themselves.
	g.symmetries = g.hands.renamings(func(p cards.SuitPerm, images []uint16) bool {
		same := p.Set(g.board.Set()) == g.board.Set() && !(r.SuitsApart && p != cards.SuitPerms[0])
		for h, to := range images {
			for _, weights := range g.hands.weights {
				same = same && weights[h] == weights[to]
			}
		}
		return same
	})
	return g, nil
}

func (r *PostflopRules) check() error {
	positive := func(x float64) bool { return x > 0 && x <= 1e9 }
	share := func(x float64) bool { return x >= 0 && x <= 1e9 }
	switch {
	case len(r.Board) < 3 || len(r.Board) > 5 || cards.SetOf(r.Board...).Len() != len(r.Board):
		return fmt.Errorf("board %q, want three to five cards", cards.Format(r.Board))
	case !positive(r.Pot):
		return fmt.Errorf("pot %v, want chips above 0", r.Pot)
	case !positive(r.Stack):
		return fmt.Errorf("stack %v, want chips above 0", r.Stack)
	case !positive(r.Chip):
		return fmt.Errorf("chip %v, want the smallest chip, above 0", r.Chip)
	case !positive(r.MinBet):
		return fmt.Errorf("min-bet %v, want chips above 0", r.MinBet)
	case !(r.Rake >= 0 && r.Rake < 1) || !(r.RakeCap >= 0):
		return fmt.Errorf("rake %v with cap %v, want a share of the pot from 0%% to 100%%", r.Rake, r.RakeCap)
	case !share(r.AddAllIn) || !share(r.ForceAllIn) || !share(r.AllInAbove) || !share(r.Merge):
		return errors.New("a threshold is below 0")
	}
	return nil
}

// hands lists the combos of both ranges that the board leaves.
func (r *PostflopRules) hands() (*Hands, error) {
	h := &Hands{Layout: ListedCards}
	board := cards.SetOf(r.Board...)
	names := []string{}
	for combo := range cards.Combo(cards.NumCombos) {
		w0, w1 := r.Ranges[0].Weight(combo), r.Ranges[1].Weight(combo)
		if w0+w1 == 0 || combo.Set()&board != 0 {
			continue
		}
		for _, c := range combo.Set().Cards() {
			h.Holding[c] = append(h.Holding[c], uint16(len(names)))
		}
		h.Cards = append(h.Cards, combo.Set())
		names = append(names, combo.String())
		h.weights[0] = append(h.weights[0], float64(w0)/float64(r.Ranges[0].Largest()))
		h.weights[1] = append(h.weights[1], float64(w1)/float64(r.Ranges[1].Largest()))
	}
	h.names = [2][]string{names, names}
	for seat, name := range PostflopSeats {
		if !slices.ContainsFunc(h.weights[seat], func(w float64) bool { return w > 0 }) {
			return nil, fmt.Errorf("%s: the board %s blocks all hands of the range", name, cards.Format(r.Board))
		}
	}
	if h.weigh(); h.PairWeight == 0 {
		return nil, errors.New("each hand of one range blocks all hands of the other")
	}
	return h, nil
}

// PostflopSeats are the names of the seats in files and flags: out of position and in position.
var PostflopSeats = [2]string{"oop", "ip"}

// Rules returns the rules of the game.
func (g *Postflop) Rules() PostflopRules { return g.rules }

// Raked reports whether the house takes a rake, so that the game has no constant sum.
func (g *Postflop) Raked() bool { return g.rules.Rake > 0 && g.rules.RakeCap > 0 }

// Street returns the street of a round.
func (g *Postflop) Street(round int) cards.Street {
	return cards.Street(len(g.rules.Board) - 3 + round)
}

// Root is the first decision, on the board of the rules.
func (g *Postflop) Root() State { return State{g.root, g.board} }

// Stabilizer returns the permutations that fix each card after the first board.
func (g *Postflop) Stabilizer(s State) (out []*Symmetry) {
	dealt := s.Board.Cards()[g.board.Len():]
	for _, p := range g.symmetries {
		if !slices.ContainsFunc(dealt, func(c cards.Card) bool { return p.Suits.Card(c) != c }) {
			out = append(out, p)
		}
	}
	return out
}

// Deals lists the next cards, one for each orbit of the group.
func (g *Postflop) Deals(s State, group []*Symmetry) Deals {
	if len(group) == 0 {
		group = g.symmetries[:1]
	}
	const holeCards = 2
	left := cards.FullDeck &^ s.Board.Set()
	return dealsOf(s, group, left, 1, left.Len()-2*holeCards)
}

// Showdown says that hands rank as in hold'em.
func (g *Postflop) Showdown(State) Comparison { return Comparison{} }

// ActionName names action i of a decision in words: "fold", "check", "call", "bet 25", "raise 75", "all-in 200".
// Amounts are what the seat has then put in on the street.
func (g *Postflop) ActionName(n *Node, i int) string {
	next := n.Children[i]
	switch first := n.Contributions[0] == n.Contributions[1]; {
	case n.Actions[i] == Fold:
		return "fold"
	case n.Actions[i] == Call && first:
		return "check"
	case n.Actions[i] == Call:
		return "call"
	case next.Contributions[n.Actor] >= g.rules.Stack+g.rules.Pot/2:
		return "all-in " + n.betTo(i)
	case first:
		return "bet " + n.betTo(i)
	}
	return "raise " + n.betTo(i)
}

func (n *Node) betTo(i int) string { return n.Word(i)[1:] }
