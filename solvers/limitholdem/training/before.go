package training

import (
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/limitholdem/river"
)

// The round before the flop has 8 decisions and takes next to no time: its histories are walked one after the other.
// Its plans use the first lane, and an entry for each action.

type vector = [cards.NumCombos]float32

// findPreflopStrategy computes both seats' strategies before the flop.
func (p *pass) findPreflopStrategy() {
	for _, at := range p.layout.decisions[preflop] {
		regrets, actions := p.side(at.node.Actor)[preflop].regrets[at.block], len(at.node.Children)
		odds := make([][maxActions]float32, len(regrets))
		for b := range odds {
			q, total := &odds[b], float32(0)
			for a := range actions {
				q[a] = max(regrets[b][a][0], 0)
				total += q[a]
			}
			for a := range actions {
				if total > 0 {
					q[a] /= total
				} else {
					q[a] = 1 / float32(actions)
				}
			}
		}
		p.preflopStrategy = append(p.preflopStrategy, odds)
	}
}

const maxActions = 3

// startFlops carries the opponent's reach to the flop of each board.
func (p *pass) startFlops() {
	for _, d := range p.deals {
		var reach vector
		for _, e := range d.boards[preflop].Hands() {
			reach[e.Combo] = 1
		}
		p.spread(d, p.game.Root().Node, &reach)
	}
}

func (p *pass) spread(d *deal, n *game.Node, reach *vector) {
	switch {
	case n.Kind == game.Chance:
		k := p.layout.flops[n.History]
		for _, e := range d.boards[preflop].Hands() {
			d.reach[onFlop][0][e.Combo][k] = reach[e.Combo]
		}
	case n.Kind == game.Decision && n.Actor == p.seat:
		for _, child := range n.Children {
			p.spread(d, child, reach)
		}
	case n.Kind == game.Decision:
		for a, child := range n.Children {
			var share vector
			p.share(d, n, a, reach, &share)
			p.spread(d, child, &share)
		}
	}
}

// share multiplies the opponent's reach by the probability of an action.
func (p *pass) share(d *deal, n *game.Node, action int, reach, out *vector) {
	odds := p.preflopStrategy[p.layout.first[n.ID]]
	for _, e := range d.boards[preflop].Hands() {
		out[e.Combo] = reach[e.Combo] * odds[e.Bucket][action]
	}
}

func (p *pass) beforeFlop(d *deal) float64 {
	var reach, out vector
	live := d.boards[preflop].Hands()
	for _, e := range live {
		reach[e.Combo] = 1
	}
	p.value(d, p.game.Root().Node, &reach, &out)
	sum := 0.0
	for _, e := range live {
		sum += float64(out[e.Combo])
	}
	return sum / float64(len(live)*opponents)
}

// opponents is the number of hands that the opponent may hold, given our hand and a board.
const opponents = 990

func (p *pass) value(d *deal, n *game.Node, reach, out *vector) {
	live := d.boards[preflop].Hands()
	switch {
	case n.Kind == game.Folded:
		p.folded(live, n, reach, out)
	case n.Kind == game.Chance:
		k := p.layout.flops[n.History]
		for _, e := range live {
			out[e.Combo] = d.values[onFlop][0][e.Combo][k]
		}
	case n.Actor == p.seat:
		p.choose(d, n, reach, out)
	default:
		*out = vector{}
		sums, weight := p.theirs[preflop].sums[p.layout.first[n.ID]], p.options.Weighting.weight(p.iterations+1)
		for a, child := range n.Children {
			var share, up vector
			p.share(d, n, a, reach, &share)
			p.value(d, child, &share, &up)
			for _, e := range live {
				out[e.Combo] += up[e.Combo]
				if p.averages {
					sums[e.Bucket][a][0] += weight * share[e.Combo]
				}
			}
		}
	}
}

func (p *pass) choose(d *deal, n *game.Node, reach, out *vector) {
	*out = vector{}
	live, at := d.boards[preflop].Hands(), p.layout.first[n.ID]
	gains, odds := p.gains[at], p.preflopStrategy[at]
	for a, child := range n.Children {
		var up vector
		p.value(d, child, reach, &up)
		for _, e := range live {
			gains[e.Own][a] += up[e.Combo]
			out[e.Combo] += odds[e.Own][a] * up[e.Combo]
		}
	}
}

func (p *pass) folded(live []river.Entry, n *game.Node, reach, out *vector) {
	payoff := n.Payoff
	if p.seat == 1 {
		payoff = -payoff
	}
	tilt := p.options.Tilts[p.seat].Win
	if payoff < 0 {
		tilt = p.options.Tilts[p.seat].Lose
	}
	scale := float32(payoff * (1 + tilt/100))
	total, holding := float32(0), [cards.NumCards]float32{}
	for _, e := range live {
		r := reach[e.Combo]
		total += r
		holding[e.Low] += r
		holding[e.High] += r
	}
	for _, e := range live {
		out[e.Combo] = scale * (total - holding[e.Low] - holding[e.High] + reach[e.Combo])
	}
}

// updatePreflopRegrets turns the gains on the boards of a pass into regrets.
func (p *pass) updatePreflopRegrets() {
	t := p.ours[preflop]
	for _, at := range p.layout.decisions[preflop] {
		n := at.node
		if n.Actor != p.seat {
			continue
		}
		for _, u := range p.updates[p.seat][preflop] {
			gains, regrets := &p.gains[at.block][u.Bucket], &t.regrets[at.block][u.Bucket]
			if p.learns {
				won := float32(0)
				for a, q := range p.preflopStrategy[at.block][u.Bucket] {
					won += q * gains[a]
				}
				for a := range n.Children {
					r := &regrets[a][0]
					*r = max(max(*r, 0)*u.Positive+min(*r, 0)*u.Negative+gains[a]-won, p.options.Weighting.floor())
				}
			}
			*gains = [maxActions]float32{}
		}
	}
}
