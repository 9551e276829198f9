package multiway

import (
	"context"
	"slices"
	"sync"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// values are numbers by class.
type values = [cards.NumClasses]float64

// solver holds the sums of tables of four and more players.
type solver struct {
	Game
	n       int
	options Options
	blocks  *blocks
	nodes   []node
	start   []float64 // value of the stacks before the hand
	value   func(tournament.Ended) []float64
	deals   map[int]*deals
	// correction, unless nil, is added to the values.
	correction *correction
	leaves     []*leaf // that the rules allow, by set of players in the pot
	// opened holds by seat what a raise before says of its hand: of the raiser's the probability to raise so, of
	// others' that the raiser does, given theirs; as a part of the largest.
	opened []values
	rows   sync.Pool           // of rows of Triples, for sums
	before *stochastic.Earlier // deals the hands of the seats before the first decision
}

type node struct {
	seat      int
	path      []int    // nodes of the earlier seats
	in        []bool   // whether each of them jammed
	x         *values  // probability to jam
	mean      float64  // the same over all hands
	used      bool     // whether a leaf that counts is behind it
	jam, fold values   // less the value before the hand, times the probability of the others' play
	later     values   // probability to jam, by the class of a later seat
	earlier   []values // the same by the class of each earlier seat
	opener    int      // seat that opened, -1 if none did
	toOpener  values   // probability to jam, by the class of that seat
}

func (d *node) given(seat int) *values {
	switch {
	case seat < d.seat:
		return &d.earlier[seat]
	case seat == d.opener:
		return &d.toOpener
	}
	return &d.later
}

// solveMany solves a table in which four and more seats hold hands: by the product of chances, and then with what
// complete deals correct of it.
func (g *Game) solveMany(ctx context.Context, o Options, x stochastic.Strategy, free []bool) (*Solution, error) {
	s := newSolver(*g, o)
	before, err := x.Earlier(g.Table, g.From)
	if err != nil {
		return nil, err
	}
	s.before = before
	r := &Solution{Strategy: x}
	most := o.Iterations
	if o.Deals > 0 && !o.Product {
		o.Iterations = min(most, productIterations)
	}
	err = s.play(ctx, o, free, r)
	o.Iterations = most
	if o.Deals == 0 || ctx.Err() != nil {
		return r, err
	}
	product := slices.Clone(x)
	rounds, m, last := correctionRounds, newMeasurement(s, 0), o.Deals-int(correctionShare*float64(o.Deals))
	if o.Product {
		rounds, last = 0, o.Deals
	}
	var c *correction
	o.Age = correctedAge
	for range rounds {
		if stopped := m.round(ctx, x, (o.Deals-last)/rounds); stopped != nil {
			return r, stopped
		}
		c = m.correction()
		s.correction = c
		if err = s.play(ctx, o, free, r); ctx.Err() != nil {
			break
		}
	}
	final := newMeasurement(s, m.batches) // of the last strategies alone
	final.ends = m.ends
	if stopped := final.round(ctx, x, last); stopped == nil {
		c = final.correction()
	} else if err = stopped; c == nil {
		return r, err
	}
	s.corrected(r, c, product, (m.batches+final.batches)*observeBatch, o.Product)
	return r, err
}

// play plays on from the strategies of a solution, and sets its values by the product.
func (s *solver) play(ctx context.Context, o Options, free []bool, r *Solution) (err error) {
	p := &fictitiousPlay{
		Options: o, sums: s, x: decisions(r.Strategy), free: free, seats: s.n, changed: s.correction != nil,
	}
	iterations := 0
	r.Regret, iterations, err = p.run(ctx)
	r.Iterations += iterations
	s.advantages(p.x, p.table, 0) // the last ones may be rough, or those of a strategy that was not taken
	s.setValues(r)
	return err
}

func newSolver(g Game, o Options) *solver {
	n := len(g.Table.Stacks)
	s := &solver{Game: g, n: n, options: o, blocks: newBlocks(g.Pairs), deals: map[int]*deals{},
		nodes: make([]node, 1<<n-1)}
	for at := range s.nodes {
		d := &s.nodes[at]
		here := tournament.DecisionOf(at)
		d.seat, d.earlier, d.opener = here.Seat, make([]values, here.Seat), -1
		if g.Table.Opened != nil {
			d.opener = n - 1
		}
		for seat := range d.seat {
			before, in := here.Before(seat)
			d.path, d.in = append(d.path, before.Node()), append(d.in, in)
		}
	}
	s.rows.New = func() any {
		rows := make([]float64, stochastic.NumClassPairs*g.Triples.Columns())
		return &rows
	}
	s.open()
	s.value = g.Table.Valuer()
	s.start = s.value(g.Table.Unplayed())
	s.findLeaves()
	return s
}

func (s *solver) load(decisions)                            {}
func (s *solver) mix(decisions, responses, []bool, float64) {}
func (s *solver) shift(_, _ decisions)                      {}

func (s *solver) advantages(x, to decisions, slack float64) {
	for at := range s.nodes {
		d := &s.nodes[at]
		d.x, d.mean, d.used, d.jam, d.fold = &x[at], s.share(d.seat, &x[at]), false, values{}, values{}
	}
	var used []*leaf
	for _, l := range s.leaves {
		if s.find(l) {
			used = append(used, l)
		}
	}
	s.condition()
	s.valueShowdowns(used, slack)
	s.each(len(s.nodes), func(at int) {
		if !s.From.Leads(at) {
			return
		}
		s.add(at, used)
		s.advantage(at, &to[at])
	})
}

// advantage sets the value of a jam less that of a fold at a decision, with the correction.
func (s *solver) advantage(at int, to *values) {
	d := &s.nodes[at]
	for k := range to {
		to[k] = s.blocks.prior[k] * (d.jam[k] - d.fold[k])
	}
	c := s.correction
	if c == nil || !d.used {
		return
	}
	for k, p := range s.reachBy(d) {
		weight := s.blocks.prior[k] * p
		if c.taken[at] != nil {
			to[k] = weight * c.taken[at][k]
		} else {
			to[k] += weight * c.difference[at][k]
		}
	}
}

// reachBy returns the probability by class that the others play to a decision, given all classes that they play to the
// first decision.
func (s *solver) reachBy(d *node) values {
	reach := s.opened[d.seat]
	for i := range len(d.path) + 1 {
		if i == s.From.Seat && (i > 0 || s.Table.Opened != nil) {
			all := 0.0
			for k, p := range reach {
				all += s.blocks.prior[k] * p
			}
			for k := range reach {
				reach[k] /= all
			}
		}
		if i < len(d.path) {
			times(&reach, s.nodes[d.path[i]].given(d.seat), d.in[i])
		}
	}
	return reach
}

// open sets what a raise before the first jam says of the seats' hands: nothing if there was none.
func (s *solver) open() {
	s.opened = slices.Repeat([]values{ones}, s.n)
	if s.Table.Opened == nil {
		return
	}
	raises, given := values(s.Table.Opened.Hands), values{}
	s.blocks.chance(&given, &ones, &raises)
	for seat := range s.opened {
		if s.opened[seat] = given; seat == s.n-1 {
			s.opened[seat] = raises
		}
		most := slices.Max(s.opened[seat][:])
		for k := range s.opened[seat] {
			s.opened[seat][k] /= most
		}
	}
}

func (s *solver) share(seat int, x *values) float64 {
	if s.Table.Opened == nil {
		return stochastic.Share(x)
	}
	jams, all := 0.0, 0.0
	for k, p := range s.opened[seat] {
		all += s.blocks.prior[k] * p
		jams += s.blocks.prior[k] * p * x[k]
	}
	return jams / all
}

// condition computes the probabilities of all actions given another player's class. The hand of the player who acts is
// one that the class leaves, weighted by the probability given this hand of the actions before.
func (s *solver) condition() {
	for seat := range s.n {
		s.each(1<<seat, func(jammed int) {
			if d := &s.nodes[1<<seat-1+jammed]; d.used {
				s.conditionNode(d)
			}
		})
	}
}

func (s *solver) conditionNode(d *node) {
	var behind [tournament.MaxTable + 1]values // product of the actions of a seat and of those between it and d
	behind[d.seat] = ones
	for i := d.seat - 1; i >= 0; i-- {
		behind[i] = behind[i+1]
		times(&behind[i], s.nodes[d.path[i]].given(d.seat), d.in[i])
	}
	before := s.opened[d.seat]
	weight := behind[0]
	times(&weight, &before, true)
	s.blocks.chance(&d.later, &weight, d.x)
	if d.opener > d.seat { // its hand is known, and says more than that it raises
		s.blocks.chance(&d.toOpener, &behind[0], d.x)
	}
	for i, at := range d.path {
		weight := before
		times(&weight, &behind[i+1], true)
		s.blocks.chance(&d.earlier[i], &weight, d.x)
		times(&before, s.nodes[at].given(d.seat), d.in[i])
	}
}

var ones = func() (v values) {
	for k := range v {
		v[k] = 1
	}
	return v
}()

// times multiplies by the probability of an action.
func times(to, jam *values, in bool) {
	if in {
		for k := range to {
			to[k] *= jam[k]
		}
		return
	}
	for k := range to {
		to[k] *= 1 - jam[k]
	}
}

func (s *solver) each(items int, do func(int)) {
	loop := parallel.Loop{Items: items, Workers: s.options.Workers}
	err := loop.Each(context.Background(), parallel.Same(func(i int) error {
		do(i)
		return nil
	}))
	if err != nil {
		panic(err)
	}
}

// setValues sets the values of a solution: those of the last iteration, by the product.
func (s *solver) setValues(r *Solution) {
	n := len(s.nodes)
	r.Reach, r.Jam, r.Fold = make([]float64, n), make([]values, n), make([]values, n)
	for at := range s.nodes {
		if !s.From.Leads(at) {
			continue
		}
		d := &s.nodes[at]
		r.Reach[at] = s.chanceOf(d)
		for k, p := range s.reachBy(d) {
			if p > 0 {
				r.Jam[at][k] = s.start[d.seat] + d.jam[k]/p
				r.Fold[at][k] = s.start[d.seat] + d.fold[k]/p
			}
		}
	}
	r.LeftOut = s.leftOut()
}

func chance(p float64, in bool) float64 {
	if in {
		return p
	}
	return 1 - p
}

// leftOut bounds what the leaves left out could gain a player.
func (s *solver) leftOut() float64 {
	most, stake := 0.0, s.stake()
	for seat := s.From.Seat; seat < s.n; seat++ {
		sum := 0.0
		for _, l := range s.leaves {
			if !l.kept[seat] {
				sum += s.rest(l, seat)
			}
		}
		most = max(most, sum*stake)
	}
	return most
}

// stake bounds the difference of two values of a player: the most that prizes are worth and all bounties, or all chips.
func (s *solver) stake() (sum float64) {
	for _, head := range s.Table.Heads {
		sum += head
	}
	if len(s.Table.Prizes) == 0 {
		for _, chips := range s.Table.Stacks {
			sum += float64(chips)
		}
		return sum + float64(s.Table.Dead)
	}
	return sum + s.Table.MostPrizes()
}
