package limitholdem

import (
	"context"
	"sync"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/limitholdem/river"
)

type engine[R river.Real] struct {
	*tree
	*players
	kernel   *river.Kernel[R]
	byRound  bool
	holdsOut bool

	drawnTurns, drawnRivers draw
	// starts[seat][k] is the opponent's reach after history k before the flop.
	starts *[2][NumPreflop]vector
	books  [2][2]fixedBooks[R] // by our seat and whose they are, of fixed players
	idle   sync.Pool           // of *worker[R]
}

type fixedBooks[R river.Real] struct {
	once   sync.Once
	blocks [riverBlocks]*river.Book[R]
	err    error
}

func (e *engine[R]) fixed(player opponent, seat, actor int) (*fixedBooks[R], error) {
	if !player.fixed() {
		return nil, nil
	}
	books := &e.books[seat][actor]
	books.once.Do(func() {
		s := e.newSide(player, seat, actor)
		for block := range books.blocks {
			if books.blocks[block], books.err = s.fill(block, game.Board{}, nil); books.err != nil {
				return
			}
		}
	})
	return books, books.err
}

func (e *engine[R]) method() string { return e.kernel.String() }

func (e *engine[R]) flop(ctx context.Context, flop, seat int) (*Item, error) {
	w, _ := e.idle.Get().(*worker[R])
	if w == nil {
		w = newWorker(e)
	}
	defer e.idle.Put(w)
	if err := w.sit(seat); err != nil {
		return nil, err
	}
	return w.flop(ctx, flop)
}

// worker is the memory of one goroutine that values flops: about 18 MB in float32.
type worker[R river.Real] struct {
	*engine[R]
	seat      int
	flopRound *street
	turnRound *street
	reach     vector // scratch

	// The start of the turn: 63 histories. turns[j].reached tells whether the opponent does.
	turns [NumPreflop * 9]struct {
		reached bool
		reach   vector
		sum     []*vector // by level of the turn, then by those of pairs, over the turns so far
	}
	river riverRound[R]
}

func newWorker[R river.Real](e *engine[R]) *worker[R] {
	w := &worker[R]{engine: e}
	flopLevels, turnLevels, flopPairs, turnPairs := 1, 1, 0, 0
	if e.byRound {
		flopLevels, turnLevels = 3, 2
	}
	if e.holdsOut {
		turnPairs, flopPairs = e.drawnRivers.folds(), e.first().folds()
	}
	w.flopRound = newStreet(e.players, e.game, 0, flopLevels, flopPairs)
	w.turnRound = newStreet(e.players, e.game, 0, turnLevels, turnPairs)
	for j := range w.turns {
		w.turns[j].sum = newVectors(turnLevels + 2*flopPairs)
	}
	w.river.allocate(max(1, w.turnRound.pairs))
	return w
}

func (w *worker[R]) sit(seat int) (err error) {
	w.seat, w.flopRound.seat, w.turnRound.seat = seat, seat, seat
	if err := w.place(&w.river.theirs, w.opponent, 1-seat); err != nil || !w.played {
		return err
	}
	return w.place(&w.river.ours, w.self, seat)
}

func (w *worker[R]) place(s *side[R], player opponent, actor int) (err error) {
	memory := s.memory
	*s = w.newSide(player, w.seat, actor)
	s.memory = memory
	s.fixed, err = w.fixed(player, w.seat, actor)
	return err
}

func (w *worker[R]) flop(ctx context.Context, flop int) (*Item, error) {
	deal := &w.flops[flop]
	if err := w.downFlop(deal); err != nil {
		return nil, err
	}
	if err := w.allTurns(ctx, deal); err != nil {
		return nil, err
	}
	return w.upFlop(flop)
}

func (w *worker[R]) allTurns(ctx context.Context, flop *game.Deal) error {
	reached := false
	for j := range w.turns {
		reached = reached || w.turns[j].reached
	}
	if !reached {
		return nil
	}
	turns := w.deals(onFlop, flop.State.Board, flop.Group)
	for _, d := range w.drawnTurns.from(&turns, flop.State.Board) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.turn(&d); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker[R]) start(deal *game.Deal, k int, reach *vector) {
	*reach = w.starts[w.seat][k]
	w.game.Hands().Block(reach[:], deal.Dealt)
}

func (w *worker[R]) downFlop(deal *game.Deal) error {
	if err := w.flopRound.deal(w.tree, onFlop, deal.State.Board, w.opens[onFlop]); err != nil {
		return err
	}
	for j := range w.turns {
		w.turns[j].reached = false
		for _, v := range w.turns[j].sum {
			clear(v[:])
		}
	}
	for k, n := range w.opens[onFlop] {
		w.start(deal, k, &w.reach)
		err := w.flopRound.descend(n, &w.reach, func(chance *game.Node, reach *vector) {
			at := &w.turns[w.after(chance)]
			at.reached, at.reach = true, *reach
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *worker[R]) upFlop(flop int) (*Item, error) {
	deal := &w.flops[flop]
	item := &Item{Flop: flop, Seat: w.seat, Values: make([]Values, w.flopRound.levels)}
	if w.holdsOut {
		item.Values = append(item.Values, Values{})
	}
	s, out := w.flopRound, w.flopRound.out
	for k, n := range w.opens[onFlop] {
		w.start(deal, k, &w.reach)
		err := s.ascend(n, &w.reach, out, func(chance *game.Node, out []*vector) {
			for level, v := range w.turns[w.after(chance)].sum {
				to := min(level+1, s.levels-1)
				if pair := level - w.turnRound.levels; pair >= 0 {
					to = s.levels + pair
				}
				for h := range cards.NumCombos {
					x := symmetrized(deal.Group, w.seat, h, func(h int) float64 { return v[h] })
					out[to][h] = x
					if level == 0 {
						out[0][h] = x
					}
				}
			}
		})
		if err != nil {
			return nil, err
		}
		for level, v := range out[:s.levels] {
			item.Values[level][k] = w.byClass(deal, v)
		}
		if w.holdsOut {
			item.Values[s.levels][k] = w.byClass(deal, w.first().followed(out[s.levels:]))
		}
	}
	return item, nil
}

func (e *engine[R]) first() draw {
	if e.drawnTurns.n > 0 {
		return e.drawnTurns
	}
	return e.drawnRivers
}

func (w *worker[R]) turn(drawn *drawn) error {
	deal, s := drawn.Deal, w.turnRound
	start := func(j int) *vector {
		w.reach = w.turns[j].reach
		w.game.Hands().Block(w.reach[:], deal.Dealt)
		return &w.reach
	}
	w.river.clear()
	var reached []*game.Node
	for j, n := range w.opens[onTurn] {
		if w.turns[j].reached {
			reached = append(reached, n)
		}
	}
	if err := s.deal(w.tree, onTurn, deal.State.Board, reached); err != nil {
		return err
	}
	for j, n := range w.opens[onTurn] {
		if w.turns[j].reached {
			if err := s.descend(n, start(j), func(chance *game.Node, reach *vector) {
				w.river.start(w.after(chance), reach)
			}); err != nil {
				return err
			}
		}
	}
	if err := w.rivers(deal); err != nil {
		return err
	}
	out := s.out
	for j, n := range w.opens[onTurn] {
		if !w.turns[j].reached {
			continue
		}
		if err := s.ascend(n, start(j), out, func(chance *game.Node, out []*vector) {
			w.ofRivers(w.after(chance), deal.Group, out)
		}); err != nil {
			return err
		}
		for _, v := range out {
			w.game.Hands().Block(v[:], deal.Dealt)
		}
		sum := w.turns[j].sum
		for level, v := range out[:s.levels] {
			sum[level].add(drawn.weight, v)
		}
		if w.holdsOut {
			w.addFolds(drawn, out, sum[s.levels:])
		}
	}
	return nil
}

func (w *worker[R]) ofRivers(history int, group []*game.Symmetry, out []*vector) {
	s := w.turnRound
	if s.pairs == 0 {
		w.river.values(history, 0, group, w.seat, out[0])
	} else {
		folds := out[s.levels:]
		for k := range s.pairs {
			w.river.values(history, k, group, w.seat, folds[2*k+1])
		}
		w.drawnRivers.split(folds, out[0])
	}
	for _, v := range out[1:s.levels] {
		*v = *out[0]
	}
}
