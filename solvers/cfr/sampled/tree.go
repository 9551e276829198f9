package sampled

import (
	"slices"

	"feltlab/model/game"
	"feltlab/model/strategy"
)

// row has an entry for each action of a decision; what is left over stays 0.
type row [maxActions]float32

// maxActions is the number of actions of game.Action.
const maxActions = 3

// node is a node of the betting tree with a row for each bucket of the seat that acts.
type node struct {
	*game.Node
	children []*node
	uniform  row
	// regret is what each action would have won more than was won, at least 0 between passes;
	// strategy is played; sum adds up what was played.
	regret, strategy, sum []row

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
		for a := range from.Actions {
			n.uniform[a] = 1 / float32(len(from.Actions))
		}
		count := buckets[from.Actor].Len(from.Round)
		n.regret, n.sum = make([]row, count), make([]row, count)
		n.strategy = slices.Repeat([]row{n.uniform}, count)
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

// learn adds the regrets of lanes in buckets, given what each action and what the strategy
// wins, cuts them at 0, and sets the strategy of those buckets by regret matching.
func (n *node) learn(lanes []uint16, ups *[maxActions][]float32, won []float32) {
	won, up0, up1 := won[:len(lanes)], ups[0][:len(lanes)], ups[1][:len(lanes)]
	if len(n.children) == 2 {
		for x, b := range lanes {
			r, v := &n.regret[b], won[x]
			r[0] += up0[x] - v
			r[1] += up1[x] - v
		}
	} else {
		up2 := ups[2][:len(lanes)]
		for x, b := range lanes {
			r, v := &n.regret[b], won[x]
			r[0] += up0[x] - v
			r[1] += up1[x] - v
			r[2] += up2[x] - v
		}
	}
	if len(n.regret) <= len(lanes) {
		for b := range n.regret {
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
	r := &n.regret[bucket]
	r[0], r[1], r[2] = max(r[0], 0), max(r[1], 0), max(r[2], 0)
	total := r[0] + r[1] + r[2]
	if total == 0 {
		n.strategy[bucket] = n.uniform
		return
	}
	n.strategy[bucket] = row{r[0] / total, r[1] / total, r[2] / total}
}

// mix fills won with what the strategy wins, given what each action wins.
func (n *node) mix(lanes []uint16, ups *[maxActions][]float32, won []float32) {
	won, up0, up1 := won[:len(lanes)], ups[0][:len(lanes)], ups[1][:len(lanes)]
	if len(n.children) == 2 {
		for x, b := range lanes {
			p := &n.strategy[b]
			won[x] = p[0]*up0[x] + p[1]*up1[x]
		}
		return
	}
	up2 := ups[2][:len(lanes)]
	for x, b := range lanes {
		p := &n.strategy[b]
		won[x] = p[0]*up0[x] + p[1]*up1[x] + p[2]*up2[x]
	}
}

// choose sets the strategy of the buckets that lanes fall in to the action that wins most.
func (n *node) choose(lanes []uint16, ups *[maxActions][]float32) {
	totals, met := make([][maxActions]float64, len(n.strategy)), make([]bool, len(n.strategy))
	for a := range n.children {
		for x, b := range lanes {
			totals[b][a] += float64(ups[a][x])
			met[b] = true
		}
	}
	for b := range totals {
		if !met[b] {
			continue
		}
		best := 0
		for a := range n.children {
			if totals[b][a] > totals[b][best] {
				best = a
			}
		}
		n.strategy[b] = row{}
		n.strategy[b][best] = 1
	}
}
