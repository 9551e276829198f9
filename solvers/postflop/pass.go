package postflop

import (
	"context"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/game"
)

// pass walks the tree for one seat: it updates the regrets and the average strategy of the seat's decisions. On each
// board of a round it goes down the betting twice: first with the other seat's reach, which ends are valued by, then
// with the seat's own, from which it comes back with the values.
type pass struct {
	*Solver
	ctx    context.Context
	seat   int
	board  int  // number of the board in its round
	shared bool // the deals of the next chance node are shared among goroutines

	arena
	betting [3]betting  // by round
	after   [][]float32 // values after the actions of the decisions above, as far as they are known
	ends    []*leaf
	lanes   lanes
}

func (p *pass) start(ctx context.Context, seat int) error {
	p.ctx, p.seat, p.board, p.shared = ctx, seat, 0, p.workers > 1
	p.used, p.after = 0, p.after[:0]
	_, err := p.bet(p.game.Root().Node, p.copied(p.hands[seat].weight), p.copied(p.hands[1-seat].weight))
	return err
}

func (p *pass) chance(n *game.Node, own, theirs []float32) ([]float32, error) {
	at, next := p.board, p.rounds[n.Round+1]
	from, to := p.rounds[n.Round][at].from, p.rounds[n.Round][at].to
	out, share := p.zeros(len(own)), float32(1/p.rounds[n.Round][at].ways)
	if p.shared {
		return out, p.share(n, own, theirs, from, to, out, share)
	}
	used := p.used
	for d := from; d < to; d++ {
		values, err := p.dealt(n, d, own, theirs)
		if err != nil {
			return nil, err
		}
		p.add(&next[d], values, out, share)
		p.used = used
	}
	p.board = at
	return out, p.ctx.Err()
}

func (p *pass) dealt(n *game.Node, d int, own, theirs []float32) ([]float32, error) {
	c := p.rounds[n.Round+1][d].dealt
	own, theirs = p.copied(own), p.copied(theirs)
	for _, h := range p.hands[p.seat].holding[c] {
		own[h] = 0
	}
	for _, h := range p.hands[1-p.seat].holding[c] {
		theirs[h] = 0
	}
	p.board = d
	return p.bet(n.Children[0], own, theirs)
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
func (p *pass) share(n *game.Node, own, theirs []float32, from, to int, out []float32, share float32) error {
	parts := make([][]float32, to-from)
	for len(p.helpers) < p.workers {
		p.helpers = append(p.helpers, &pass{Solver: p.Solver})
	}
	err := parallel.On(p.ctx, p.helpers, len(parts), func(w *pass, i int) error {
		w.ctx, w.seat, w.shared, w.used, w.after = p.ctx, p.seat, false, 0, w.after[:0]
		values, err := w.dealt(n, from+i, own, theirs)
		parts[i] = slices.Clone(values)
		return err
	})
	if err != nil {
		return err
	}
	for i, values := range parts {
		p.add(&p.rounds[n.Round+1][from+i], values, out, share)
	}
	return nil
}

// play has the current strategy of a decision, by regret matching, by action and hand.
func (p *pass) play(n *game.Node) []float32 {
	play := p.floats(p.row(n))
	if fixed := p.locked(n, p.board); fixed != nil {
		copy(play, fixed)
	} else {
		match(p.rows(p.regret, n, p.board), play, len(p.hands[n.Actor].listed))
	}
	return play
}

// learn updates the regrets and the average of a decision of the seat.
func (p *pass) learn(n *game.Node, play, own, values []float32, after [][]float32) {
	if p.locked(n, p.board) != nil {
		return
	}
	hands := len(values)
	regrets, sums := p.rows(p.regret, n, p.board), p.rows(p.sum, n, p.board)
	l := lesson{values: values, own: own, down: p.negative, more: p.positive - p.negative, weight: p.weight}
	for i, up := range after {
		from, to := i*hands, (i+1)*hands
		l.regret, l.sum, l.up, l.played = regrets[from:to], sums[from:to], up, play[from:to]
		l.learn()
	}
}
