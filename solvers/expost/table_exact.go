package expost

import (
	"fmt"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// CheckTableExactly is CheckTable where two or three seats hold hands (stochastic.Strategy.Holders), over all deals:
// the limits are the gains themselves, and Deals is 0. It also returns the values of jam and fold by tournament.Node
// and class, which are 0 where a player has no choice. Triples may be nil for two. From and Fixed are as in
// TableOptions. The errors are those of CheckTable, and tournament.ErrStacks for more hands.
func CheckTableExactly(
	t *tournament.Table, x stochastic.Strategy, from tournament.Decision, trios *stochastic.Triples,
	duels *stochastic.Pairs, fixed ...int,
) (*TableCertificate, [][cards.NumClasses]Action, error) {
	few, endings, err := tableEndings(t, x, from, trios, duels)
	if err != nil {
		return nil, nil, err
	}
	n := len(t.Stacks)
	reach, values := endings.values(few, from, &x[from.Node()], n)
	if !(reach > 0) {
		return nil, nil, stochastic.ErrUnreached
	}
	c := &TableCertificate{
		Confidence: 1, Upper: make([]float64, n), Margin: make([]float64, n), Stop: StopExact, Values: values,
	}
	if len(fixed) > 0 {
		c.Fixed = make([]float64, n)
	}
	all := tableActions(t, endings, few)
	for node, actions := range all {
		if !from.Leads(node) {
			continue
		}
		seat := tournament.DecisionOf(node).Seat
		to := &c.Upper[seat]
		if slices.Contains(fixed, node) {
			to = &c.Fixed[seat]
		}
		for k, a := range actions {
			*to += a.Loss(x[node][k]) / reach
		}
	}
	c.Lower, c.Estimate, c.HeldOut = slices.Clone(c.Upper), slices.Clone(c.Upper), slices.Clone(c.Upper)
	return c, all, nil
}

// tableActions returns the values of jam and fold by tournament.Node and class; they are 0 where a player has no
// choice.
func tableActions(t *tournament.Table, o Endings, few *stochastic.Few) [][cards.NumClasses]Action {
	actions := make([][cards.NumClasses]Action, 1<<len(t.Stacks)-1)
	for own, node := range few.Nodes {
		if d := tournament.DecisionOf(node); !t.Stays(d.Seat, d.Jammed) {
			for k := range actions[node] {
				actions[node][k] = o.Action(own, cards.Class(k), &few.Payoffs)
			}
		}
	}
	return actions
}

// tableEndings returns the endings of a table in which two or three seats hold hands.
func tableEndings(
	t *tournament.Table, x stochastic.Strategy, from tournament.Decision, trios *stochastic.Triples,
	duels *stochastic.Pairs,
) (*stochastic.Few, Endings, error) {
	if err := t.Validate(); err != nil {
		return nil, nil, err
	}
	if err := x.Validate(t); err != nil {
		return nil, nil, err
	}
	seats := x.Holders(from, len(t.Stacks))
	if len(seats) > tournament.NumSeats {
		return nil, nil, fmt.Errorf("%w: %d of them; an exact check takes 2 or 3", tournament.ErrStacks, len(seats))
	}
	few := stochastic.NewFew(t, seats)
	return few, endingsOf(few.Of(x), trios, duels, few.Last), nil
}

// values returns the probability that play comes to a decision, and the mean value of each seat from there on.
func (o Endings) values(
	few *stochastic.Few, from tournament.Decision, jams *[cards.NumClasses]float64, n int,
) (reach float64, values []float64) {
	first := slices.Index(few.Nodes, from.Node())
	values = make([]float64, n)
	add := func(side int, ending *Ending, weight float64) {
		for _, in := range o.leads()[first][side] {
			for order := range in.NumOrders() {
				p := weight * ending[at[in]+order]
				reach += p
				for seat, v := range few.Values[in][order] {
					values[seat] += p * v
				}
			}
		}
	}
	for k, p := range jams {
		add(onJam, &o[first][k], p)
		add(onFold, &o[first][k], 1-p)
	}
	if from == (tournament.Decision{}) && few.Last == nil {
		return 1, values // what probabilities sum to but for rounding
	}
	for seat := range values {
		values[seat] /= reach
	}
	return reach, values
}
