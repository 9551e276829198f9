package expost

import (
	"fmt"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// CheckTableExactly is CheckTable for two and three players, over all deals: the limits are the gains themselves, and
// Deals is 0. Triples may be nil for two. Fixed are decisions as in TableOptions. The errors are those of CheckTable, and
// tournament.ErrStacks for more players.
func CheckTableExactly(
	t *tournament.Table, x stochastic.TableStrategy, trios *stochastic.Triples, duels *stochastic.Pairs, fixed ...int,
) (*TableCertificate, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if err := x.Validate(t); err != nil {
		return nil, err
	}
	n := len(t.Stacks)
	if n > tournament.NumSeats {
		return nil, fmt.Errorf("%w: %d of them; an exact check takes 2 or 3", tournament.ErrStacks, n)
	}
	absent := tournament.NumSeats - n
	three := new(stochastic.Strategy)
	for s := range tournament.Situation(tournament.NumSituations) {
		if int(s.Seat()) >= absent && s.Jammed()&(1<<absent-1) == 0 {
			three[s] = x[stochastic.TableNode(int(s.Seat())-absent, s.Jammed()>>absent)]
		}
	}
	payoffs := payoffsOf(t)
	endings := endingsOf(n == 2, three, trios, duels)
	c := &TableCertificate{
		Confidence: 1, Upper: make([]float64, n), Margin: make([]float64, n), Stop: StopExact,
		Values: endings.values(t, &three[firstOf(n)], payoffs),
	}
	if len(fixed) > 0 {
		c.Fixed = make([]float64, n)
	}
	for s := range tournament.Situation(tournament.NumSituations) {
		seat := int(s.Seat()) - absent
		if seat < 0 || s.Jammed()&(1<<absent-1) != 0 || t.Stays(seat, s.Jammed()>>absent) {
			continue
		}
		to := &c.Upper[seat]
		if slices.Contains(fixed, stochastic.TableNode(seat, s.Jammed()>>absent)) {
			to = &c.Fixed[seat]
		}
		for k, p := range three[s] {
			a := endings.Action(s, cards.Class(k), payoffs)
			*to += max(a.Jam, a.Fold) - (p*a.Jam + (1-p)*a.Fold)
		}
	}
	c.Lower, c.Estimate, c.HeldOut = slices.Clone(c.Upper), slices.Clone(c.Upper), slices.Clone(c.Upper)
	return c, nil
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

// firstOf returns the situation in which the first of n players acts.
func firstOf(n int) tournament.Situation {
	if n == 2 {
		return tournament.SmallBlindAfterFold
	}
	return tournament.ButtonOpens
}

// values returns the mean value of each seat, from the first player's endings.
func (o *Endings) values(
	t *tournament.Table, jams *[cards.NumClasses]float64, payoffs *tournament.Payoffs,
) []float64 {
	n := len(t.Stacks)
	first := firstOf(n)
	values := make([]float64, n)
	add := func(lines []tournament.Line, ending *Ending, weight float64) {
		for _, l := range lines {
			for order := range l.NumOrders() {
				for seat := range values {
					values[seat] += weight * ending[at[l]+order] * payoffs[l][order][tournament.NumSeats-n+seat]
				}
			}
		}
	}
	for k, p := range jams {
		add(onJam[first], &o[first][k], p)
		add(onFold[first], &o[first][k], 1-p)
	}
	return values
}
