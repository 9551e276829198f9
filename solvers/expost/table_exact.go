package expost

import (
	"fmt"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// CheckTableExactly is CheckTable where two or three seats hold hands (stochastic.TableStrategy.Holders), over all
// deals: the limits are the gains themselves, and Deals is 0. Triples may be nil for two. From and Fixed are as in
// TableOptions. The errors are those of CheckTable, and tournament.ErrStacks for more hands.
func CheckTableExactly(
	t *tournament.Table, x stochastic.TableStrategy, from stochastic.Decision, trios *stochastic.Triples,
	duels *stochastic.Pairs, fixed ...int,
) (*TableCertificate, error) {
	few, endings, err := tableEndings(t, x, from, trios, duels)
	if err != nil {
		return nil, err
	}
	n := len(t.Stacks)
	reach, values := endings.values(few, from, &x[from.Node()], n)
	if !(reach > 0) {
		return nil, stochastic.ErrUnreached
	}
	c := &TableCertificate{
		Confidence: 1, Upper: make([]float64, n), Margin: make([]float64, n), Stop: StopExact, Values: values,
	}
	if len(fixed) > 0 {
		c.Fixed = make([]float64, n)
	}
	for node, actions := range tableActions(t, endings, few) {
		if !from.Leads(node) {
			continue
		}
		seat := stochastic.DecisionOf(node).Seat
		to := &c.Upper[seat]
		if slices.Contains(fixed, node) {
			to = &c.Fixed[seat]
		}
		for k, a := range actions {
			p := x[node][k]
			*to += (max(a.Jam, a.Fold) - (p*a.Jam + (1-p)*a.Fold)) / reach
		}
	}
	c.Lower, c.Estimate, c.HeldOut = slices.Clone(c.Upper), slices.Clone(c.Upper), slices.Clone(c.Upper)
	return c, nil
}

// TableActions returns the values of jam and fold where two or three seats hold hands from a decision on, over all
// deals, by stochastic.TableNode and class; they are 0 where a player has no choice. The errors are those of
// CheckTableExactly.
func TableActions(
	t *tournament.Table, x stochastic.TableStrategy, from stochastic.Decision, trios *stochastic.Triples,
	duels *stochastic.Pairs,
) ([][cards.NumClasses]Action, error) {
	few, endings, err := tableEndings(t, x, from, trios, duels)
	if err != nil {
		return nil, err
	}
	return tableActions(t, endings, few), nil
}

func tableActions(t *tournament.Table, o *Endings, few *stochastic.Few) [][cards.NumClasses]Action {
	actions, payoffs := make([][cards.NumClasses]Action, 1<<len(t.Stacks)-1), &few.Payoffs
	for s, node := range few.Nodes {
		if node < 0 {
			continue
		}
		if d := stochastic.DecisionOf(node); !t.Stays(d.Seat, d.Jammed) {
			for k := range actions[node] {
				actions[node][k] = o.Action(tournament.Situation(s), cards.Class(k), payoffs)
			}
		}
	}
	return actions
}

// tableEndings returns the endings of a table in which two or three seats hold hands.
func tableEndings(
	t *tournament.Table, x stochastic.TableStrategy, from stochastic.Decision, trios *stochastic.Triples,
	duels *stochastic.Pairs,
) (*stochastic.Few, *Endings, error) {
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
	few, three := stochastic.NewFew(t, seats), new(stochastic.Strategy)
	for s, node := range few.Nodes {
		if node >= 0 {
			three[s] = x[node]
		}
	}
	return few, endingsOf(len(seats) == 2, three, trios, duels), nil
}

// values returns the probability that play comes to a decision, and the mean value of each seat from there on.
func (o *Endings) values(
	few *stochastic.Few, from stochastic.Decision, jams *[cards.NumClasses]float64, n int,
) (reach float64, values []float64) {
	first := slices.Index(few.Nodes[:], from.Node())
	values = make([]float64, n)
	add := func(lines []tournament.Line, ending *Ending, weight float64) {
		for _, l := range lines {
			for order := range l.NumOrders() {
				p := weight * ending[at[l]+order]
				reach += p
				for seat, v := range few.Values[l][order] {
					values[seat] += p * v
				}
			}
		}
	}
	for k, p := range jams {
		add(onJam[first], &o[first][k], p)
		add(onFold[first], &o[first][k], 1-p)
	}
	if from == (stochastic.Decision{}) {
		return 1, values // what probabilities sum to but for rounding
	}
	for seat := range values {
		values[seat] /= reach
	}
	return reach, values
}
