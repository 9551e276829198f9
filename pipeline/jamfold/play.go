package jamfold

import (
	"context"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// play solves a table. For two and three players it adds the values of the actions, over all deals, which the solver
// does not compute.
func play(ctx context.Context, g multiway.Game, o multiway.Options) (*multiway.Solution, error) {
	s, err := multiway.Solve(ctx, g, o)
	if s == nil || s.Jam != nil {
		return s, err
	}
	_, actions, invalid := expost.CheckTableExactly(g.Table, s.Strategy, g.From, g.Triples, g.Pairs)
	if invalid != nil {
		return nil, invalid
	}
	value(s, actions, g.From, g.Table.Opened != nil)
	return s, err
}

// value sets the values of a solution to those of its actions, given that play comes to a decision, after a raise or
// not.
func value(s *multiway.Solution, actions [][cards.NumClasses]expost.Action, from tournament.Decision, opened bool) {
	n := len(actions)
	s.Jam, s.Fold, s.Reach = make([][cards.NumClasses]float64, n), make([][cards.NumClasses]float64, n),
		make([]float64, n)
	first := 0.0 // probability of the first decision
	for _, a := range actions[from.Node()] {
		first += a.Reach
	}
	if from == (tournament.Decision{}) && !opened {
		first = 1
	}
	for node := range actions {
		if !from.Leads(node) {
			continue
		}
		for k, a := range actions[node] {
			if s.Reach[node] += a.Reach / first; a.Reach > unreached {
				s.Jam[node][k], s.Fold[node][k] = a.Jam/a.Reach, a.Fold/a.Reach
			}
		}
	}
}

// few reports whether two or three seats hold hands, so that all deals count.
func (q *TableQuestion) few() bool {
	x := stochastic.NewStrategy(&q.Table)
	for node, r := range q.Ranges {
		x[node] = *r
	}
	return len(x.Holders(q.From, len(q.Table.Stacks))) <= tournament.NumSeats
}

// correctionDeals is the number of complete deals that correct the solver's values of four and more players if the gain
// that is asked for is TableTarget or more. A smaller one takes more of them, up to mostCorrection times as many; for
// chips, whose deals vary more, it is twice as many.
const (
	correctionDeals = 2 << 20
	mostCorrection  = 8
)

func (q *TableQuestion) corrections() int {
	if q.few() || q.Quick {
		return 0
	}
	times := float64(mostCorrection)
	if q.Target > 0 {
		times = min(max(1, TableTarget(&q.Table)/q.Target), mostCorrection)
	}
	if len(q.Table.Prizes) == 0 {
		times *= 2
	}
	return int(times * correctionDeals)
}
