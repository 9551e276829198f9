package game

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
