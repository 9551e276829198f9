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

// pass is a walk for one seat. Its hands are the hands on all boards of a round, board by board.
type pass struct {
	*solver
	seat   int
	mode   mode
	weight float64 // of the strategy in the average
}

func (s *solver) update(seat int, weight float64) {
	(&pass{s, seat, learn, weight}).value()
	for _, d := range s.learnt {
		if d.Actor != seat {
			continue
		}
		for i, change := range d.change {
			d.regret[i] = max(d.regret[i]+change, 0)
			if s.predictive {
				d.change[i] = max(d.regret[i]+change, 0)
			}
		}
		if s.predictive {
			d.use(d.change)
		} else {
			d.use(d.regret)
		}
		clear(d.change)
	}
}

func (s *solver) value(seat int, m mode) float64 { return (&pass{s, seat, m, 0}).value() }

func (p *pass) value() float64 {
	v := &Vectors[float64]{}
	v.Reach[1-p.seat] = ones(p.hands.Len(1 - p.seat))
	if p.mode == learn {
		v.Reach[p.seat] = ones(p.hands.Len(p.seat))
	}
	values := make([]float64, p.hands.Len(p.seat))
	v.Values[p.seat] = [][]float64{values}
	p.walk.Visitor = p
	_ = p.walk.From(p.game.Root(), v) // a strategy of tables has no errors
	return sum(values)
}

// Play looks up the current strategy of each hand; hands without a bucket play nothing. The best response needs none of
// its own.
func (p *pass) Play(s game.State, _ *Vectors[float64]) ([][]float64, error) {
	if p.mode == best && s.Actor == p.seat {
		return nil, nil
	}
	d, actions := &p.learnt[s.ID], len(s.Actions)
	play := p.walk.Vectors(actions, len(d.of))
	for i, of := range play {
		for x, b := range d.of {
			if b == strategy.Blocked {
				of[x] = 0
			} else {
				of[x] = d.strategy[int(b)*actions+i]
			}
		}
	}
	return play, nil
}

// Leaf values an end on all boards, or the boards of the next round.
func (p *pass) Leaf(s game.State, v *Vectors[float64]) error {
	if s.Kind == game.Chance {
		return p.chance(s, v)
	}
	mine, theirs := p.hands.Len(p.seat), p.hands.Len(1-p.seat)
	reach, values := v.Reach[1-p.seat], v.Values[p.seat][0]
	boards := p.rounds[s.Round]
	for i := range boards {
		s.Board = boards[i].State.Board
		p.terminals.Values(s, p.seat, reach[i*theirs:(i+1)*theirs], values[i*mine:(i+1)*mine])
	}
	return nil
}

// chance spreads reach over the boards of the next round and gathers their values.
func (p *pass) chance(s game.State, v *Vectors[float64]) error {
	boards, n := p.rounds[s.Round+1], p.hands.Len(p.seat)
	frame := p.walk.mark()
	defer p.walk.release(frame)
	next := Vectors[float64]{}
	for seat, reach := range v.Reach {
		if reach == nil {
			continue
		}
		n := p.hands.Len(seat)
		next.Reach[seat] = p.walk.Floats(len(boards) * n)
		for i := range boards {
			b := &boards[i]
			part := next.Reach[seat][i*n : (i+1)*n]
			copy(part, reach[b.parent*n:])
			if seat != p.seat {
				p.hands.Block(part, b.Dealt)
			}
		}
	}
	next.Values[p.seat] = p.walk.Vectors(1, len(boards)*n)
	if err := p.walk.From(game.State{Node: s.Children[0]}, &next); err != nil {
		return err
	}
	up, values := next.Values[p.seat][0], v.Values[p.seat][0]
	clear(values)
	for i, b := range boards {
		from, to := up[i*n:(i+1)*n], values[b.parent*n:(b.parent+1)*n]
		p.hands.Block(from, b.Dealt)
		for _, symmetry := range b.Orbit {
			for h, image := range symmetry.Hands[p.seat] {
				to[image] += from[h] / b.ways
			}
		}
	}
	return nil
}

// Choose follows the current strategy, from which the seat may learn, or takes the best actions.
func (p *pass) Choose(s game.State, v *Vectors[float64], play [][]float64, after [][][]float64) {
	values := v.Values[p.seat][0]
	if p.mode == best {
		p.best(s, values, after)
		return
	}
	Mix(values, after, 0, play)
	if p.mode == learn {
		p.learn(s, v, play, after)
	}
}

// learn collects the regrets of a decision and its strategy's contribution to the average. A board counts as
// often as the number of boards it represents.
func (p *pass) learn(s game.State, v *Vectors[float64], play [][]float64, after [][][]float64) {
	d, hands, actions := &p.learnt[s.ID], p.hands.Len(p.seat), len(s.Actions)
	of, own, values := p.of[p.seat][s.Round], v.Reach[p.seat], v.Values[p.seat][0]
	boards := p.rounds[s.Round]
	for i := range after {
		up, played := after[i][0][:len(of)], play[i][:len(of)]
		for k := range boards {
			copies := boards[k].copies
			weight := copies * p.weight
			for x := k * hands; x < (k+1)*hands; x++ {
				if b := of[x]; b != strategy.Blocked {
					at := int(b)*actions + i
					d.change[at] += copies * (up[x] - values[x])
					d.sum[at] += weight * (own[x] * played[x])
				}
			}
		}
	}
}

func (p *pass) best(s game.State, values []float64, after [][][]float64) {
	hands, actions := p.hands.Len(p.seat), len(s.Actions)
	of, boards := p.of[p.seat][s.Round], p.rounds[s.Round]
	totals := make([]float64, len(p.learnt[s.ID].strategy))
	for i := range after {
		for x, b := range of {
			if b != strategy.Blocked {
				totals[int(b)*actions+i] += boards[x/hands].copies * after[i][0][x]
			}
		}
	}
	for x, b := range of {
		values[x] = 0
		if b != strategy.Blocked {
			values[x] = after[argmax(totals[int(b)*actions:][:actions])][0][x]
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
