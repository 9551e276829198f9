package extensive

import (
	"context"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// Losses holds the losses of a policy by decision; all parts sum to its NashConv.
type Losses struct {
	// Decisions are in the order of their IDs, see game.Node.Decisions.
	Decisions []DecisionLoss
	// Groups names the groups of hands by which losses are listed: the hands, or with two hole cards their
	// 169 classes. Prior[seat][k] is the probability of being dealt one.
	Groups []string
	Prior  [2][]float64
}

// DecisionLoss is the loss of a policy by its actions at a decision, with the hands and the frequency with which it
// gets there against itself, if it played best from there on: the part of NashConv that arises there.
type DecisionLoss struct {
	*game.Node
	Loss  float64
	Reach float64 // probability that the policy gets there against itself
	// Played[i] is how often it then takes action i, Best[i] how often a best response with the same hands takes it.
	// Both are nil if it never gets there.
	Played, Best []float64
	// Hands[k] is the part of Loss that arises with the hands of a group.
	Hands []float64
}

// NashConv is the sum of all losses.
func (l *Losses) NashConv() (sum float64) {
	for i := range l.Decisions {
		sum += l.Decisions[i].Loss
	}
	return sum
}

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
		d := &deals.List[i]
		out = append(out, Drawn{d, float64(len(d.Orbit)) / deals.Ways})
	}
	return out
}

// LossesByDecision walks the public tree once, on the deals that draw chooses, and asks the policy once at each
// decision. Errors are those of the policy and of the context.
func LossesByDecision(ctx context.Context, g game.Game, p game.Policy, draw Draw, o ResponseOptions) (*Losses, error) {
	o, err := o.prepare(g, p, g.Root())
	if err != nil {
		return nil, err
	}
	x := &lossSearch{ctx: ctx, game: g, hands: g.Hands(), policy: p, draw: draw, workers: o.workers(g.Hands().Len(0))}
	x.group()
	w := &lossWalker{lossSearch: x, terminals: NewTerminals(g), tally: x.newTally(), shared: true}
	var root walked
	for seat := range 2 {
		root.reach[seat], root.values[seat] = ones(x.hands.Len(seat)), make([]float64, x.hands.Len(seat))
	}
	symmetries := g.Symmetries()
	if o.AllDeals {
		symmetries = nil
	}
	if err := w.walk(g.Root(), symmetries, 1, &root); err != nil {
		return nil, err
	}
	return w.losses(), nil
}

type lossSearch struct {
	ctx     context.Context
	game    game.Game
	hands   *game.Hands
	policy  game.Policy
	draw    Draw
	workers int
	groups  []string
	of      []int // the group of each hand
}

func (x *lossSearch) group() {
	for h := range x.hands.Len(0) {
		if x.hands.Layout == game.TwoCards {
			x.of = append(x.of, int(cards.Combo(h).Class()))
			continue
		}
		x.of = append(x.of, h)
		x.groups = append(x.groups, x.hands.Name(0, h))
	}
	if x.hands.Layout == game.TwoCards {
		for k := range cards.NumClasses {
			x.groups = append(x.groups, cards.Class(k).String())
		}
	}
}

// walked is what a walk carries down to a state and up from it, by seat: the probability with which each
// hand of the seat plays to it, and the winnings of a best response with each hand.
type walked struct{ reach, values [2][]float64 }

type lossWalker struct {
	*lossSearch
	terminals *Terminals
	stack     stack
	tally     *tally
	shared    bool // share the deals of the next chance node
}

const maxActions = 3

type tally struct {
	loss, reach  []float64
	played, best [][maxActions]float64
	hands        [][]float64
}

func (x *lossSearch) newTally() *tally {
	n := len(x.game.Root().Decisions())
	return &tally{
		make([]float64, n), make([]float64, n),
		make([][maxActions]float64, n), make([][maxActions]float64, n), make([][]float64, n),
	}
}

func (t *tally) add(other *tally) {
	for id := range t.loss {
		t.loss[id] += other.loss[id]
		t.reach[id] += other.reach[id]
		for i := range maxActions {
			t.played[id][i] += other.played[id][i]
			t.best[id][i] += other.best[id][i]
		}
		if t.hands[id] == nil {
			t.hands[id] = other.hands[id]
			continue
		}
		for k, v := range other.hands[id] {
			t.hands[id][k] += v
		}
	}
}

// walk fills in the values of a state. Weight is the probability of the board, in the sense of Drawn.
func (w *lossWalker) walk(s game.State, group []*game.Symmetry, weight float64, x *walked) error {
	if allZero(x.reach[0]) && allZero(x.reach[1]) {
		clear(x.values[0])
		clear(x.values[1])
		return nil
	}
	mark := w.stack.mark()
	defer w.stack.release(mark)
	switch s.Kind {
	case game.Chance:
		return w.chance(s, group, weight, x)
	case game.Decision:
		return w.decision(s, group, weight, x)
	}
	for seat := range 2 {
		w.terminals.Values(s, seat, x.reach[1-seat], x.values[seat])
	}
	return nil
}

func (w *lossWalker) decision(s game.State, group []*game.Symmetry, weight float64, x *walked) error {
	a := s.Actor
	n, others := len(x.reach[a]), len(x.reach[1-a])
	vectors, values := w.stack.vectors(len(s.Actions), n), w.stack.vectors(len(s.Actions), n)
	if err := ask(w.policy, w.hands, s, vectors); err != nil {
		return err
	}
	var child walked
	child.reach[a], child.reach[1-a] = w.stack.floats(n), x.reach[1-a]
	child.values[1-a] = w.stack.floats(others)
	clear(x.values[1-a])
	for i := range s.Actions {
		for h, r := range x.reach[a] {
			child.reach[a][h] = r * vectors[i][h]
		}
		child.values[a] = values[i]
		if err := w.walk(s.After(i), group, weight, &child); err != nil {
			return err
		}
		add(x.values[1-a], child.values[1-a])
	}
	copy(x.values[a], values[0])
	for _, v := range values[1:] {
		takeLarger(x.values[a], v)
	}
	w.count(s, weight, x, vectors, values)
	return nil
}

// nothing is the largest loss that counts as rounding, relative to the pot and a hand's probability.
const nothing = 1e-12

func (w *lossWalker) count(s game.State, weight float64, x *walked, vectors, values [][]float64) {
	a, t := s.Actor, w.tally
	mass := w.stack.floats(len(x.reach[a]))
	w.terminals.Mass(a, x.reach[1-a], mass)
	if t.hands[s.ID] == nil {
		t.hands[s.ID] = make([]float64, len(w.groups))
	}
	board := s.Board.Set()
	for h, own := range x.reach[a] {
		if own == 0 || !(mass[h] > 0) || !w.hands.Live(h, board) {
			continue
		}
		mean, choice := 0.0, 0
		for i, v := range values {
			mean += vectors[i][h] * v[h]
			if v[h] > values[choice][h] {
				choice = i
			}
		}
		lost, p := x.values[a][h]-mean, weight*own*mass[h]
		same := lost <= nothing
		t.reach[s.ID] += p
		if !same {
			t.loss[s.ID] += weight * own * lost
			t.hands[s.ID][w.of[h]] += weight * own * lost
			t.best[s.ID][choice] += p
		}
		for i := range vectors {
			t.played[s.ID][i] += p * vectors[i][h]
			if same { // its actions are best, whichever of several equal ones they are
				t.best[s.ID][i] += p * vectors[i][h]
			}
		}
	}
}

func (w *lossWalker) chance(s game.State, group []*game.Symmetry, weight float64, x *walked) error {
	deals := w.game.Deals(s, group)
	drawn := w.draw(&deals, s.Board)
	sums := w.newSums(x, s.Board, drawn, &deals)
	for _, v := range x.values {
		clear(v)
	}
	if w.shared && w.workers > 1 {
		err := w.share(drawn, weight, x, sums)
		sums.correct(w, x)
		return err
	}
	part := newPart(x, w.stack.floats)
	for i := range drawn {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if err := w.deal(&drawn[i], weight, x, part); err != nil {
			return err
		}
		w.addDeal(x, part, &drawn[i], sums)
	}
	sums.correct(w, x)
	return nil
}

func newPart(x *walked, floats func(n int) []float64) *walked {
	return &walked{values: [2][]float64{floats(len(x.values[0])), floats(len(x.values[1]))}}
}

func (w *lossWalker) deal(d *Drawn, weight float64, x, part *walked) error {
	mark := w.stack.mark()
	defer w.stack.release(mark)
	for seat := range 2 {
		part.reach[seat] = w.stack.floats(len(x.reach[seat]))
		copy(part.reach[seat], x.reach[seat])
		w.hands.Block(part.reach[seat], d.Dealt)
	}
	return w.walk(d.State, d.Group, weight*d.Weight, part)
}

// addDeal adds the values of a deal; sums, unless nil, are those of a sample.
func (w *lossWalker) addDeal(x, part *walked, d *Drawn, sums *sampleSums) {
	share := d.Weight / float64(len(d.Orbit))
	for seat := range 2 {
		for h := range part.values[seat] {
			part.values[seat][h] *= share
		}
		if sums == nil {
			addOrbit(x.values[seat], part.values[seat], d.Deal, w.hands, seat)
			continue
		}
		n := len(x.values[seat])
		value, mass, own := make([]float64, n), make([]float64, n), make([]float64, n)
		reach := slices.Clone(x.reach[1-seat])
		addOrbit(value, part.values[seat], d.Deal, w.hands, seat)
		w.hands.Block(reach, d.Dealt)
		w.terminals.Mass(seat, reach, own)
		for h := range own {
			own[h] *= share
		}
		addOrbit(mass, own, d.Deal, w.hands, seat)
		add(x.values[seat], value)
		add(sums.mass[seat], mass)
		sums.slope[seat].Add(1, value, mass, nil)
	}
}

// sampleSums are the masses of the deals that were drawn for the first chance node on a path; see Slope.
type sampleSums struct {
	mass  [2][]float64
	slope [2]Slope
}

// newSums returns nil if all deals are drawn, and for boards: there the caller's Draw is right on average.
func (w *lossWalker) newSums(x *walked, board game.Board, drawn []Drawn, all *game.Deals) *sampleSums {
	sampled := func(d Drawn) bool { return d.Weight != float64(len(d.Orbit))/all.Ways }
	if board.Len() > 0 || len(drawn) == len(all.List) && !slices.ContainsFunc(drawn, sampled) {
		return nil
	}
	return &sampleSums{mass: newPart(x, func(n int) []float64 { return make([]float64, n) }).values}
}

func (s *sampleSums) correct(w *lossWalker, x *walked) {
	if s == nil {
		return
	}
	for seat := range 2 {
		slope := s.slope[seat].Of(x.values[seat], s.mass[seat], nil)
		all := make([]float64, len(x.values[seat]))
		w.terminals.Mass(seat, x.reach[1-seat], all)
		for h := range all {
			x.values[seat][h] += slope * (all[h] - s.mass[seat][h])
		}
	}
}

// sharedDeals is the number of deals between two sums: it bounds the memory of their tallies, and must not
// depend on the number of workers.
const sharedDeals = 8

// share walks deals in several goroutines. Sums are formed in the same order for any number of them.
func (w *lossWalker) share(drawn []Drawn, weight float64, x *walked, sums *sampleSums) error {
	for len(drawn) > 0 {
		now := drawn[:min(sharedDeals, len(drawn))]
		drawn = drawn[len(now):]
		parts, tallies := make([]*walked, len(now)), make([]*tally, len(now))
		loop := parallel.Loop{Items: len(now), Workers: w.workers}
		err := loop.Each(w.ctx, func() func(int) error {
			other := &lossWalker{lossSearch: w.lossSearch, terminals: NewTerminals(w.game)}
			return func(i int) error {
				other.tally = w.newTally()
				tallies[i], parts[i] = other.tally, newPart(x, func(n int) []float64 { return make([]float64, n) })
				return other.deal(&now[i], weight, x, parts[i])
			}
		})
		if err != nil {
			return err
		}
		for i := range now {
			w.tally.add(tallies[i])
			w.addDeal(x, parts[i], &now[i], sums)
		}
	}
	return nil
}

func (w *lossWalker) losses() *Losses {
	l := &Losses{Groups: w.groups}
	for seat := range 2 {
		l.Prior[seat] = make([]float64, len(w.groups))
		for h, p := range w.hands.Prior(seat) {
			l.Prior[seat][w.of[h]] += p
		}
	}
	for id, n := range w.game.Root().Decisions() {
		d := DecisionLoss{Node: n, Loss: w.tally.loss[id], Reach: w.tally.reach[id], Hands: w.tally.hands[id]}
		if d.Hands == nil {
			d.Hands = make([]float64, len(w.groups))
		}
		for i := range n.Actions {
			if d.Reach > 0 {
				d.Played = append(d.Played, w.tally.played[id][i]/d.Reach)
				d.Best = append(d.Best, w.tally.best[id][i]/d.Reach)
			}
		}
		l.Decisions = append(l.Decisions, d)
	}
	return l
}
