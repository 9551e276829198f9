package expost

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// An Ending holds a number for each line and each order of the hands, line after line.
type Ending [numEndings]float64

const numEndings = 25

var at = func() (starts [tournament.NumLines]int) {
	next := 0
	for l := range tournament.Line(tournament.NumLines) {
		starts[l] = next
		next += l.NumOrders()
	}
	return starts
}()

// Endings holds, for a situation and a class, the probability that the class is dealt, play comes to the situation,
// and the hand ends by a line and an order: by lines with the acting player in the pot if he jams, and by the others
// if he folds. The probabilities of each of these two sets of lines sum to the reach of the class.
type Endings [tournament.NumSituations][cards.NumClasses]Ending

var onJam, onFold = follow(true), follow(false)

func follow(jam bool) (lines [tournament.NumSituations][]tournament.Line) {
	for s := range lines {
		situation := tournament.Situation(s)
		seat := situation.Seat()
		before := tournament.SeatSet(1<<seat - 1)
		for l := range tournament.Line(tournament.NumLines) {
			if l.In()&before == situation.Jammed() && l.In().Has(seat) == jam {
				lines[s] = append(lines[s], l)
			}
		}
	}
	return lines
}

// Action is the values of jam and fold in a situation with a class.
type Action struct {
	Reach     float64 // probability that the class is dealt and play comes to the situation
	Jam, Fold float64 // expected utility, times Reach
}

// Action values jam and fold.
func (o *Endings) Action(s tournament.Situation, k cards.Class, payoffs *tournament.Payoffs) (a Action) {
	ending, seat := &o[s][k], s.Seat()
	for _, l := range onJam[s] {
		for n := range l.NumOrders() {
			p := ending[at[l]+n]
			a.Reach += p
			a.Jam += p * payoffs[l][n][seat]
		}
	}
	for _, l := range onFold[s] {
		for n := range l.NumOrders() {
			a.Fold += ending[at[l]+n] * payoffs[l][n][seat]
		}
	}
	return a
}

// Regret returns the gain of each seat's best response to the others' strategies.
func (o *Endings) Regret(
	h *tournament.Hand, x *stochastic.Strategy, payoffs *tournament.Payoffs,
) (regret [tournament.NumSeats]float64) {
	for s := range tournament.Situation(tournament.NumSituations) {
		if h.Choice(s) != tournament.Free {
			continue
		}
		for k := range cards.Class(cards.NumClasses) {
			a := o.Action(s, k, payoffs)
			regret[s.Seat()] += max(a.Jam, a.Fold) - (x[s][k]*a.Jam + (1-x[s][k])*a.Fold)
		}
	}
	return regret
}

// EndingsOf computes the endings of a state. Triples may be nil if the button is empty.
func EndingsOf(
	h *tournament.Hand, x *stochastic.Strategy, trios *stochastic.Triples, duels *stochastic.Pairs,
) *Endings {
	o := new(Endings)
	if h.Stacks[tournament.Button] == 0 {
		o.addHeadsUp(x, duels)
		return o
	}
	small, big := tournament.SmallBlind, tournament.BigBlind
	over, re := &x[tournament.SmallBlindAfterJam], &x[tournament.SmallBlindAfterFold]
	calls, callsSmall := &x[tournament.BigBlindAfterJamFold], &x[tournament.BigBlindAfterFoldJam]
	callsBoth := &x[tournament.BigBlindAfterJamJam]

	opens := sumJams(trios, tournament.Button, &x[tournament.ButtonOpens])
	o.addSmallBlind(x, duels, opens.and(big, callsBoth), opens.and(big, calls), opens.and(big, callsSmall))
	o.addBigBlind(x, duels, opens.and(small, over), opens.and(small, re))
	overcalls, reopens := sumJams(trios, small, over), sumJams(trios, small, re)
	o.addButton(x, duels, overcalls.and(big, callsBoth), overcalls.and(big, calls), reopens.and(big, callsSmall))
	return o
}

func (e *Ending) put(l tournament.Line, p []float64) {
	copy(e[at[l]:at[l]+l.NumOrders()], p)
}

func less(a, b results) results {
	for k := range a {
		a[k] -= b[k]
	}
	return a
}

func (r results) sum() float64 { return r[0] + r[1] + r[2] }

func (o *Endings) addButton(x *stochastic.Strategy, duels *stochastic.Pairs, over, calls, callsSmall []tally) {
	for k := range cards.Class(cards.NumClasses) {
		e := &o[tournament.ButtonOpens][k]
		jjj := over[k].orders
		jjf := less(against(duels, k, true, &x[tournament.SmallBlindAfterJam]), over[k].results[buttonSmall])
		jfj := less(against(duels, k, true, &x[tournament.BigBlindAfterJamFold]), calls[k].results[buttonBig])
		dealt := duels.Dealt(k)
		e.put(tournament.JamJamJam, jjj[:])
		e.put(tournament.JamJamFold, jjf[:])
		e.put(tournament.JamFoldJam, jfj[:])
		e.put(tournament.JamFoldFold, []float64{dealt - over[k].sum() - jjf.sum() - jfj.sum()})

		fjj := callsSmall[k].results[smallBig]
		fjf := against(duels, k, true, &x[tournament.SmallBlindAfterFold]).sum() - fjj.sum()
		e.put(tournament.FoldJamJam, fjj[:])
		e.put(tournament.FoldJamFold, []float64{fjf})
		e.put(tournament.FoldFold, []float64{dealt - fjf - fjj.sum()})
	}
}

func (o *Endings) addSmallBlind(x *stochastic.Strategy, duels *stochastic.Pairs, callsBoth, calls, callsSmall []tally) {
	for k := range cards.Class(cards.NumClasses) {
		jammed := against(duels, k, false, &x[tournament.ButtonOpens])
		e := &o[tournament.SmallBlindAfterJam][k]
		jjj := callsBoth[k].orders
		jjf := less(jammed, callsBoth[k].results[buttonSmall])
		e.put(tournament.JamJamJam, jjj[:])
		e.put(tournament.JamJamFold, jjf[:])
		jfj := calls[k].results[buttonBig]
		e.put(tournament.JamFoldJam, jfj[:])
		e.put(tournament.JamFoldFold, []float64{jammed.sum() - jfj.sum()})

		folded := duels.Dealt(k) - jammed.sum()
		e = &o[tournament.SmallBlindAfterFold][k]
		fjj := less(against(duels, k, true, &x[tournament.BigBlindAfterFoldJam]), callsSmall[k].results[smallBig])
		e.put(tournament.FoldJamJam, fjj[:])
		e.put(tournament.FoldJamFold, []float64{folded - fjj.sum()})
		e.put(tournament.FoldFold, []float64{folded})
	}
}

func (o *Endings) addBigBlind(x *stochastic.Strategy, duels *stochastic.Pairs, over, re []tally) {
	for k := range cards.Class(cards.NumClasses) {
		e := &o[tournament.BigBlindAfterJamJam][k]
		jjj, jjf := over[k].orders, over[k].results[buttonSmall]
		e.put(tournament.JamJamJam, jjj[:])
		e.put(tournament.JamJamFold, jjf[:])

		e = &o[tournament.BigBlindAfterJamFold][k]
		jfj := less(against(duels, k, false, &x[tournament.ButtonOpens]), over[k].results[buttonBig])
		e.put(tournament.JamFoldJam, jfj[:])
		e.put(tournament.JamFoldFold, []float64{jfj.sum()})

		e = &o[tournament.BigBlindAfterFoldJam][k]
		fjj := less(against(duels, k, false, &x[tournament.SmallBlindAfterFold]), re[k].results[smallBig])
		e.put(tournament.FoldJamJam, fjj[:])
		e.put(tournament.FoldJamFold, []float64{fjj.sum()})
	}
}

func (o *Endings) addHeadsUp(x *stochastic.Strategy, duels *stochastic.Pairs) {
	for k := range cards.Class(cards.NumClasses) {
		e := &o[tournament.SmallBlindAfterFold][k]
		fjj := against(duels, k, true, &x[tournament.BigBlindAfterFoldJam])
		e.put(tournament.FoldJamJam, fjj[:])
		e.put(tournament.FoldJamFold, []float64{duels.Dealt(k) - fjj.sum()})
		e.put(tournament.FoldFold, []float64{duels.Dealt(k)})

		e = &o[tournament.BigBlindAfterFoldJam][k]
		fjj = against(duels, k, false, &x[tournament.SmallBlindAfterFold])
		e.put(tournament.FoldJamJam, fjj[:])
		e.put(tournament.FoldJamFold, []float64{fjj.sum()})
	}
}
