package limitholdem

import (
	"context"
	"slices"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// blindfold values flops against an opponent that ignores its cards. Its reach is the same for all hands, so values are
// computed for one unit of reach, once for each form.
//
// On the river a hand's value depends only on the form and on the margin, the number of hands that it beats minus the
// number that beat it, from -990 to 990. A table by these two replaces the betting.
type blindfold struct {
	*tree
	*forms
	levels [numRounds]int
	// reach of history k before the flop, and its place among the openings of the flop.
	reach  [NumPreflop]float64
	starts [NumPreflop]int
	// river[m*len(openings) + i] is the value of form openings[i] on the river with a margin of m-990.
	river []float64
	idle  sync.Pool // of *blindfoldWorker
}

// opponents is the number of hands that the opponent may hold, given our hand, by round.
var opponents = [numRounds]float64{1_225, 1_081, 1_035, maxMargin}

const maxMargin = 990

func newBlindfold(s *Solver, seat int, probabilities constants) *blindfold {
	e := &blindfold{tree: s.tree, forms: &forms{seat: seat, played: s.played, probabilities: probabilities,
		known: map[string]int{}}}
	for k, n := range s.tree.opens[onFlop] {
		// Before the flop too all hands have the same reach.
		if e.reach[k] = s.starts[seat][k][0]; e.reach[k] > 0 {
			e.starts[k] = e.opening(n)
		}
	}
	for round := range e.levels {
		e.levels[round] = 1
		if s.options.ByRound && round < onRiver {
			e.levels[round] = numRounds - round
		}
	}
	e.tabulate()
	return e
}

func (e *blindfold) tabulate() {
	values := make([]float64, len(e.rounds[onRiver]))
	for m := -maxMargin; m <= maxMargin; m++ {
		for i := range e.rounds[onRiver] {
			values[i] = e.rounds[onRiver][i].value(values, float64(m))
		}
		for _, at := range e.openings[onRiver] {
			e.river = append(e.river, values[at])
		}
	}
}

func (f *form) value(values []float64, margin float64) float64 {
	switch f.kind {
	case game.Folded:
		return f.payoff * opponents[onRiver]
	case game.Showdown:
		return f.payoff * margin
	}
	total := 0.0
	for i, child := range f.children {
		switch v := values[child]; {
		case !f.ours:
			total += f.probabilities[i] * v
		case i == 0:
			total = v
		default:
			total = max(total, v)
		}
	}
	return total
}

const blindfolded = "blindfold"

func (*blindfold) method() string { return blindfolded }

func (e *blindfold) flop(ctx context.Context, flop, _ int) (*Item, error) {
	w, _ := e.idle.Get().(*blindfoldWorker)
	if w == nil {
		w = newBlindfoldWorker(e)
	}
	defer e.idle.Put(w)
	return w.flop(ctx, flop)
}

type blindfoldWorker struct {
	*blindfold
	order    showdown.Order
	outcomes [cards.NumCombos]showdown.Outcome[int32]
	// values[round][form][level] on the current board.
	values [onTurn + 1][][]*vector
	// turns[i][level] is the sum over turns of the values of the i-th form that opens the turn.
	turns [][]*vector
	// rivers[h*len(openings)+i] is the sum over rivers of the values of hand h and the i-th form.
	rivers []float64
}

func newBlindfoldWorker(e *blindfold) *blindfoldWorker {
	w := &blindfoldWorker{blindfold: e}
	for _, round := range []int{onFlop, onTurn} {
		for range e.rounds[round] {
			w.values[round] = append(w.values[round], newVectors(e.levels[round]))
		}
	}
	for range e.openings[onTurn] {
		w.turns = append(w.turns, newVectors(e.levels[onTurn]))
	}
	w.rivers = make([]float64, cards.NumCombos*len(e.openings[onRiver]))
	return w
}

func (w *blindfoldWorker) flop(ctx context.Context, flop int) (*Item, error) {
	deal := &w.flops[flop]
	for _, levels := range w.turns {
		for _, v := range levels {
			clear(v[:])
		}
	}
	if len(w.turns) > 0 {
		deals := w.deals(onFlop, deal.State.Board, deal.Group)
		for i := range deals.List {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			w.turn(&deals.List[i], float64(len(deals.List[i].Orbit))/deals.Ways)
		}
	}
	w.ascend(onFlop, func(i, level int, out *vector) {
		v := w.turns[i][level]
		for h := range out {
			out[h] = symmetrized(deal.Group, w.seat, h, func(h int) float64 { return v[h] })
		}
	})
	item := &Item{Flop: flop, Seat: w.seat, Values: make([]Values, w.levels[onFlop])}
	for k, reach := range w.reach {
		if reach == 0 {
			continue
		}
		for level, v := range w.values[onFlop][w.openings[onFlop][w.starts[k]]] {
			sums := w.byClass(deal, v)
			for class := range sums {
				sums[class] *= reach * w.game.Hands().PairWeight
			}
			item.Values[level][k] = sums
		}
	}
	return item, nil
}

// turn adds the values of all forms on a turn, weighted, to their sums.
func (w *blindfoldWorker) turn(deal *game.Deal, weight float64) {
	n := len(w.openings[onRiver])
	if n > 0 {
		clear(w.rivers)
		deals := w.deals(onTurn, deal.State.Board, deal.Group)
		for i := range deals.List {
			w.addRiver(deals.List[i].State.Board.Set(), float64(len(deals.List[i].Orbit))/deals.Ways)
		}
	}
	w.ascend(onTurn, func(i, _ int, out *vector) {
		for h := range out {
			out[h] = symmetrized(deal.Group, w.seat, h, func(h int) float64 { return w.rivers[h*n+i] })
		}
	})
	for i, at := range w.openings[onTurn] {
		for level, v := range w.values[onTurn][at] {
			w.game.Hands().Block(v[:], deal.Dealt)
			w.turns[i][level].add(weight, v)
		}
	}
}

func (w *blindfoldWorker) addRiver(board cards.Set, weight float64) {
	w.order.Sort(board)
	showdown.Sweep(&w.order, &everyHand, &w.outcomes)
	n := len(w.openings[onRiver])
	for h, o := range w.outcomes {
		if !w.game.Hands().Live(h, board) {
			continue
		}
		margin := int(2*o.Below + o.Tied - maxMargin)
		values := w.river[(margin+maxMargin)*n:][:n]
		sums := w.rivers[h*n:][:n]
		for i, v := range values {
			sums[i] += weight * v
		}
	}
}

var everyHand = [cards.NumCombos]int32(slices.Repeat([]int32{1}, cards.NumCombos))

// ascend computes the values of all forms of a round; later fills in those of the i-th form that begins the next
// round, at one of its levels.
func (w *blindfoldWorker) ascend(round int, later func(i, level int, out *vector)) {
	for f := range w.rounds[round] {
		x := &w.rounds[round][f]
		for level, out := range w.values[round][f] {
			switch x.kind {
			case game.Chance:
				later(x.children[0], max(level-1, 0), out)
			case game.Folded:
				for h := range out {
					out[h] = x.payoff * opponents[round]
				}
			default:
				w.decide(x, w.values[round], level, out)
			}
		}
	}
}

func (w *blindfoldWorker) decide(x *form, values [][]*vector, level int, out *vector) {
	best := x.ours && level == 0
	for i, child := range x.children {
		v := values[child][level]
		switch {
		case best && i == 0:
			*out = *v
		case best:
			for h := range out {
				out[h] = max(out[h], v[h])
			}
		default:
			if i == 0 {
				clear(out[:])
			}
			out.add(x.probabilities[i], v)
		}
	}
}
