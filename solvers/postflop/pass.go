package postflop

import (
	"context"

	"feltlab/internal/parallel"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// pass walks the tree for one seat: it updates the regrets and the average strategy of the seat's decisions.
type pass struct {
	*Solver
	ctx    context.Context
	walk   extensive.Walk[float32]
	seat   int
	board  int  // number of the board in its round
	shared bool // the deals of the next chance node are shared among goroutines
}

func (s *Solver) newPass() *pass {
	p := &pass{Solver: s}
	p.walk.Visitor, p.walk.Add, p.walk.Multiply = p, add, multiply
	return p
}

// start walks the whole tree.
func (p *pass) start(ctx context.Context, seat int) error {
	p.ctx, p.seat, p.board, p.shared = ctx, seat, 0, p.workers > 1
	v := &extensive.Vectors[float32]{}
	for s := range p.hands {
		v.Reach[s] = append([]float32(nil), p.hands[s].weight...)
	}
	v.Values[seat] = [][]float32{make([]float32, len(p.hands[seat].listed))}
	return p.walk.From(game.State{Node: p.game.Root().Node}, v)
}

// Play has the current strategy, by regret matching.
func (p *pass) Play(s game.State, _ *extensive.Vectors[float32]) ([][]float32, error) {
	n := len(p.hands[s.Actor].listed)
	play := p.walk.Vectors(len(s.Actions), n)
	if fixed := p.locked(s.Node, p.board); fixed != nil {
		for i := range play {
			copy(play[i], fixed[i*n:])
		}
		return play, nil
	}
	match(p.rows(p.regret, s.Node, p.board), play[0][:len(play)*n], n)
	return play, nil
}

// Leaf values an end, or deals.
func (p *pass) Leaf(s game.State, v *extensive.Vectors[float32]) error {
	reach, values := v.Reach[1-p.seat], v.Values[p.seat][0]
	switch s.Kind {
	case game.Chance:
		return p.chance(s.Node, v)
	case game.Folded:
		p.fold(s.Node, p.seat, reach, values)
	default:
		p.showdown(s.Node, &p.rounds[s.Round][p.board], p.seat, reach, values)
	}
	return nil
}

// chance adds up the values after all deals.
func (p *pass) chance(n *game.Node, v *extensive.Vectors[float32]) error {
	at, next := p.board, p.rounds[n.Round+1]
	from, to := p.rounds[n.Round][at].from, p.rounds[n.Round][at].to
	out, share := v.Values[p.seat][0], float32(1/p.rounds[n.Round][at].ways)
	clear(out)
	if p.shared {
		return p.share(n, v, from, to, share)
	}
	below := p.below(&p.walk, v)
	for d := from; d < to; d++ {
		if err := p.dealt(n, d, v, below); err != nil {
			return err
		}
		p.add(&next[d], below.Values[p.seat][0], out, share)
	}
	p.board = at
	return p.ctx.Err()
}

// below makes room for the vectors after a deal.
func (p *pass) below(w *extensive.Walk[float32], v *extensive.Vectors[float32]) *extensive.Vectors[float32] {
	out := &extensive.Vectors[float32]{}
	for seat, reach := range v.Reach {
		out.Reach[seat] = w.Floats(len(reach))
	}
	out.Values[p.seat] = w.Vectors(1, len(p.hands[p.seat].listed))
	return out
}

// dealt walks the tree after a deal.
func (p *pass) dealt(n *game.Node, d int, v, below *extensive.Vectors[float32]) error {
	c := p.rounds[n.Round+1][d].dealt
	for seat, reach := range v.Reach {
		copy(below.Reach[seat], reach)
		for _, h := range p.hands[seat].holding[c] {
			below.Reach[seat][h] = 0
		}
	}
	p.board = d
	return p.walk.From(game.State{Node: n.Children[0]}, below)
}

// add adds the values after a deal, and after the other deals of its orbit.
func (p *pass) add(b *board, values, out []float32, share float32) {
	for _, h := range p.hands[p.seat].holding[b.dealt] {
		values[h] = 0
	}
	for _, images := range b.orbit {
		for h, image := range images[p.seat] {
			out[image] += share * values[h]
		}
	}
}

// share walks the deals in several goroutines, and adds their values in order.
func (p *pass) share(n *game.Node, v *extensive.Vectors[float32], from, to int, share float32) error {
	parts := make([][]float32, to-from)
	for len(p.helpers) < p.workers {
		p.helpers = append(p.helpers, p.newPass())
	}
	err := parallel.On(p.ctx, p.helpers, len(parts), func(w *pass, i int) error {
		w.ctx, w.seat, w.shared = p.ctx, p.seat, false
		below := &extensive.Vectors[float32]{}
		for seat, reach := range v.Reach {
			below.Reach[seat] = make([]float32, len(reach))
		}
		parts[i] = make([]float32, len(p.hands[p.seat].listed))
		below.Values[p.seat] = [][]float32{parts[i]}
		return w.dealt(n, from+i, v, below)
	})
	if err != nil {
		return err
	}
	for i, values := range parts {
		p.add(&p.rounds[n.Round+1][from+i], values, v.Values[p.seat][0], share)
	}
	return nil
}

// Choose follows the current strategy, from which the seat learns.
func (p *pass) Choose(s game.State, v *extensive.Vectors[float32], play [][]float32, after [][][]float32) {
	values := v.Values[p.seat][0]
	clear(values)
	for i := range after {
		mix(values, play[i], after[i][0])
	}
	if p.locked(s.Node, p.board) != nil {
		return
	}
	n := len(values)
	regrets, sums := p.rows(p.regret, s.Node, p.board), p.rows(p.sum, s.Node, p.board)
	l := lesson{values: values, own: v.Reach[p.seat], down: p.negative, more: p.positive - p.negative, weight: p.weight}
	for i := range after {
		l.regret, l.sum, l.up, l.played = regrets[i*n:(i+1)*n], sums[i*n:(i+1)*n], after[i][0], play[i]
		l.learn()
	}
}
