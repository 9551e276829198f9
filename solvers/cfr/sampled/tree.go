package sampled

import (
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// node is a node of the betting tree. Entry action*buckets + bucket of its tables belongs to
// an action and a bucket of the seat that acts.
type node struct {
	*game.Node
	children []*node
	buckets  int
	// regret is what each action would have won more than was won, at least 0; strategy is
	// played; sum adds up what was played.
	regret, strategy, sum []float32

	// At chance nodes whose subtrees are walked in parallel: what goes down and comes up.
	reach, values []float32
}

// splitRound is the round before whose deal the tree is cut in subtrees for the workers: 63 of
// them in hold'em, which are enough to keep some processors busy and small enough to end
// together.
const splitRound = 2

// build lays out the tree below a node.
func (s *Solver) build(from *game.Node, buckets [2]strategy.Bucketing) *node {
	n := &node{Node: from}
	switch {
	case from.Kind == game.Decision:
		n.buckets = buckets[from.Actor].Len(from.Round)
		entries := n.buckets * len(from.Actions)
		n.regret, n.strategy, n.sum = make([]float32, entries), make([]float32, entries), make([]float32, entries)
		for i := range n.strategy {
			n.strategy[i] = 1 / float32(len(from.Actions))
		}
		s.decisions = append(s.decisions, n)
	case from.Kind == game.Chance && from.Round+1 == min(splitRound, s.game.Rounds()-1):
		lanes := s.options.Boards * s.dealer.players
		n.reach, n.values = make([]float32, lanes), make([]float32, lanes)
		s.jobs = append(s.jobs, n)
	}
	for _, child := range from.Children {
		n.children = append(n.children, s.build(child, buckets))
	}
	return n
}

// of returns the entries of an action.
func of(entries []float32, action, buckets int) []float32 {
	return entries[action*buckets:][:buckets]
}

// learn adds the regrets of lanes in buckets, given what each action and what the strategy
// wins, cuts them at 0, and sets the strategy of those buckets by regret matching.
func (n *node) learn(lanes []uint16, ups *[maxActions][]float32, won []float32) {
	for a := range n.children {
		regret, up := of(n.regret, a, n.buckets), ups[a]
		for x, b := range lanes {
			regret[b] += up[x] - won[x]
		}
	}
	if n.buckets <= len(lanes) {
		for b := range n.buckets {
			n.match(b)
		}
		return
	}
	for _, b := range lanes {
		n.match(int(b))
	}
}

// match cuts a bucket's regrets at 0 and sets its strategy.
func (n *node) match(bucket int) {
	total := float32(0)
	for at := bucket; at < len(n.regret); at += n.buckets {
		n.regret[at] = max(n.regret[at], 0)
		total += n.regret[at]
	}
	if total == 0 {
		for at := bucket; at < len(n.regret); at += n.buckets {
			n.strategy[at] = 1 / float32(len(n.Actions))
		}
		return
	}
	for at := bucket; at < len(n.regret); at += n.buckets {
		n.strategy[at] = n.regret[at] / total
	}
}

// choose sets the strategy of the buckets that lanes fall in to the action that wins most.
func (n *node) choose(lanes []uint16, ups *[maxActions][]float32) {
	totals, met := make([]float64, len(n.strategy)), make([]bool, n.buckets)
	for a := range n.children {
		for x, b := range lanes {
			totals[a*n.buckets+int(b)] += float64(ups[a][x])
			met[b] = true
		}
	}
	for b := range n.buckets {
		if !met[b] {
			continue
		}
		best := b
		for at := b; at < len(totals); at += n.buckets {
			n.strategy[at] = 0
			if totals[at] > totals[best] {
				best = at
			}
		}
		n.strategy[best] = 1
	}
}
