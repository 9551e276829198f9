package game

import (
	"slices"

	"feltlab/model/cards"
)

// FixedLimit is a fixed-limit game with one or two hole cards: Kuhn, Leduc and limit hold'em differ only in its rules.
type FixedLimit struct {
	frame
	rules     rules
	strengths map[cards.Set][]int // of one-card games, by board
}

type rules struct {
	name, unit string
	deck       cards.Set
	suits      int // of the deck; the suits in use are the first ones
	holeCards  int
	posted     [2]float64 // antes and blinds
	rounds     []round
	handName   func(cards.Set) string
	strength   func(hole cards.Card, board cards.Set) int
}

type round struct {
	deal    int     // cards that are dealt to the board before the round
	bet     float64 // size of a bet or raise
	maxBets int
	posted  int // bets that count as made before the first action
	first   int // seat that acts first
}

func newLimit(r rules) *FixedLimit {
	g := &FixedLimit{rules: r, frame: frame{name: r.name, unit: r.unit,
		hands: deckHands(r.deck, r.holeCards, r.handName), rounds: len(r.rounds)}}
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

func (g *FixedLimit) rank(board cards.Set) {
	strengths := make([]int, len(g.hands.Cards))
	for h, set := range g.hands.Cards {
		strengths[h] = g.rules.strength(set.Min(), board)
	}
	// Places among the strengths that occur: the fewer there are, the faster is a showdown.
	occur := slices.Compact(slices.Sorted(slices.Values(strengths)))
	for h, s := range strengths {
		strengths[h], _ = slices.BinarySearch(occur, s)
	}
	g.strengths[board] = strengths
}

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

// Deals lists the boards that may come, one for each orbit of the group, in ascending order of their
// sets. The member of an orbit with the least set represents it.
func (g *FixedLimit) Deals(s State, group []*Symmetry) Deals {
	if len(group) == 0 {
		group = g.symmetries[:1]
	}
	left := g.rules.deck &^ s.Board.Set()
	return dealsOf(s, group, left, g.rules.rounds[s.Round+1].deal, left.Len()-2*g.rules.holeCards)
}

// dealsOf lists the deals of n of the cards that are left, one for each orbit of the group; unseen is the number of
// cards that remain once both hands are known.
func dealsOf(s State, group []*Symmetry, left cards.Set, n, unseen int) Deals {
	d := Deals{Ways: float64(choose(unseen, n))}
	eachSubset(left, n, func(dealt cards.Set) {
		if orbit, stabilizer := orbitOf(dealt, group); orbit != nil {
			state := State{s.Children[0], s.Board.with(dealt)}
			d.List = append(d.List, Deal{state, dealt, orbit, stabilizer})
		}
	})
	return d
}

// orbitOf returns one symmetry for each image of the set under the group, and the subgroup that fixes
// the set. It returns nil if another member of the orbit is less than the set.
func orbitOf(set cards.Set, group []*Symmetry) (orbit, stabilizer []*Symmetry) {
	if len(group) == 1 {
		return group, group
	}
	var seen [len(cards.SuitPerms)]cards.Set
	for _, p := range group {
		image := p.Suits.Set(set)
		if image < set {
			return nil, nil
		}
		if image == set {
			stabilizer = append(stabilizer, p)
		}
		if !slices.Contains(seen[:len(orbit)], image) {
			seen[len(orbit)] = image
			orbit = append(orbit, p)
		}
	}
	return orbit, stabilizer
}

// eachSubset visits the subsets of n cards in ascending order of their bits.
func eachSubset(of cards.Set, n int, visit func(cards.Set)) {
	if n == 0 {
		visit(0)
		return
	}
	for rest := of; rest != 0; rest &= rest - 1 {
		high := rest.Min()
		if below := of & (1<<high - 1); below.Len() >= n-1 {
			eachSubset(below, n-1, func(set cards.Set) { visit(set.With(high)) })
		}
	}
}

func choose(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}

const faces cards.Set = 0xfff << (4 * cards.Jack)

const (
	clubsOnly cards.Set = 0x1111111111111
	twoSuits            = clubsOnly | clubsOnly<<1
)

// Kuhn returns Kuhn poker: three cards, jack to king, an ante of 1 and at most one bet of 1.
// Seat 0 acts first. The value of the game to seat 0 is -1/18.
func Kuhn() *FixedLimit {
	return newLimit(rules{
		name: "kuhn", unit: "chips",
		deck: faces & clubsOnly, suits: 1, holeCards: 1,
		posted: [2]float64{1, 1},
		rounds: []round{{bet: 1, maxBets: 1}},
		handName: func(hole cards.Set) string {
			return hole.Min().Rank().String()
		},
		strength: func(hole cards.Card, _ cards.Set) int { return int(hole.Rank()) },
	})
}

// Leduc returns Leduc hold'em: two suits of jack, queen and king, an ante of 1, two rounds of at most two bets of 2
// and 4, and one public card between them. Seat 0 acts first in both rounds; a pair with the board wins, otherwise
// the higher rank. The value of the game to seat 0 is about -0.0856.
func Leduc() *FixedLimit {
	return newLimit(rules{
		name: "leduc", unit: "chips",
		deck: faces & twoSuits, suits: 2, holeCards: 1,
		posted:   [2]float64{1, 1},
		rounds:   []round{{bet: 2, maxBets: 2}, {deal: 1, bet: 4, maxBets: 2}},
		handName: cards.Set.String,
		strength: func(hole cards.Card, board cards.Set) int {
			if board != 0 && board.Min().Rank() == hole.Rank() {
				return cards.NumRanks
			}
			return int(hole.Rank())
		},
	})
}

// LimitHoldem returns heads-up limit hold'em in big blinds: blinds of 0.5 and 1, bets of
// 1, 1, 2 and 2 and at most four of them a round, of which the big blind is the first.
// Seat 0 is the small blind; it acts first before the flop and last after it.
func LimitHoldem() *FixedLimit {
	return newLimit(rules{
		name: "limit-holdem", unit: BigBlinds,
		deck: cards.FullDeck, suits: cards.NumSuits, holeCards: 2,
		posted: [2]float64{0.5, 1},
		rounds: []round{
			{bet: 1, maxBets: 4, posted: 1},
			{deal: 3, bet: 1, maxBets: 4, first: 1},
			{deal: 1, bet: 2, maxBets: 4, first: 1},
			{deal: 1, bet: 2, maxBets: 4, first: 1},
		},
		handName: cards.Set.String,
	})
}
