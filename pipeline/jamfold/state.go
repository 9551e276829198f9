package jamfold

import (
	"context"
	"fmt"
	"math"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// State is play at a table of two or three players, with the values of all actions over all deals.
type State struct {
	Table    *tournament.Table
	Strategy stochastic.Strategy
	// Certificate has the gains and values of the hand by seat: dollars with prizes, else chips.
	Certificate *expost.TableCertificate
	actions     [][cards.NumClasses]expost.Action
}

// unreached is the probability below which play never comes to a decision with a hand: the rounding of differences.
const unreached = 1e-13

// examine values a strategy: gains and values come from the checker, not from the solver.
func examine(g *multiway.Game, x stochastic.Strategy) (s *State, err error) {
	s = &State{Table: g.Table, Strategy: x}
	s.Certificate, s.actions, err = expost.CheckTableExactly(g.Table, x, g.From, g.Triples, g.Pairs)
	return s, err
}

// Actions returns the values of a jam and a fold with a hand at a decision, given that play comes there; ok is false
// if it never does, if the decision is not solved, or if there is no choice.
func (s *State) Actions(at tournament.Decision, k cards.Class) (jam, fold float64, ok bool) {
	a := &s.actions[at.Node()][k]
	if _, solved := s.Reach(at); !solved || a.Reach < unreached {
		return 0, 0, false
	}
	return a.Jam / a.Reach, a.Fold / a.Reach, true
}

// unsolved is the part of what a decision's actions differ by, over all hands, up to which other play from there on may
// gain for the decision to count as solved.
const unsolved = 0.01

// Reach returns the probability that play comes to a decision, and whether it is solved. A strategy whose regret is
// small as a whole may hold anything where play hardly ever comes: early iterations, or the beginning.
func (s *State) Reach(at tournament.Decision) (reach float64, solved bool) {
	var stake, lost float64
	for node := range s.actions {
		if !at.Leads(node) {
			continue
		}
		for k := range s.actions[node] {
			a := &s.actions[node][k]
			if node == at.Node() {
				reach, stake = reach+a.Reach, stake+math.Abs(a.Jam-a.Fold)
			}
			lost += a.Loss(s.Strategy[node][k])
		}
	}
	return reach, reach > cards.NumClasses*unreached && lost <= unsolved*stake
}

// Decisions lists the decisions that leave their player a choice and can arise, as tournament.DecisionsOf does.
func (s *State) Decisions() []tournament.Decision {
	return slices.DeleteFunc(tournament.DecisionsOf(len(s.Table.Stacks)), func(d tournament.Decision) bool {
		return s.Table.Stays(d.Seat, d.Jammed) || !s.Table.Arises(d)
	})
}

// SolveHand solves one hand of two or three players by the settings of a tournament: averaging, card removal, epsilon
// and iterations. The table says what its ends are worth. Errors are those of the table, and jamfold.ErrIterations.
func (l *Lab) SolveHand(ctx context.Context, c *Config, t *tournament.Table) (*State, error) {
	g := &multiway.Game{Table: t}
	var err error
	if g.Triples, g.Pairs, err = l.cards(ctx, c.Removal, len(t.Stacks)); err != nil {
		return nil, err
	}
	solution, err := multiway.Solve(ctx, *g, multiway.Options{Target: c.Epsilon, Iterations: c.Iterations})
	if err != nil {
		return nil, err
	}
	if regret := slices.Max(solution.Regret); regret > c.Epsilon {
		return nil, fmt.Errorf("%w: regret %.3g after %d iterations", jamfold.ErrIterations, regret,
			solution.Iterations)
	}
	return examine(g, solution.Strategy)
}

// HandAt returns the hand at stacks in units, whose ends are worth the values of the states that follow, by state.
func (c *Config) HandAt(stacks tournament.Stacks, values tournament.Values) *tournament.Table {
	t := c.State(stacks).Table
	t.After = c.After(t, values)
	return t
}
