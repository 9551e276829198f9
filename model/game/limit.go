package game

import (
	"feltlab/model/cards"
)

// FixedLimit is a fixed-limit game with one or two hole cards: Kuhn, Leduc and limit hold'em differ only
// in its rules.
type FixedLimit struct {
	frame
	rules     rules
	strengths map[cards.Set][]int // of one-card games, by board
}

// rules define a fixed-limit game.
type rules struct {
	name, unit string
	deck       cards.Set
	suits      int // of the deck; the suits in use are the first ones
	holeCards  int
	posted     [2]float64 // antes and blinds
	rounds     []round
	handName   func(cards.Set) string
	// strength ranks a hole card on a board in one-card games.
	strength func(hole cards.Card, board cards.Set) int
}

// round is a betting round.
type round struct {
	deal    int     // cards that are dealt to the board before the round
	bet     float64 // size of a bet or raise
	maxBets int
	posted  int // bets that count as made before the first action
	first   int // seat that acts first
}

func newLimit(r rules) *FixedLimit {
	g := &FixedLimit{rules: r, frame: frame{name: r.name, unit: r.unit, hands: deckHands(r.deck, r.holeCards, r.handName), rounds: len(r.rounds)}}
	b := treeBuilder{r.rounds}
	g.root = b.open(0, r.posted, "")
	g.root.number()
	g.symmetries = g.renamings()
	if r.strength != nil {
		g.strengths = map[cards.Set][]int{}
		g.rank(0)
		for _, c := range r.deck.Cards() {
			g.rank(cards.SetOf(c))
		}
	}
	return g
}

// Stabilizer returns the permutations that fix the cards of each deal as a set.
func (g *FixedLimit) Stabilizer(s State) []*Symmetry {
	var out []*Symmetry
	for _, p := range g.symmetries {
		fixed, rest := true, s.Board.Cards()
		for _, r := range g.rules.rounds[:s.Round+1] {
			n := min(r.deal, len(rest))
			dealt := cards.SetOf(rest[:n]...)
			fixed = fixed && p.Suits.Set(dealt) == dealt
			rest = rest[n:]
		}
		if fixed {
			out = append(out, p)
		}
	}
	return out
}

// Showdown returns the strengths of one-card hands on the board.
func (g *FixedLimit) Showdown(s State) Comparison {
	return Comparison{Strengths: g.strengths[s.Board.Set()]}
}

// rank stores the strengths of all hole cards on a board of at most one card.
func (g *FixedLimit) rank(board cards.Set) {
	strengths := make([]int, len(g.hands.Cards))
	for h, set := range g.hands.Cards {
		strengths[h] = g.rules.strength(set.Min(), board)
	}
	g.strengths[board] = strengths
}

// renamings lists the permutations of the deck's suits with their effect on hands.
func (g *FixedLimit) renamings() []*Symmetry {
	at := make(map[cards.Set]uint16, len(g.hands.Cards))
	for h, set := range g.hands.Cards {
		at[set] = uint16(h)
	}
	var out []*Symmetry
	for _, p := range cards.SuitPerms {
		if p.Set(g.rules.deck) != g.rules.deck || !fixesFrom(p, g.rules.suits) {
			continue
		}
		hands := make([]uint16, len(g.hands.Cards))
		for h, set := range g.hands.Cards {
			hands[h] = at[p.Set(set)]
		}
		out = append(out, &Symmetry{p, [2][]uint16{hands, hands}})
	}
	return out
}

// fixesFrom reports whether p leaves all suits from the given one on in place.
func fixesFrom(p cards.SuitPerm, first int) bool {
	for s := first; s < cards.NumSuits; s++ {
		if int(p[s]) != s {
			return false
		}
	}
	return true
}

// treeBuilder builds the betting tree of a fixed-limit game.
type treeBuilder struct{ rounds []round }

// open returns the first decision of a betting round, after the round's deal.
func (b treeBuilder) open(r int, in [2]float64, history string) *Node {
	rules := b.rounds[r]
	return b.decide(r, rules.first, rules.posted, true, in, history+"/")
}

// decide returns the actor's decision with the given number of bets made. A check or call at the opening
// of a round does not close it: the other seat has not acted yet.
func (b treeBuilder) decide(r, actor, bets int, opening bool, in [2]float64, history string) *Node {
	rules, other := b.rounds[r], 1-actor
	n := &Node{Kind: Decision, Actor: actor, Round: r, Contributions: in, History: history}
	add := func(a Action, child *Node) {
		n.Actions = append(n.Actions, a)
		n.Children = append(n.Children, child)
	}
	if in[actor] < in[other] {
		add(Fold, b.fold(r, actor, in, history+Fold.String()))
	}
	called := in
	called[actor] = in[other]
	if opening {
		add(Call, b.decide(r, other, bets, false, called, history+Call.String()))
	} else {
		add(Call, b.close(r, called, history+Call.String()))
	}
	if bets < rules.maxBets {
		raised := called
		raised[actor] += rules.bet
		add(Raise, b.decide(r, other, bets+1, false, raised, history+Raise.String()))
	}
	return n
}

func (b treeBuilder) fold(r, folder int, in [2]float64, history string) *Node {
	payoff := in[folder]
	if folder == 0 {
		payoff = -payoff
	}
	return &Node{Kind: Folded, Round: r, Contributions: in, Payoff: payoff, History: history}
}

// close ends a betting round after a call or the second check.
func (b treeBuilder) close(r int, in [2]float64, history string) *Node {
	if r == len(b.rounds)-1 {
		return &Node{Kind: Showdown, Round: r, Contributions: in, Payoff: in[0], History: history}
	}
	next := b.open(r+1, in, history)
	return &Node{Kind: Chance, Round: r, Contributions: in, Children: []*Node{next}, History: history}
}
