package expost

import (
	"context"
	"fmt"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

const (
	// valueTolerance is the largest change of a value in the last sweep of an evaluation, relative to the first prize.
	valueTolerance = 1e-13
	maxSweeps      = 100_000
	// improvement is the least advantage of an action, relative to the first prize, for which policy
	// iteration changes it; smaller ones are rounding.
	improvement = 1e-14
	// maxPolicies bounds the policies tried. Each is better than the one before, and no more than a few have been seen.
	maxPolicies = 100
)

// A process is the Markov decision process of one player against fixed strategies. Its nodes are states and seats.
type process struct {
	game    *stochastic.Game
	played  []int
	byState []Endings // by state
}

func newProcess(
	ctx context.Context, g *stochastic.Game, profile stochastic.Profile, workers int, progress func(done, total int),
) (*process, error) {
	p := &process{game: g, played: g.Played(), byState: make([]Endings, len(g.States))}
	loop := parallel.Loop{Items: len(p.played), Workers: workers, Report: progress}
	return p, loop.Each(ctx, parallel.Same(func(i int) error {
		state := p.played[i]
		p.byState[state] = EndingsOf(profile[state], g.Triples, g.Pairs)
		return nil
	}))
}

func (p *process) endings(state, seat int, x stochastic.Strategy) (total Ending) {
	all, endings := 0.0, p.byState[state]
	for node, sides := range endings.leads() {
		if tournament.DecisionOf(node).Seat != seat {
			continue
		}
		for _, side := range [2]int{onJam, onFold} {
			for k := range cards.NumClasses {
				chance := x[node][k]
				if side == onFold {
					chance = 1 - chance
				}
				for _, in := range sides[side] {
					for n := at[in]; n < at[in]+in.NumOrders(); n++ {
						total[n] += chance * endings[node][k][n]
						all += chance * endings[node][k][n]
					}
				}
			}
		}
	}
	if last := len(p.game.States[state].Table.Stacks) - 1; seat == last { // it does not act in a walk
		total[at[1<<last]] = 1 - all
	}
	return total
}

type node struct {
	state int
	seat  int
	prize float64 // expected, of the next hand
	steps []step
}

type step struct {
	p     float64
	state int32
	seat  int8
}

func (p *process) nodes(policy stochastic.Profile) []node {
	var nodes []node
	for _, state := range p.played {
		hand := p.game.States[state]
		for seat := range hand.Table.Stacks {
			n := node{state: state, seat: seat}
			ending := p.endings(state, seat, policy[state])
			for in := range hand.Leaves {
				for k := range hand.Leaves[in] {
					for _, leaf := range hand.Leaves[in][k] {
						chance := leaf.P * ending[at[in]+k]
						n.prize += chance * leaf.Prize[seat]
						if leaf.Next >= 0 && leaf.Seat[seat] >= 0 {
							n.steps = append(n.steps, step{chance, leaf.Next, leaf.Seat[seat]})
						}
					}
				}
			}
			nodes = append(nodes, n)
		}
	}
	return nodes
}

func (p *process) evaluate(policy stochastic.Profile, guess tournament.Values) (tournament.Values, error) {
	nodes := p.nodes(policy)
	values := slices.Clone(guess)
	small := valueTolerance * p.game.Rules.Prizes[0]
	for range maxSweeps {
		change := 0.0
		for i := range nodes {
			n := &nodes[i]
			v := n.prize
			for _, s := range n.steps {
				v += s.p * values[s.state][s.seat]
			}
			change = max(change, math.Abs(v-values[n.state][n.seat]))
			values[n.state][n.seat] = v
		}
		if change <= small {
			return values, nil
		}
	}
	return nil, fmt.Errorf("play does not end: values still move after %d sweeps", maxSweeps)
}

// improve replaces every action of the policy that is worse than the other action, and reports whether
// it replaced one. An action of equal value stays.
func (p *process) improve(policy stochastic.Profile, values tournament.Values) (changed bool) {
	threshold := improvement * p.game.Rules.Prizes[0]
	var payoffs tournament.Payoffs
	for _, state := range p.played {
		hand := p.game.States[state]
		hand.Payoffs(values, &payoffs)
		for node := range policy[state] {
			if d := tournament.DecisionOf(node); hand.Table.Stays(d.Seat, d.Jammed) {
				continue
			}
			for k := range cards.Class(cards.NumClasses) {
				a := p.byState[state].Action(node, k, &payoffs)
				better := policy[state][node][k]
				switch {
				case a.Jam > a.Fold+threshold:
					better = 1
				case a.Fold > a.Jam+threshold:
					better = 0
				}
				if better != policy[state][node][k] {
					policy[state][node][k], changed = better, true
				}
			}
		}
	}
	return changed
}

// Certificate is the distance of a profile from an equilibrium of the whole tournament.
type Certificate struct {
	// Gain is the largest gain of any player at any state by a best response from then on, while the
	// others keep to the profile, in the unit of the prizes. Mean is the mean gain over all states and seats.
	Gain, Mean float64
	State      int // state of the largest gain
	Seat       int // seat of the largest gain, of the state's table
	Policies   int // number of policies that policy iteration tried
	Values     tournament.Values
}

// Checked is a certificate with the players' best responses, each against the profile, and their values.
type Checked struct {
	Certificate
	Best     tournament.Values
	Response stochastic.Profile
}

// Check computes the certificate of a profile. Workers below 1 mean one for each processor; the result does not
// depend on them. progress, which may be nil, is called with the number of states that are done; its calls do not
// overlap. Errors are those of the context, stochastic.ErrStrategy, and play that never ends.
func Check(
	ctx context.Context, g *stochastic.Game, profile stochastic.Profile, workers int, progress func(done, total int),
) (*Checked, error) {
	if err := g.Validate(profile); err != nil {
		return nil, err
	}
	p, err := newProcess(ctx, g, profile, workers, progress)
	if err != nil {
		return nil, err
	}
	c := &Checked{}
	if c.Values, err = p.evaluate(profile, g.ICM); err != nil {
		return nil, err
	}
	c.Response = profile.Clone()
	c.Best = c.Values
	for p.improve(c.Response, c.Best) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if c.Policies++; c.Policies > maxPolicies {
			return nil, fmt.Errorf("play does not end: policies still improve after %d", maxPolicies)
		}
		if c.Best, err = p.evaluate(c.Response, c.Best); err != nil {
			return nil, err
		}
	}
	c.measure(p.played, g)
	return c, nil
}

func (c *Checked) measure(played []int, g *stochastic.Game) {
	nodes, sum := 0, 0.0
	for _, state := range played {
		if nodes == 0 {
			c.State = state
		}
		for seat := range g.States[state].Table.Stacks {
			gain := c.Best[state][seat] - c.Values[state][seat]
			nodes++
			sum += gain
			if gain > c.Gain {
				c.Gain, c.State, c.Seat = gain, state, seat
			}
		}
	}
	if nodes > 0 {
		c.Mean = sum / float64(nodes)
	}
}
