package extensive

import "feltlab/model/game"

// handByHand is the walk without the public tree: each hand goes alone. Of hands that a
// symmetry takes to one another, one does.
func (x *search) handByHand(s game.State, group []*game.Symmetry, reach, values []float64) error {
	var walked []int
	orbits := make([][]int, len(values))
	done := make([]bool, len(values))
	for h := range values {
		if done[h] || !x.hands.Live(h, s.Board.Set()) {
			continue
		}
		walked = append(walked, h)
		orbits[h] = []int{h}
		done[h] = true
		for _, p := range group {
			if image := int(p.Hands[x.seat][h]); !done[image] {
				done[image] = true
				orbits[h] = append(orbits[h], image)
			}
		}
	}
	return x.inParallel(len(walked), func(w *walker, i int) (err error) {
		h := walked[i]
		values[h], err = w.walkHand(s, x.fixing(h, group), reach, h)
		return err
	}, func(i int) {
		for _, image := range orbits[walked[i]] {
			values[image] = values[walked[i]]
		}
	})
}

// fixing returns the subgroup that leaves a hand of ours alone.
func (x *search) fixing(h int, group []*game.Symmetry) []*game.Symmetry {
	var out []*game.Symmetry
	for _, p := range group {
		if int(p.Hands[x.seat][h]) == h {
			out = append(out, p)
		}
	}
	return out
}

// walkHand returns the value of one hand of ours at a state.
func (w *walker) walkHand(s game.State, group []*game.Symmetry, reach []float64, h int) (float64, error) {
	if allZero(reach) {
		return 0, nil
	}
	mark := w.stack.mark()
	defer w.stack.release(mark)
	switch {
	case s.Kind == game.Chance:
		return w.chanceForHand(s, group, reach, h)
	case s.Kind != game.Decision:
		return w.terminals.One(s, w.seat, reach, h), nil
	}
	ours := s.Actor == w.seat
	shares := w.stack.vectors(len(s.Actions), len(reach))
	if !ours {
		if err := w.ask(s, shares); err != nil {
			return 0, err
		}
	}
	best := 0.0
	for i, share := range shares {
		for o, r := range reach {
			if ours {
				share[o] = r
			} else {
				share[o] *= r
			}
		}
		value, err := w.walkHand(s.After(i), group, share, h)
		switch {
		case err != nil:
			return 0, err
		case !ours:
			best += value
		case i == 0 || value > best:
			best = value
		}
	}
	return best, nil
}

// chanceForHand adds up the deals that our hand leaves. All members of an orbit are worth the
// same, since the group leaves the hand alone.
func (w *walker) chanceForHand(s game.State, group []*game.Symmetry, reach []float64, h int) (float64, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	deals := w.game.Deals(s, group)
	live := w.stack.floats(len(reach))
	sum := 0.0
	for _, d := range deals.List {
		if !w.hands.Live(h, d.State.Board.Set()) {
			continue
		}
		copy(live, reach)
		w.hands.Block(live, d.Dealt)
		value, err := w.walkHand(d.State, d.Group, live, h)
		if err != nil {
			return 0, err
		}
		sum += value * float64(len(d.Orbit))
	}
	return sum / deals.Ways, nil
}
