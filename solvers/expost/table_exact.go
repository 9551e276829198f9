package expost

import (
	"fmt"
	"math/bits"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// CheckTableExactly is CheckTable for two and three players, over all deals: the limits are the gains themselves, and
// Deals is 0. Triples may be nil for two. From and Fixed are as in TableOptions. The errors are those of CheckTable, and
// tournament.ErrStacks for more players.
func CheckTableExactly(
	t *tournament.Table, x stochastic.TableStrategy, from stochastic.Decision, trios *stochastic.Triples,
	duels *stochastic.Pairs, fixed ...int,
) (*TableCertificate, error) {
	payoffs, endings, err := tableEndings(t, x, trios, duels)
	if err != nil {
		return nil, err
	}
	n := len(t.Stacks)
	reach, values := endings.values(t, from, &x[from.Node()], payoffs)
	if !(reach > 0) {
		return nil, stochastic.ErrUnreached
	}
	c := &TableCertificate{
		Confidence: 1, Upper: make([]float64, n), Margin: make([]float64, n), Stop: StopExact, Values: values,
	}
	if len(fixed) > 0 {
		c.Fixed = make([]float64, n)
	}
	for node, actions := range tableActions(t, endings, payoffs) {
		if !from.Leads(node) {
			continue
		}
		seat := bits.Len(uint(node+1)) - 1
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

// TableActions returns the values of jam and fold of two and three players, over all deals, by stochastic.TableNode and
// class; they are 0 where a player has no choice. The errors are those of CheckTableExactly.
func TableActions(
	t *tournament.Table, x stochastic.TableStrategy, trios *stochastic.Triples, duels *stochastic.Pairs,
) ([][cards.NumClasses]Action, error) {
	payoffs, endings, err := tableEndings(t, x, trios, duels)
	if err != nil {
		return nil, err
	}
	return tableActions(t, endings, payoffs), nil
}

func tableActions(t *tournament.Table, o *Endings, payoffs *tournament.Payoffs) [][cards.NumClasses]Action {
	n := len(t.Stacks)
	actions := make([][cards.NumClasses]Action, 1<<n-1)
	for s := range tournament.Situation(tournament.NumSituations) {
		if node := nodeOf(s, n); node >= 0 && !t.Stays(bits.Len(uint(node+1))-1, s.Jammed()>>(tournament.NumSeats-n)) {
			for k := range actions[node] {
				actions[node][k] = o.Action(s, cards.Class(k), payoffs)
			}
		}
	}
	return actions
}

// nodeOf returns the stochastic.TableNode of a situation at a table of n players, -1 if there is none.
func nodeOf(s tournament.Situation, n int) int {
	absent := tournament.NumSeats - n
	if int(s.Seat()) < absent || s.Jammed()&(1<<absent-1) != 0 {
		return -1
	}
	return stochastic.TableNode(int(s.Seat())-absent, s.Jammed()>>absent)
}

// tableEndings returns the values and the endings of a table of two or three.
func tableEndings(
	t *tournament.Table, x stochastic.TableStrategy, trios *stochastic.Triples, duels *stochastic.Pairs,
) (*tournament.Payoffs, *Endings, error) {
	if err := t.Validate(); err != nil {
		return nil, nil, err
	}
	if err := x.Validate(t); err != nil {
		return nil, nil, err
	}
	n := len(t.Stacks)
	if n > tournament.NumSeats {
		return nil, nil, fmt.Errorf("%w: %d of them; an exact check takes 2 or 3", tournament.ErrStacks, n)
	}
	three := new(stochastic.Strategy)
	for s := range three {
		if node := nodeOf(tournament.Situation(s), n); node >= 0 {
			three[s] = x[node]
		}
	}
	return payoffsOf(t), endingsOf(n == 2, three, trios, duels), nil
}

// payoffsOf returns the values of a table by line and order.
func payoffsOf(t *tournament.Table) *tournament.Payoffs {
	payoffs, value := new(tournament.Payoffs), t.Valuer()
	absent := tournament.NumSeats - len(t.Stacks)
	for l := range tournament.Line(tournament.NumLines) {
		if l.In()&(1<<absent-1) != 0 {
			continue
		}
		for k := range l.NumOrders() {
			ranks := l.Ranks(k)
			copy(payoffs[l][k][absent:], value(t.End(l.In()>>absent, ranks[absent:])))
		}
	}
	return payoffs
}

// values returns the probability that play comes to a decision, and the mean value of each seat from there on.
func (o *Endings) values(
	t *tournament.Table, from stochastic.Decision, jams *[cards.NumClasses]float64, payoffs *tournament.Payoffs,
) (reach float64, values []float64) {
	n := len(t.Stacks)
	absent := tournament.NumSeats - n
	first := tournament.Situation(0)
	for nodeOf(first, n) != from.Node() {
		first++
	}
	values = make([]float64, n)
	add := func(lines []tournament.Line, ending *Ending, weight float64) {
		for _, l := range lines {
			for order := range l.NumOrders() {
				p := weight * ending[at[l]+order]
				reach += p
				for seat := range values {
					values[seat] += p * payoffs[l][order][absent+seat]
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
