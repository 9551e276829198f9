package jamfold

import (
	"fmt"
	"math"
	"slices"

	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

const (
	// evaluationStep is the largest change of a value, relative to the first prize, in the last sweep of an evaluation.
	evaluationStep = 1e-13
	// evaluationSweeps bounds the sweeps. A tournament in which a pot is contested every few hands takes some hundred.
	evaluationSweeps = 100_000
)

type chain struct {
	played []int
	arcs   [][]tournament.Leaf // to other states, by state; P is the probability in a hand
	prizes tournament.Values   // expected, of the next hand alone
}

func newChain(g *stochastic.Game, ends []multiway.Ends) *chain {
	n := len(g.States)
	c := &chain{played: g.Played(), arcs: make([][]tournament.Leaf, n), prizes: make(tournament.Values, n)}
	for _, i := range c.played {
		hand := g.States[i]
		for in := range hand.Leaves {
			for k := range hand.Leaves[in] {
				for _, leaf := range hand.Leaves[in][k] {
					if leaf.P *= ends[i][in][k]; leaf.P == 0 {
						continue
					}
					for seat, prize := range leaf.Prize {
						c.prizes[i][seat] += leaf.P * prize
					}
					if leaf.Next >= 0 {
						c.arcs[i] = append(c.arcs[i], leaf)
					}
				}
			}
		}
	}
	return c
}

// Evaluate returns the value of every state, given the probabilities of the ends of hands by state: the
// solution of the linear system V = prizes + P V, by Gauss-Seidel sweeps from start. States that are
// not played keep their values in start. It errs if play may never end.
func Evaluate(g *stochastic.Game, ends []multiway.Ends, start tournament.Values) (tournament.Values, error) {
	c := newChain(g, ends)
	values := slices.Clone(start)
	small := evaluationStep * g.Rules.Prizes[0]
	for range evaluationSweeps {
		if c.sweep(values) <= small {
			return values, nil
		}
	}
	return nil, fmt.Errorf("play does not end: values still move after %d sweeps", evaluationSweeps)
}

// sweep updates all values once, in place, and returns the largest change.
func (c *chain) sweep(values tournament.Values) (largest float64) {
	for _, i := range c.played {
		v := c.prizes[i]
		for j := range c.arcs[i] {
			a := &c.arcs[i][j]
			for seat, to := range a.Seat {
				if to >= 0 {
					v[seat] += a.P * values[a.Next][to]
				}
			}
		}
		for seat := range v {
			largest = max(largest, math.Abs(v[seat]-values[i][seat]))
		}
		values[i] = v
	}
	return largest
}
