package extensive

import (
	"context"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/game"
)

// Draw chooses deals that represent all deals of a chance node.
type Draw func(deals *game.Deals, board game.Board) []Drawn

// Drawn is a deal and its weight in the mean over all deals that a pair of hands leaves: the size of its
// orbit over the number of ways, if all deals are drawn.
type Drawn struct {
	*game.Deal
	Weight float64
}

// AllDeals is the Draw that draws every deal.
func AllDeals(deals *game.Deals, _ game.Board) (out []Drawn) {
	for i := range deals.List {
		out = append(out, Drawn{&deals.List[i], float64(len(deals.List[i].Orbit)) / deals.Ways})
	}
	return out
}

// search is a walk that deals the board card by card, with a policy in both seats. Level 0 of its values is a best
// response; level k follows the policy for k more rounds, that of the state included, and responds after them.
type search struct {
	ctx     context.Context
	game    game.Game
	hands   *game.Hands
	policy  game.Policy
	draw    Draw // nil: all deals
	workers int
	groups  *groups // of hands, whose losses are counted; nil counts none
	visit   Visit   // or nil
	fixed   func(n *game.Node) bool
}

type walker struct {
	*search
	walk      Walk[float64]
	terminals *Terminals
	group     []*game.Symmetry // fixes the board and the reaches
	weight    float64          // of the board, as of a Drawn
	tally     tally
	shared    bool // deals of the next chance node are shared among goroutines
}

func (x *search) newWalker() *walker {
	w := &walker{search: x, terminals: NewTerminals(x.game), weight: 1}
	w.walk.Visitor = w
	return w
}

// from fills in the values of a state. Without a group all deals are walked.
func (x *search) from(s game.State, group []*game.Symmetry, v *Vectors[float64]) (tally, error) {
	w := x.newWalker()
	w.group, w.shared = group, x.workers > 1
	if x.groups != nil {
		w.tally = x.newTally()
	}
	return w.tally, w.walk.From(s, v)
}

// Play asks the policy.
func (w *walker) Play(s game.State, v *Vectors[float64]) ([][]float64, error) {
	if v.Reach[s.Actor] == nil {
		return nil, nil
	}
	return game.Ask(w.policy, w.hands, s, w.walk.Vectors(len(s.Actions), w.hands.Len(s.Actor)))
}

// Choose takes the best action for each hand at level 0, and follows the policy at the other levels.
func (w *walker) Choose(s game.State, v *Vectors[float64], play [][]float64, after [][][]float64) {
	values := v.Values[s.Actor]
	if w.fixed != nil && w.fixed(s.Node) {
		Mix(values[0], after, 0, play)
	} else {
		Best(values[0], after, 0)
	}
	for level := 1; level < len(values); level++ {
		Mix(values[level], after, level, play)
	}
	if w.tally != nil {
		w.count(s, v, play, after)
	}
	if w.visit != nil {
		last := make([][]float64, len(after))
		for i := range after {
			last[i] = after[i][len(values)-1]
		}
		w.visit(s, v.Reach, play, last)
	}
}

// Leaf values an end, or deals.
func (w *walker) Leaf(s game.State, v *Vectors[float64]) error {
	if s.Kind == game.Chance {
		return w.chance(s, v)
	}
	for seat, values := range v.Values {
		for level, out := range values {
			if level == 0 {
				w.terminals.Values(s, seat, v.Reach[1-seat], out)
			} else {
				copy(out, values[0])
			}
		}
	}
	return nil
}

// chance adds up the values of all deals. A round later there is one level less, since levels 0 and 1 of this
// round both continue with a best response.
func (w *walker) chance(s game.State, v *Vectors[float64]) error {
	deals := w.game.Deals(s, w.group)
	sum := &dealSum{walker: w, Vectors: Vectors[float64]{Reach: v.Reach}}
	for seat, values := range v.Values {
		if len(values) > 1 {
			values = values[1:]
		}
		sum.Values[seat] = values
		clearAll(values)
	}
	drawn := AllDeals(&deals, s.Board)
	if w.draw != nil {
		drawn = w.draw(&deals, s.Board)
		sum.sampled(drawn, s.Board, &deals)
	}
	walk := sum.each
	if w.shared {
		walk = sum.share
	}
	if err := walk(drawn); err != nil {
		return err
	}
	sum.finish(deals.Ways)
	for _, values := range v.Values {
		if len(values) > 1 {
			copy(values[0], values[1])
		}
	}
	return nil
}

func (w *walker) deal(d *Drawn, reach [2][]float64, values [2][][]float64) error {
	frame, group, weight := w.walk.mark(), w.group, w.weight
	defer func() {
		w.walk.release(frame)
		w.group, w.weight = group, weight
	}()
	next := Vectors[float64]{Values: values}
	for seat, r := range reach {
		if r != nil {
			next.Reach[seat] = w.walk.Floats(len(r))
			copy(next.Reach[seat], r)
			w.hands.Block(next.Reach[seat], d.Dealt)
		}
	}
	w.group, w.weight = d.Group, weight*d.Weight
	return w.walk.From(d.State, &next)
}

type dealSum struct {
	*walker
	Vectors[float64]
	// Of deals that were drawn for the first chance node on a path, the masses and the slopes of values; see Slope.
	mass  [2][]float64
	slope [2]Slope
}

// sampled prepares for a sample of deals: not on later boards, where the caller's Draw is right on average.
func (d *dealSum) sampled(drawn []Drawn, board game.Board, all *game.Deals) {
	some := func(x Drawn) bool { return x.Weight != float64(len(x.Orbit))/all.Ways }
	if board.Len() == 0 && (len(drawn) != len(all.List) || slices.ContainsFunc(drawn, some)) {
		for seat := range d.mass {
			d.mass[seat] = make([]float64, d.hands.Len(seat))
		}
	}
}

func (d *dealSum) part(vectors func(n, hands int) [][]float64) (values [2][][]float64) {
	for seat, sums := range d.Values {
		if sums != nil {
			values[seat] = vectors(len(sums), d.hands.Len(seat))
		}
	}
	return values
}

func (d *dealSum) each(drawn []Drawn) error {
	part := d.part(d.walk.Vectors)
	for i := range drawn {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		if err := d.deal(&drawn[i], d.Reach, part); err != nil {
			return err
		}
		d.add(&drawn[i], part)
	}
	return nil
}

// sharedDeals is the number of deals between two sums: it bounds the memory of their tallies, and must not
// depend on the number of workers.
const sharedDeals = 8

// share walks deals in several goroutines. Sums are formed in the same order for any number of them.
func (d *dealSum) share(drawn []Drawn) error {
	for now := range slices.Chunk(drawn, sharedDeals) {
		parts, tallies := make([][2][][]float64, len(now)), make([]tally, len(now))
		loop := parallel.Loop{Items: len(now), Workers: d.workers}
		err := loop.Each(d.ctx, func() func(int) error {
			w := d.newWalker()
			w.group, w.weight = d.group, d.weight
			return func(i int) error {
				parts[i] = d.part((&stack[float64]{}).Vectors)
				if d.tally != nil {
					tallies[i] = d.newTally()
					w.tally = tallies[i]
				}
				return w.deal(&now[i], d.Reach, parts[i])
			}
		})
		if err != nil {
			return err
		}
		for i := range now {
			if d.tally != nil {
				d.tally.add(tallies[i])
			}
			d.add(&now[i], parts[i])
		}
	}
	return nil
}

// add adds the values of a deal, and of the other members of its orbit. finish divides by the number of ways, unless
// deals have weights.
func (d *dealSum) add(deal *Drawn, part [2][][]float64) {
	share := deal.Weight / float64(len(deal.Orbit))
	for seat, values := range part {
		for level, from := range values {
			to := d.Values[seat][level]
			if d.draw == nil {
				d.addOrbit(to, from, deal.Deal, seat)
				continue
			}
			for h := range from {
				from[h] *= share
			}
			if d.mass[seat] == nil {
				d.addOrbit(to, from, deal.Deal, seat)
				continue
			}
			value, mass := make([]float64, len(from)), d.massOf(deal, share, seat)
			d.addOrbit(value, from, deal.Deal, seat)
			add(to, value)
			add(d.mass[seat], mass)
			d.slope[seat].Add(1, value, mass, nil)
		}
	}
}

// massOf is the mass of a seat's hands on the deals of an orbit, times a share.
func (d *dealSum) massOf(deal *Drawn, share float64, seat int) []float64 {
	reach := slices.Clone(d.Reach[1-seat])
	d.hands.Block(reach, deal.Dealt)
	own, mass := make([]float64, d.hands.Len(seat)), make([]float64, d.hands.Len(seat))
	d.terminals.Mass(seat, reach, own)
	for h := range own {
		own[h] *= share
	}
	d.addOrbit(mass, own, deal.Deal, seat)
	return mass
}

// addOrbit adds values on a deal to the hands of all members of its orbit. Hands that hold a dealt card get nothing.
func (d *dealSum) addOrbit(sum, values []float64, deal *game.Deal, seat int) {
	d.hands.Block(values, deal.Dealt)
	for _, p := range deal.Orbit {
		for h, image := range p.Hands[seat] {
			sum[image] += values[h]
		}
	}
}

// finish divides the sum over all deals by their number, and corrects that over a sample by the masses.
func (d *dealSum) finish(ways float64) {
	for seat, values := range d.Values {
		for _, sum := range values {
			for h := range sum {
				if d.draw == nil {
					sum[h] /= ways
				}
			}
		}
		if d.mass[seat] == nil {
			continue
		}
		slope, all := d.slope[seat].Of(values[0], d.mass[seat], nil), make([]float64, d.hands.Len(seat))
		d.terminals.Mass(seat, d.Reach[1-seat], all)
		for h := range all {
			values[0][h] += slope * (all[h] - d.mass[seat][h])
		}
	}
}
