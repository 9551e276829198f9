package training

import (
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem/river"
)

// The round before the flop has 8 decisions and takes next to no time: its histories are walked one after the other.
// Its plans use the first lane, and an entry for each action.

func (p *pass) findPreflopStrategy() {
	for _, at := range p.layout.decisions[preflop] {
		regrets, actions := p.side(at.node.Actor)[preflop].regrets[at.block], len(at.node.Children)
		odds := make([][maxActions]float32, len(regrets))
		for b := range odds {
			q := odds[b][:actions]
			for a := range q {
				q[a] = max(regrets[b][a][0], 0)
			}
			extensive.Normalise(q, q, actions)
		}
		p.preflopStrategy = append(p.preflopStrategy, odds)
	}
}

const maxActions = 3

// trunk walks the round before the flop on a deal: first the opponent's reach goes down to the flop, then values come
// up from it.
type trunk struct {
	*pass
	deal *deal
	live []river.Entry
}

func (p *pass) walkTrunk(d *deal, values []float32) {
	t := &trunk{p, d, d.boards[preflop].Hands()}
	p.walk.Visitor = t
	v, reach := &extensive.Vectors[float32]{}, make([]float32, cards.NumCombos)
	for _, e := range t.live {
		reach[e.Combo] = 1
	}
	v.Reach[1-p.seat] = reach
	if values != nil {
		v.Values[p.seat] = [][]float32{values}
	}
	_ = p.walk.From(p.game.Root(), v) // strategies of tables have no errors
}

// startFlops carries the opponent's reach to the flop of each board.
func (p *pass) startFlops() {
	for _, d := range p.deals {
		clear(d.reach[onFlop][0][:]) // the walk leaves out histories that no hand reaches
		p.walkTrunk(d, nil)
	}
}

func (p *pass) beforeFlop(d *deal) float64 {
	out, live := make([]float32, cards.NumCombos), d.boards[preflop].Hands()
	p.walkTrunk(d, out)
	sum := 0.0
	for _, e := range live {
		sum += float64(out[e.Combo])
	}
	return sum / float64(len(live)*opponents)
}

// opponents is the number of hands that the opponent may hold, given our hand and a board.
const opponents = 990

// Play looks up the strategy of the seat that acts. With values, the opponent's play enters its average.
func (t *trunk) Play(s game.State, v *extensive.Vectors[float32]) ([][]float32, error) {
	play := t.walk.Vectors(len(s.Actions), cards.NumCombos)
	at, ours := t.layout.first[s.ID], s.Actor == t.seat
	odds, sums, weight := t.preflopStrategy[at], t.theirs[preflop].sums[at], float32(t.iterations+1)
	for _, p := range play {
		clear(p) // of hands that the board blocks
	}
	for _, e := range t.live {
		bucket := e.Bucket
		if ours {
			bucket = e.Own
		}
		for a := range play {
			play[a][e.Combo] = odds[bucket][a]
			if !ours && t.averages && v.Values[t.seat] != nil {
				sums[bucket][a][0] += weight * (v.Reach[s.Actor][e.Combo] * play[a][e.Combo])
			}
		}
	}
	return play, nil
}

// Leaf pays a fold, and passes reach and values from and to the flop.
func (t *trunk) Leaf(s game.State, v *extensive.Vectors[float32]) error {
	reach, values := v.Reach[1-t.seat], v.Values[t.seat]
	k := t.layout.flops[s.History]
	for _, e := range t.live {
		switch {
		case s.Kind == game.Chance && values == nil:
			t.deal.reach[onFlop][0][e.Combo][k] = reach[e.Combo]
		case s.Kind == game.Chance:
			values[0][e.Combo] = t.deal.values[onFlop][0][e.Combo][k]
		}
	}
	if s.Kind == game.Folded && values != nil {
		t.folded(t.live, s.Node, reach, values[0])
	}
	return nil
}

// Choose follows our strategy and collects what each action gains.
func (t *trunk) Choose(s game.State, v *extensive.Vectors[float32], play [][]float32, after [][][]float32) {
	extensive.Mix(v.Values[t.seat][0], after, 0, play)
	gains := t.gains[t.layout.first[s.ID]]
	for a, values := range after {
		for _, e := range t.live {
			gains[e.Own][a] += values[0][e.Combo]
		}
	}
}

func (p *pass) folded(live []river.Entry, n *game.Node, reach, out []float32) {
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
					*r = *r*u.Positive + gains[a] - won
				}
			}
			*gains = [maxActions]float32{}
		}
	}
}
