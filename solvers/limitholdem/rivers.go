package limitholdem

import (
	"math/rand/v2"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem/river"
)

type riverRound[R river.Real] struct {
	blocks [riverBlocks]struct {
		reached bool
		reach   *[cards.NumCombos]river.Vector[R]
		// sums are values over the rivers, of all or by fold.
		sums []*[cards.NumCombos]river.Vector[float64]
	}
	theirs  side[R]
	ours    side[R] // in a match
	boards  []riverBoard
	scratch *river.Scratch[R] // allocated alone, so that it begins at a page
}

type riverBoard struct {
	river.Board
	board   game.Board
	weights []float64 // in the sums
}

func (r *riverRound[R]) allocate(sums int) {
	r.scratch = new(river.Scratch[R])
	for b := range r.blocks {
		r.blocks[b].reach = new([cards.NumCombos]river.Vector[R])
		for range sums {
			r.blocks[b].sums = append(r.blocks[b].sums, new([cards.NumCombos]river.Vector[float64]))
		}
	}
}

func (r *riverRound[R]) clear() {
	for b := range r.blocks {
		if at := &r.blocks[b]; at.reached {
			at.reached = false
			clear(at.reach[:])
			for _, sum := range at.sums {
				clear(sum[:])
			}
		}
	}
}

func (r *riverRound[R]) start(history int, reach *vector) {
	at, l := &r.blocks[history/river.Lanes], history%river.Lanes
	at.reached = true
	for h, x := range reach {
		at.reach[h][l] = R(x)
	}
}

func (r *riverRound[R]) reached() bool {
	for b := range r.blocks {
		if r.blocks[b].reached {
			return true
		}
	}
	return false
}

// values fills out with the value of a history on the turn by one of the sums, hands that hold the turn included.
func (r *riverRound[R]) values(history, fold int, group []*game.Symmetry, seat int, out *vector) {
	sum, l := r.blocks[history/river.Lanes].sums[fold], history%river.Lanes
	if len(group) <= 1 { // what symmetrized does, without a call for each hand
		for h := range out {
			out[h] = sum[h][l]
		}
		return
	}
	for h := range out {
		out[h] = symmetrized(group, seat, h, func(h int) float64 { return sum[h][l] })
	}
}

func (w *worker[R]) rivers(turn *game.Deal) error {
	r := &w.river
	if !r.reached() {
		return nil
	}
	if err := w.deal(turn); err != nil {
		return err
	}
	block := &river.Block[R]{OpponentFirst: w.opponentFirst(w.seat)}
	for b := range r.blocks {
		if !r.blocks[b].reached {
			continue
		}
		block.Reach, block.Stakes = r.blocks[b].reach, r.theirs.stakes(b)
		theirs, ours := 0, 0 // boards asked for
		for i := range r.boards {
			board := &r.boards[i]
			if err := r.lookAhead(b, i, &theirs, &ours); err != nil {
				return err
			}
			var err error
			if block.Theirs, err = r.theirs.on(b, board.board); err != nil {
				return err
			}
			if w.played {
				if block.Ours, err = r.ours.on(b, board.board); err != nil {
					return err
				}
			}
			for fold, weight := range board.weights {
				if weight == 0 {
					continue
				}
				block.Sum = r.blocks[b].sums[fold]
				block.Weight = R(weight * w.game.Hands().PairWeight)
				w.kernel.Add(&board.Board, block, r.scratch)
			}
		}
	}
	return nil
}

// lookAhead asks players for the next boards of a block when the i-th is the first of them.
func (r *riverRound[R]) lookAhead(block, i int, theirs, ours *int) error {
	n, err := 0, error(nil)
	if i == *theirs {
		n, err = r.theirs.lookAhead(block, r.boards[i:])
		*theirs += n
	}
	if i == *ours && err == nil {
		n, err = r.ours.lookAhead(block, r.boards[i:])
		*ours += n
	}
	return err
}

func (w *worker[R]) deal(turn *game.Deal) error {
	r := &w.river
	deals := w.deals(onTurn, turn.State.Board, turn.Group)
	drawn := w.drawnRivers.from(&deals, turn.State.Board)
	for len(r.boards) < len(drawn) {
		r.boards = append(r.boards, riverBoard{})
	}
	r.boards = r.boards[:len(drawn)]
	var of [cards.NumCombos]int32
	for i, d := range drawn {
		board := &r.boards[i]
		board.board = d.State.Board
		if board.weights = []float64{d.weight}; w.turnRound.pairs > 0 {
			board.weights = d.folds[:w.turnRound.pairs]
		}
		board.Set(board.board.Set())
		if err := w.opponent.buckets(1-w.seat, onRiver, board.board, &of); err != nil {
			return err
		}
		board.SetBuckets(&of)
		if w.played {
			if err := w.self.buckets(w.seat, onRiver, board.board, &of); err != nil {
				return err
			}
			board.SetOwn(&of)
		}
	}
	return nil
}

// HeldOut returns the level of items that values our choices on deals that did not determine them; ok is false in a
// match, and where a single turn or river is drawn. Where nothing is drawn the level is 0.
//
// The turns and rivers that are drawn are divided into folds (see draw). Choices on the turn are made by all but one
// fold of its rivers, choices on the flop by all but one of its turns, and the fold that is held out values them;
// each fold in turn, and the mean counts. On the river nothing is left to be drawn. One could really play like this,
// by drawing cards on each board to choose by. So the value is on average no more than that of a best response.
func (s *Solver) HeldOut() (level int, ok bool) {
	turns, rivers := s.options.draws()
	if s.holdsOut() {
		level = s.Levels() - 1
	}
	return level, !s.played && turns.n != 1 && rivers.n != 1
}

func (s *Solver) holdsOut() bool {
	turns, rivers := s.options.draws()
	return !s.played && turns.n != 1 && rivers.n != 1 && turns.n+rivers.n > 0
}

// Follow returns the winnings of the choices before the flop that are best if flops have the values choose, valued by
// value.
func (s *Solver) Follow(seat int, choose, value *Values) (float64, error) {
	walk, err := s.preflop(seat)
	if err != nil {
		return 0, err
	}
	walk.levels, walk.pairs = 0, 1
	out := newVectors(2)
	err = walk.ascend(s.game.Root().Node, ones(), out, func(chance *game.Node, out []*vector) {
		k := s.after(chance)
		for i, v := range []*Values{choose, value} {
			for h := range out[i] {
				class := classes[h]
				out[i][h] = v[k][class] / float64(class.Size())
			}
		}
	})
	return handValues(out[1:]).totals()[0], err
}

// split turns the sums over folds into pairs: the whole as estimated by all folds but one, and by that one. The sums
// are in the places of the second ones. It returns the whole in whole.
func (d draw) split(pairs []*vector, whole *vector) {
	clear(whole[:])
	for k := range d.folds() {
		whole.add(1, pairs[2*k+1])
	}
	for k := range d.folds() {
		choose, value, share := pairs[2*k], pairs[2*k+1], d.share(k)
		for h, x := range value {
			choose[h] = (whole[h] - x) / (1 - share)
			value[h] = x / share
		}
	}
}

// followed puts the winnings of the choices, averaged over the folds, into the first vector.
func (d draw) followed(pairs []*vector) *vector {
	out := pairs[0]
	clear(out[:])
	for k := range d.folds() {
		out.add(d.share(k), pairs[2*k+1])
	}
	return out
}

// addFolds adds the value of a turn to the pairs of the flop: if turns are drawn, the value on rivers that are held
// out. Otherwise choices on the flop too are made by all but one fold of the rivers.
func (w *worker[R]) addFolds(drawn *drawn, out, sum []*vector) {
	s, d := w.turnRound, w.drawnTurns
	if d.n == 0 {
		for i, v := range out[s.levels:] {
			sum[i].add(drawn.weight, v)
		}
		return
	}
	v := out[0]
	if s.pairs > 0 {
		v = w.drawnRivers.followed(out[s.levels:])
	}
	for k := range d.folds() {
		share, own := d.share(k), drawn.folds[k]
		sum[2*k].add((drawn.weight-own)/(1-share), v)
		sum[2*k+1].add(own/share, v)
	}
}

// draw samples deals: a number of them, or all if it is 0.
type draw struct {
	n    int
	seed uint64
}

type drawn struct {
	*game.Deal
	weight float64           // in the sum over all deals
	folds  [maxFolds]float64 // the parts of weight that fall in each fold
}

// maxFolds is the largest number of folds of a sample. Choices that all folds but one determine are valued on that one.
const maxFolds = 4

func (d draw) folds() int { return min(d.n, maxFolds) }

func (d draw) share(fold int) float64 {
	return float64((d.n-fold+d.folds()-1)/d.folds()) / float64(d.n)
}

const (
	numTurns  = 49
	numRivers = 48
)

func newDraw(n, of int, seed uint64) draw {
	if n >= of {
		n = 0
	}
	return draw{n, seed}
}

// Draw draws turns and rivers by the options, for extensive.LossesByDecision; it takes all flops.
func (s *Solver) Draw(deals *game.Deals, board game.Board) (out []extensive.Drawn) {
	var d draw
	switch board.Len() {
	case boardLen[onFlop]:
		d, _ = s.options.draws()
	case boardLen[onTurn]:
		_, d = s.options.draws()
	}
	for _, x := range d.from(deals, board) {
		out = append(out, extensive.Drawn{Deal: x.Deal, Weight: x.weight})
	}
	return out
}

func (o *Options) draws() (turns, rivers draw) {
	return newDraw(o.Turns, numTurns, o.Seed), newDraw(o.Rivers, numRivers, o.Seed)
}

// from draws deals on a board, no card twice and all with the same probability. The expected sum over the sample is
// the sum over all deals, and so is that of each fold. The same seed and board give the same deals.
func (d draw) from(deals *game.Deals, board game.Board) (out []drawn) {
	if d.n == 0 {
		for _, x := range extensive.AllDeals(deals, board) {
			out = append(out, drawn{Deal: x.Deal, weight: x.Weight})
		}
		return out
	}
	var of []int // the deal of each card
	for i := range deals.List {
		for range deals.List[i].Orbit {
			of = append(of, i)
		}
	}
	rng := rand.New(rand.NewPCG(d.seed, uint64(board.Set())))
	weight := float64(len(of)) / float64(d.n) / deals.Ways
	weights := make([]drawn, len(deals.List))
	for k, card := range rng.Perm(len(of))[:d.n] {
		x := &weights[of[card]]
		x.weight += weight
		x.folds[k%d.folds()] += weight
	}
	for i, x := range weights {
		if x.weight > 0 {
			x.Deal = &deals.List[i]
			out = append(out, x)
		}
	}
	return out
}
