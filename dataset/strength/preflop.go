package strength

import (
	"context"

	"feltlab/dataset/equity"
	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Preflop returns the exact strength of all 169 classes before the flop. A number of workers below 1 means one
// for each processor. The error is that of the context.
func Preflop(ctx context.Context, w Weighting, m Mode, workers int) ([cards.NumClasses]Value, error) {
	var values [cards.NumClasses]Value
	r := w.Range(m)
	if ranking := m.ranking(); ranking != nil {
		return preflopBy(ctx, r, ranking, workers)
	}
	counts, err := equity.Preflop(ctx, r, workers)
	for k, c := range counts {
		values[k] = Value{c}
	}
	return values, err
}

// boardsPerBlock is the number of boards between two checks of the context, about a millisecond of work.
const boardsPerBlock = 128

// preflopBy is equity.Preflop with another ranking of hands, against a suit-symmetric range of small weights.
func preflopBy(ctx context.Context, r *ranges.Range, ranking *showdown.Ranking, workers int,
) (values [cards.NumClasses]Value, err error) {
	boards := showdown.Boards()
	loop := parallel.Loop{Items: boards.Len(), Block: boardsPerBlock, Workers: workers}
	sweeps, err := parallel.States(ctx, loop,
		func() *sweep { return new(sweep) },
		func(s *sweep, from, to int) error {
			for i := from; i < to; i++ {
				s.add(boards.Set(i), uint64(boards.Size(i)), ranking, r.Weights())
			}
			return nil
		})
	if err != nil {
		return values, err
	}
	// Only the sums over the combos of a class are right, since the boards of an orbit exchange them.
	for k := range values {
		v, class := &values[k], cards.Class(k)
		for _, s := range sweeps {
			for _, h := range class.Combos() {
				v.Wins += s.wins[h]
				v.Ties += s.ties[h]
			}
		}
		v.Wins /= uint64(class.Size())
		v.Ties /= uint64(class.Size())
		hand := class.Representative().Set()
		for o, weight := range r.Weights() {
			if cards.Combo(o).Set()&hand == 0 {
				v.Deals += uint64(weight) * equity.Runouts(0)
			}
		}
	}
	return values, nil
}

// sweep adds up the wins and ties of every combo.
type sweep struct {
	order      showdown.Order
	out        [cards.NumCombos]showdown.Outcome[uint32]
	wins, ties [cards.NumCombos]uint64
}

// add sweeps a board and adds its results a number of times.
func (s *sweep) add(board cards.Set, times uint64, ranking *showdown.Ranking, weights *[cards.NumCombos]uint32) {
	clear(s.out[:]) // hands with a card of the board have no outcome
	s.order.SortBy(board, ranking)
	showdown.Sweep(&s.order, weights, &s.out)
	for h, o := range s.out {
		s.wins[h] += times * uint64(o.Below)
		s.ties[h] += times * uint64(o.Tied)
	}
}
