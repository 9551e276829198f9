package game

import (
	"slices"

	"feltlab/model/cards"
)

// FixedLimit is a fixed-limit game with one or two hole cards: Kuhn, Leduc and limit hold'em differ only in its Rules.
type FixedLimit struct {
	frame
	rules     *Rules
	deck      cards.Set
	strengths map[cards.Set][]int // of one-card games, by board
}

func newLimit(r *Rules) *FixedLimit {
	deck := r.deck()
	g := &FixedLimit{rules: r, deck: deck, frame: frame{name: r.Name, unit: r.Unit,
		hands: deckHands(deck, r.HoleCards, r.handName), rounds: len(r.Board)}}
	g.root = (&treeBuilder{r}).open(0, [2]float64(r.Posted), "")
	g.root.number()
	g.symmetries = g.hands.renamings(func(p cards.SuitPerm, _ []uint16) bool {
		return p.Set(deck) == deck && slices.Equal(p[r.Suits:], cards.SuitPerms[0][r.Suits:])
	})
	if r.HoleCards == 1 {
		g.strengths = map[cards.Set][]int{}
		g.rank(0)
		for _, c := range deck.Cards() {
			g.rank(cards.SetOf(c))
		}
	}
	return g
}

// Rules returns the game's rules; they must not be changed.
func (g *FixedLimit) Rules() *Rules { return g.rules }

// Stabilizer returns the permutations that fix the cards of each deal as a set.
func (g *FixedLimit) Stabilizer(s State) []*Symmetry {
	var out []*Symmetry
	for _, p := range g.symmetries {
		fixed, rest := true, s.Board.Cards()
		for _, deal := range g.rules.Board[:s.Round+1] {
			n := min(deal, len(rest))
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
		if strengths[h] = int(set.Min().Rank()); board != 0 && board.Min().Rank() == set.Min().Rank() {
			strengths[h] = cards.NumRanks // a pair
		}
	}
	// Places among the strengths that occur: the fewer there are, the faster is a showdown.
	occur := slices.Compact(slices.Sorted(slices.Values(strengths)))
	for h, s := range strengths {
		strengths[h], _ = slices.BinarySearch(occur, s)
	}
	g.strengths[board] = strengths
}

type treeBuilder struct{ *Rules }

// open returns the first node of a betting round, after the round's deal: a decision, unless both seats are all-in.
func (b treeBuilder) open(r int, in [2]float64, history string) *Node {
	if b.allIn(in[0]) {
		return b.close(r, in, history+"/")
	}
	made := 0
	if r == 0 && in[0] != in[1] {
		made = 1 // the big blind is a bet
	}
	return b.decide(r, b.First[r]-1, made, true, in, history+"/")
}

func (b treeBuilder) allIn(in float64) bool { return b.Stack > 0 && in >= b.Stack }

// decide returns the actor's decision with the given number of bets made. A check or call at the opening
// of a round does not close it: the other seat has not acted yet.
func (b treeBuilder) decide(r, actor, bets int, opening bool, in [2]float64, history string) *Node {
	other := 1 - actor
	n := &Node{Kind: Decision, Actor: actor, Round: r, Contributions: in, History: history}
	add := func(a Action, child *Node) {
		n.Actions = append(n.Actions, a)
		n.Children = append(n.Children, child)
	}
	if in[actor] < in[other] {
		add(Fold, folded(r, actor, in, history+Fold.String()))
	}
	called := in
	called[actor] = in[other]
	switch limp := r == 0 && opening && in[actor] < in[other]; {
	case limp && b.NoLimp:
	case opening && !b.allIn(called[actor]):
		add(Call, b.decide(r, other, bets, false, called, history+Call.String()))
	default:
		add(Call, b.close(r, called, history+Call.String()))
	}
	if bets < b.MostBets[r] && !b.allIn(called[actor]) {
		raised, bet := called, b.Bets[r]
		if b.BetUnit == Pot {
			bet *= called[0] + called[1]
		}
		raised[actor] += bet
		if b.Stack > 0 {
			raised[actor] = min(raised[actor], b.Stack)
		}
		add(Raise, b.decide(r, other, bets+1, false, raised, history+Raise.String()))
	}
	return n
}

func folded(round, folder int, in [2]float64, history string) *Node {
	payoff := in[folder]
	if folder == 0 {
		payoff = -payoff
	}
	return &Node{Kind: Folded, Round: round, Contributions: in, Payoff: payoff, History: history}
}

// close ends a betting round after a call or the second check.
func (b treeBuilder) close(r int, in [2]float64, history string) *Node {
	if r == len(b.Board)-1 {
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
	left := g.deck &^ s.Board.Set()
	return dealsOf(s, group, left, g.rules.Board[s.Round+1], left.Len()-2*g.rules.HoleCards)
}

// dealsOf lists the deals of n of the cards that are left, one for each orbit of the group; unseen is the number of
// cards that remain once both hands are known.
func dealsOf(s State, group []*Symmetry, left cards.Set, n, unseen int) Deals {
	ways := 1
	for i := range n {
		ways = ways * (unseen - i) / (i + 1)
	}
	d := Deals{Ways: float64(ways)}
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
