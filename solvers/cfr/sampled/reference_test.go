package sampled

import "feltlab/model/game"

// reference plays one pass for one seat as the definition says: every two players of a board
// against each other, one number at a time. It changes copies of the tables, which it returns
// by decision, and returns what the seat won per pair of hands.
type reference struct {
	*Solver
	seat        int
	regret, sum [][][maxActions]float64
}

func (s *Solver) passByReference(seat int) (r *reference, won float64) {
	r = &reference{Solver: s, seat: seat}
	for _, n := range s.decisions {
		r.regret = append(r.regret, widened(n.regret))
		r.sum = append(r.sum, widened(n.sum))
	}
	players := s.dealer.players
	for first := 0; first < s.options.Boards*players; first += players {
		for mine := first; mine < first+players; mine++ {
			for theirs := first; theirs < first+players; theirs++ {
				if mine != theirs {
					won += r.value(s.root, mine, theirs, 1)
				}
			}
		}
	}
	for _, regret := range r.regret {
		for b := range regret {
			for a, v := range regret[b] {
				regret[b][a] = max(v, 0)
			}
		}
	}
	return r, won / float64(s.options.Boards*players*(players-1))
}

// value is what lane mine wins against lane theirs from a node on, times the probability with
// which theirs plays there.
func (r *reference) value(n *node, mine, theirs int, reach float64) float64 {
	lanes := &r.dealer.batch
	payoff := n.Payoff
	if r.seat == 1 {
		payoff = -payoff
	}
	switch {
	case n.Kind == game.Folded:
		return payoff * reach
	case n.Kind == game.Showdown:
		switch a, b := lanes.low[mine], lanes.low[theirs]; {
		case a > b:
			return n.Payoff * reach
		case a < b:
			return -n.Payoff * reach
		}
		return 0
	case n.Kind == game.Chance:
		return r.value(n.children[0], mine, theirs, reach)
	}
	lane := mine
	if n.Actor != r.seat {
		lane = theirs
	}
	bucket := int(lanes.buckets[n.Actor][n.Round][lane])
	out := 0.0
	var ups [maxActions]float64
	for a, child := range n.children {
		p := float64(n.strategy[bucket][a])
		if n.Actor != r.seat {
			// The seat meets this lane once for each player it can be.
			r.sum[n.ID][bucket][a] += float64(r.iterations+1) * reach * p / float64(r.dealer.players-1)
			out += r.value(child, mine, theirs, reach*p)
			continue
		}
		ups[a] = r.value(child, mine, theirs, reach)
		out += p * ups[a]
	}
	if n.Actor == r.seat {
		for a := range n.children {
			r.regret[n.ID][bucket][a] += ups[a] - out
		}
	}
	return out
}

func widened(rows []row) [][maxActions]float64 {
	out := make([][maxActions]float64, len(rows))
	for b, r := range rows {
		for a, v := range r {
			out[b][a] = float64(v)
		}
	}
	return out
}
