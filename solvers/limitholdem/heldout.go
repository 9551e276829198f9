package limitholdem

import "feltlab/model/game"

// HeldOut returns the level of items that values our choices on deals that did not determine them; ok is false in a
// match, and where a single turn or river is drawn. Where nothing is drawn the level is 0.
//
// The turns and rivers that are drawn are divided into folds (see draw). Choices on the turn are made by all but one
// fold of its rivers, choices on the flop by all but one of its turns, and the fold that is held out values them;
// each fold in turn, and the mean counts. On the river nothing is left to be drawn. One could really play like this,
// by drawing cards on each board to choose by. So the value is on average no more than that of a best response.
func (s *Solver) HeldOut() (level int, ok bool) {
	turns, rivers := s.options.draws()
	switch {
	case s.played || turns.n == 1 || rivers.n == 1:
		return 0, false
	case s.holdsOut():
		return s.Levels() - 1, true
	}
	return 0, true
}

// holdsOut reports whether items have such a level.
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
	out := walk.all()
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
	s, d := &w.turnRound, w.drawnTurns
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
