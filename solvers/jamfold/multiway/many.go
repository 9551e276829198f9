package multiway

import (
	"context"
	"math/bits"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

type values [cards.NumClasses]float64

// solver holds the sums of tables of four and more players.
type solver struct {
	Game
	n     int
	x     decisions // of the last sums
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
	passes    int
	exact     bool // whether all leaves of three and more were computed anew in the last pass
}

// solveMany solves a table of four and more.
func (g *Game) solveMany(ctx context.Context, o Options) (*Solution, error) {
	s := newSolver(*g, o)
	x, free := g.begin(&o)
	p := o.play(s, decisions(x), free, s.n)
	p.seat = func(node int) int { return bits.Len(uint(node+1)) - 1 }
	regret, iterations, err := p.run(ctx)
	return s.solution(x, regret, iterations), err
}

func newSolver(g Game, o Options) *solver {
	n := len(g.Table.Stacks)
	s := &solver{Game: g, n: n, options: o, deals: map[int]*deals{}}
	nodes := 1<<n - 1
	s.mean = make([]float64, nodes)
	s.given, s.jam, s.fold = make([]values, nodes), make([]values, nodes), make([]values, nodes)
	for a := range s.of {
		for c := range s.of {
			joint := g.Pairs.Joint(cards.Class(a), cards.Class(c))
			s.of[a][c] = (joint[0] + joint[1] + joint[2]) / g.Pairs.Dealt(cards.Class(a))
		}
	}
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

func (s *solver) load(decisions)                    {}
func (s *solver) mix(decisions, responses, float64) {}
func (s *solver) shift(_, _ decisions)              {}
func (s *solver) current() bool {
	if s.exact {
		return true
	}
	s.passes = 0
	return false
}

// advantages values jam and fold at all decisions against the strategies.
func (s *solver) advantages(x, to decisions) {
	s.x = x
	s.passes++
	ctx := context.Background() // a pass is short
	loop := parallel.Loop{Items: len(x), Workers: s.options.Workers}
	loop.Each(ctx, parallel.Same(func(node int) error {
		s.mean[node], s.given[node], s.jam[node], s.fold[node] = 0, values{}, values{}, values{}
		for k, p := range x[node] {
			s.mean[node] += p * stochastic.Prior(cards.Class(k))
		}
		for a := range s.given[node] {
			sum := 0.0
			for c, p := range &s.of[a] {
				sum += p * x[node][c]
			}
			s.given[node][a] = min(1, sum)
		}
		return nil
	}))
	if s.exact = s.fresh(s.passes); s.exact {
		s.valueShowdowns(ctx)
	}
	for _, l := range s.leaves {
		if l != nil {
			s.add(l)
		}
	}
	for node := range to {
		for k := range to[node] {
			to[node][k] = stochastic.Prior(cards.Class(k)) * (s.jam[node][k] - s.fold[node][k])
		}
	}
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

// solution returns the strategies and the values of the last iteration.
func (s *solver) solution(x stochastic.TableStrategy, regret []float64, iterations int) *Solution {
	r := &Solution{
		Strategy: x, Reach: make([]float64, len(x)), Regret: regret, Iterations: iterations,
		Jam: make([][cards.NumClasses]float64, len(x)), Fold: make([][cards.NumClasses]float64, len(x)),
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
