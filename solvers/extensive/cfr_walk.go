package extensive

import (
	"feltlab/model/game"
	"feltlab/model/strategy"
)

type mode uint8

const (
	learn    mode = iota // follow the current strategy, collect regrets and the average
	asPlayed             // follow the current strategy
	best                 // take the best action for each bucket
)

type walk struct {
	*solver
	seat   int
	mode   mode
	weight float64 // of the strategy in the average
}

func (s *solver) update(seat int, weight float64) {
	w := walk{solver: s, seat: seat, mode: learn, weight: weight}
	w.value()
	for _, n := range s.decisions {
		if n.Actor != seat {
			continue
		}
		for i, d := range n.change {
			n.regret[i] = max(n.regret[i]+d, 0)
			if s.predictive {
				n.change[i] = max(n.regret[i]+d, 0)
			}
		}
		if s.predictive {
			normalise(n.strategy, n.change, len(n.Actions))
		} else {
			normalise(n.strategy, n.regret, len(n.Actions))
		}
		clear(n.change)
	}
}

func (s *solver) value(seat int, m mode) float64 {
	w := walk{solver: s, seat: seat, mode: m}
	return w.value()
}

func (w *walk) value() float64 {
	reach, own := ones(w.hands.Len(1-w.seat)), ones(w.hands.Len(w.seat))
	values := make([]float64, len(own))
	w.down(w.root, reach, own, values)
	return sum(values)
}

func (w *walk) down(n *node, reach, own, values []float64) {
	switch {
	case n.Kind == game.Chance:
		w.chance(n, reach, own, values)
	case n.Kind != game.Decision:
		w.end(n, reach, values)
	case n.Actor != w.seat:
		w.theirs(n, reach, own, values)
	case w.mode == best:
		w.best(n, reach, own, values)
	default:
		w.ours(n, reach, own, values)
	}
}

func (w *walk) end(n *node, reach, values []float64) {
	mine, theirs := w.hands.Len(w.seat), w.hands.Len(1-w.seat)
	for i, b := range w.rounds[n.Round] {
		s := game.State{Node: n.Node, Board: b.State.Board}
		w.terminals.Values(s, w.seat, reach[i*theirs:(i+1)*theirs], values[i*mine:(i+1)*mine])
	}
}

// chance spreads reach over the boards of the next round and gathers their values.
func (w *walk) chance(n *node, reach, own, values []float64) {
	mine, theirs := w.hands.Len(w.seat), w.hands.Len(1-w.seat)
	boards := w.rounds[n.Round+1]
	down, ownDown, up := n.reach[0][:len(boards)*theirs], n.own[0][:len(boards)*mine], n.values[0][:len(boards)*mine]
	for i, b := range boards {
		part := down[i*theirs : (i+1)*theirs]
		copy(part, reach[b.parent*theirs:])
		w.hands.Block(part, b.Dealt)
		copy(ownDown[i*mine:(i+1)*mine], own[b.parent*mine:])
	}
	w.down(n.children[0], down, ownDown, up)
	clear(values)
	for i, b := range boards {
		from, to := up[i*mine:(i+1)*mine], values[b.parent*mine:(b.parent+1)*mine]
		w.hands.Block(from, b.Dealt)
		for _, p := range b.Orbit {
			for h, image := range p.Hands[w.seat] {
				to[image] += from[h] / b.ways
			}
		}
	}
}

// share returns, in out, the part of a reach that takes action i of a node.
func (n *node) share(i int, of []int32, reach, out []float64) []float64 {
	out = out[:len(reach)]
	for x, b := range of {
		out[x] = 0
		if b != strategy.Blocked {
			out[x] = reach[x] * n.strategy[int(b)*len(n.Actions)+i]
		}
	}
	return out
}

func (w *walk) theirs(n *node, reach, own, values []float64) {
	of := w.of[n.Actor][n.Round]
	clear(values)
	for i, child := range n.children {
		share, up := n.share(i, of, reach, n.reach[i]), n.values[i][:len(values)]
		w.down(child, share, own, up)
		for x, v := range up {
			values[x] += v
		}
	}
}

func (w *walk) ours(n *node, reach, own, values []float64) {
	of, actions := w.of[w.seat][n.Round], len(n.Actions)
	clear(values)
	for i, child := range n.children {
		share, up := n.share(i, of, own, n.own[i]), n.values[i][:len(values)]
		w.down(child, reach, share, up)
		for x, b := range of {
			if b != strategy.Blocked {
				values[x] += n.strategy[int(b)*actions+i] * up[x]
			}
		}
	}
	if w.mode == learn {
		w.learn(n, values)
	}
}

// learn collects the regrets of a decision and its strategy's contribution to the average. A board counts as
// often as the number of boards it represents.
func (w *walk) learn(n *node, values []float64) {
	hands, actions := w.hands.Len(w.seat), len(n.Actions)
	of := w.of[w.seat][n.Round]
	for i := range n.children {
		for k, board := range w.rounds[n.Round] {
			for x := k * hands; x < (k+1)*hands; x++ {
				if b := of[x]; b != strategy.Blocked {
					at := int(b)*actions + i
					n.change[at] += board.copies * (n.values[i][x] - values[x])
					n.sum[at] += board.copies * w.weight * n.own[i][x]
				}
			}
		}
	}
}

func (w *walk) best(n *node, reach, own, values []float64) {
	hands, actions := w.hands.Len(w.seat), len(n.Actions)
	of := w.of[w.seat][n.Round]
	totals := make([]float64, len(n.strategy))
	for i, child := range n.children {
		up := n.values[i][:len(values)]
		w.down(child, reach, own, up)
		for x, b := range of {
			if b != strategy.Blocked {
				totals[int(b)*actions+i] += w.rounds[n.Round][x/hands].copies * up[x]
			}
		}
	}
	for x, b := range of {
		values[x] = 0
		if b != strategy.Blocked {
			values[x] = n.values[argmax(totals[int(b)*actions:][:actions])][x]
		}
	}
}

func argmax(v []float64) int {
	at := 0
	for i, x := range v {
		if x > v[at] {
			at = i
		}
	}
	return at
}
