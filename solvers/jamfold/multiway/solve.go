package multiway

import (
	"context"
	"fmt"
	"math"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Game is a hand at a table, with the distributions of the cards.
type Game struct {
	Table *tournament.Table
	Pairs *stochastic.Pairs
	// Triples may be nil at a table of two.
	Triples *stochastic.Triples
	// Fixed holds strategies that do not change, by stochastic.TableNode.
	Fixed map[int]*[cards.NumClasses]float64
}

// Options of Solve.
type Options struct {
	Seed       uint64  // of the deals of four and more hands
	Target     float64 // largest gain of a player by other play, as the solver sees it, in the unit of the values
	Iterations int     // at most
	Workers    int     // below 1: one for each processor
	Progress   func(done, total int)
}

// Solution is play at a table.
type Solution struct {
	Strategy stochastic.TableStrategy
	// Jam and Fold are the values of jam and fold to the player who acts, by stochastic.TableNode and class, given that
	// play comes to the decision; with Reach 0 they mean nothing.
	Jam, Fold [][cards.NumClasses]float64
	Reach     []float64 // probability that play comes to a decision
	// Regret is each seat's gain by other play as the solver sees it; package expost computes the real one.
	Regret     []float64
	LeftOut    float64 // most that leaves left out could gain a player
	Iterations int
}

type values [cards.NumClasses]float64

// solver holds the state of fictitious play.
type solver struct {
	Game
	n     int
	free  []bool // by node
	x     stochastic.TableStrategy
	mean  []float64 // probability to jam by node
	given []values  // probability to jam by node, given the class of another player
	// of holds the probability of class c given that another player has class a, at [a][c].
	of        [cards.NumClasses]values
	value     func(tournament.Ended) []float64
	start     []float64 // value of the stacks before the hand
	deals     map[int]*deals
	leaves    []*leaf // by set of players in the pot; nil if impossible
	jam, fold []values
	options   Options
}

// Solve plays until no player gains more than the target, or to the last iteration. On the error of the context the
// solution is that of the last iteration, if there was one.
func Solve(ctx context.Context, g Game, o Options) (*Solution, error) {
	if err := g.Table.Validate(); err != nil {
		return nil, err
	}
	s := newSolver(g, o)
	for t := 1; ; t++ {
		if err := s.iterate(ctx, t); err != nil {
			if t == 1 {
				return nil, err
			}
			return s.solution(t - 1), err
		}
		regret := s.regret()
		worst := 0.0
		for _, r := range regret {
			worst = max(worst, r)
		}
		if o.Progress != nil {
			o.Progress(t, o.Iterations)
		}
		if worst <= o.Target && t > 1 && s.fresh(t) || t >= o.Iterations {
			return s.solution(t), nil
		}
		s.respond(2 / float64(t+2))
	}
}

func newSolver(g Game, o Options) *solver {
	n := len(g.Table.Stacks)
	s := &solver{Game: g, n: n, options: o, deals: map[int]*deals{}}
	nodes := 1<<n - 1
	s.free, s.mean = make([]bool, nodes), make([]float64, nodes)
	s.given, s.jam, s.fold = make([]values, nodes), make([]values, nodes), make([]values, nodes)
	for a := range s.of {
		for c := range s.of {
			joint := g.Pairs.Joint(cards.Class(a), cards.Class(c))
			s.of[a][c] = (joint[0] + joint[1] + joint[2]) / g.Pairs.Dealt(cards.Class(a))
		}
	}
	s.begin()
	before := tournament.Ended{
		Stacks: make([]float64, n), Cash: make([]float64, n), Heads: make([]float64, n),
	}
	for i, chips := range g.Table.Stacks {
		before.Stacks[i] = float64(chips)
	}
	copy(before.Heads, g.Table.Heads)
	s.value = g.Table.Valuer()
	s.start = s.value(before)
	s.findLeaves()
	return s
}

// begin sets the strategies from which play starts: the fewer hands, the more players have jammed.
func (s *solver) begin() {
	s.x = stochastic.NewTableStrategy(s.Table)
	tops := [...]*values{top(0.35), top(0.15), top(0.06), top(0.03)}
	for seat := range s.n {
		for jammed := range tournament.SeatSet(1 << seat) {
			node := stochastic.TableNode(seat, jammed)
			if s.Table.Stays(seat, jammed) {
				continue
			}
			if fixed := s.Fixed[node]; fixed != nil {
				s.x[node] = *fixed
				continue
			}
			s.free[node] = true
			s.x[node] = *tops[min(jammed.Len(), len(tops)-1)]
		}
	}
}

// iterate values jam and fold at all decisions against the strategies.
func (s *solver) iterate(ctx context.Context, t int) error {
	loop := parallel.Loop{Items: len(s.x), Workers: s.options.Workers}
	err := loop.Each(ctx, parallel.Same(func(node int) error {
		s.mean[node], s.given[node], s.jam[node], s.fold[node] = 0, values{}, values{}, values{}
		for k, p := range s.x[node] {
			s.mean[node] += p * stochastic.Prior(cards.Class(k))
		}
		for a := range s.given[node] {
			sum := 0.0
			for c, p := range &s.of[a] {
				sum += p * s.x[node][c]
			}
			s.given[node][a] = min(1, sum)
		}
		return nil
	}))
	if err != nil {
		return err
	}
	if s.fresh(t) {
		if err := s.valueShowdowns(ctx); err != nil {
			return err
		}
	}
	for _, l := range s.leaves {
		if l != nil {
			s.add(l)
		}
	}
	return nil
}

// fresh reports whether an iteration computes leaves of three and more players anew.
func (s *solver) fresh(t int) bool {
	switch {
	case t <= 2:
		return true
	case t <= 8:
		return t%3 == 0
	}
	return t%16 == 0
}

// regret returns each seat's gain by a best response.
func (s *solver) regret() []float64 {
	regret := make([]float64, s.n)
	for seat := range regret {
		for jammed := range 1 << seat {
			node := 1<<seat - 1 + jammed
			if !s.free[node] {
				continue
			}
			for k, p := range s.x[node] {
				jam, fold := s.jam[node][k], s.fold[node][k]
				regret[seat] += stochastic.Prior(cards.Class(k)) * (max(jam, fold) - p*jam - (1-p)*fold)
			}
		}
	}
	return regret
}

// respond mixes the best responses into the strategies.
func (s *solver) respond(weight float64) {
	for node, free := range s.free {
		if !free {
			continue
		}
		for k := range s.x[node] {
			best := 0.0
			switch jam, fold := s.jam[node][k], s.fold[node][k]; {
			case jam > fold:
				best = 1
			case jam == fold:
				best = s.x[node][k]
			}
			s.x[node][k] += weight * (best - s.x[node][k])
		}
	}
}

// solution returns the strategies and the values of the last iteration.
func (s *solver) solution(iterations int) *Solution {
	r := &Solution{
		Strategy: s.x, Reach: make([]float64, len(s.x)), Regret: s.regret(), Iterations: iterations,
		Jam: make([][cards.NumClasses]float64, len(s.x)), Fold: make([][cards.NumClasses]float64, len(s.x)),
	}
	for seat := range s.n {
		for jammed := range tournament.SeatSet(1 << seat) {
			node := stochastic.TableNode(seat, jammed)
			r.Reach[node] = 1
			reach := values{}
			for k := range reach {
				reach[k] = 1
			}
			for before := range seat {
				at := stochastic.TableNode(before, jammed&(1<<before-1))
				in := jammed.Has(tournament.Seat(before))
				r.Reach[node] *= chance(s.mean[at], in)
				for k := range reach {
					reach[k] *= chance(s.given[at][k], in)
				}
			}
			for k, p := range reach {
				if p > 0 {
					r.Jam[node][k] = s.start[seat] + s.jam[node][k]/p
					r.Fold[node][k] = s.start[seat] + s.fold[node][k]/p
				}
			}
		}
	}
	r.LeftOut = s.leftOut()
	return r
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
	for seat := range s.n {
		sum := 0.0
		for _, l := range s.leaves {
			if l != nil && !s.kept(l, seat) {
				sum += s.rest(l, seat)
			}
		}
		most = max(most, sum*stake)
	}
	return most
}

// stake bounds the difference of two values of a player: all prizes and bounties, or all chips.
func (s *solver) stake() (sum float64) {
	if len(s.Table.Prizes) == 0 {
		for _, chips := range s.Table.Stacks {
			sum += float64(chips)
		}
		return sum + float64(s.Table.Dead)
	}
	for _, head := range s.Table.Heads {
		sum += head
	}
	return sum + s.Table.Prizes[0]
}

// String describes a solution in one line.
func (r *Solution) String() string {
	worst := 0.0
	for _, x := range r.Regret {
		worst = math.Max(worst, x)
	}
	return fmt.Sprintf("%d iterations, regret %.3g, left out %.3g", r.Iterations, worst, r.LeftOut)
}
