package postflop

import (
	"context"
	"math"

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
	p.walk.Visitor = p
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
	match(p.rows(p.regret, s.Node, p.board), play)
	return play, nil
}

// match fills in strategies in proportion to the positive weights, or uniform ones where there are none. Weights are by
// action and hand.
func match(weights []float32, play [][]float32) {
	n := len(play[0])
	even := float32(tiny) / float32(len(play))
	switch len(play) {
	case 2:
		a, b := weights[:n], weights[n:2*n]
		x, y := play[0][:n], play[1][:n]
		for h := range x {
			v, w := above(a[h]), above(b[h])
			f := 1 / (tiny + v + w)
			x[h], y[h] = (v+even)*f, (w+even)*f
		}
	case 3:
		a, b, c := weights[:n], weights[n:2*n], weights[2*n:3*n]
		x, y, z := play[0][:n], play[1][:n], play[2][:n]
		for h := range x {
			u, v, w := above(a[h]), above(b[h]), above(c[h])
			f := 1 / (tiny + u + v + w)
			x[h], y[h], z[h] = (u+even)*f, (v+even)*f, (w+even)*f
		}
	default:
		sum := play[len(play)-1]
		for h := range sum {
			sum[h] = tiny
		}
		for i := range play {
			for h, w := range weights[i*n : (i+1)*n] {
				sum[h] += above(w)
			}
		}
		for h, x := range sum {
			sum[h] = 1 / x
		}
		for i, out := range play {
			out = out[:n]
			for h, w := range weights[i*n : (i+1)*n] {
				out[h] = (above(w) + even) * sum[h]
			}
		}
	}
}

// tiny is added to sums, so that all strategies are uniform where no weight is positive.
const tiny = 1e-30

// above is max(x, 0) without a branch.
func above(x float32) float32 {
	bits := math.Float32bits(x)
	return math.Float32frombits(bits &^ uint32(int32(bits)>>31))
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
	values, own := v.Values[p.seat][0], v.Reach[p.seat]
	extensive.Mix(values, after, 0, play)
	if p.locked(s.Node, p.board) != nil {
		return
	}
	n := len(values)
	regrets, sums := p.rows(p.regret, s.Node, p.board), p.rows(p.sum, s.Node, p.board)
	down, more, weight := p.negative, p.positive-p.negative, p.weight
	for i := range after {
		regret, sum := regrets[i*n:(i+1)*n], sums[i*n:(i+1)*n]
		up, played := after[i][0][:n], play[i][:n]
		for h, r := range regret {
			regret[h] = down*r + more*above(r) + up[h] - values[h]
			sum[h] += weight * own[h] * played[h]
		}
	}
}
