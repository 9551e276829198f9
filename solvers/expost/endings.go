package expost

import (
	"cmp"

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
	return endingsOf(h.Stacks[tournament.Button] == 0, x, trios, duels)
}

func endingsOf(
	headsUp bool, x *stochastic.Strategy, trios *stochastic.Triples, duels *stochastic.Pairs,
) *Endings {
	o := new(Endings)
	if headsUp {
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

type results [tournament.NumPairOrders]float64

const (
	buttonSmall = iota
	buttonBig
	smallBig
	numShowdowns
)

var showdownSeats = [numShowdowns][2]tournament.Seat{
	buttonSmall: {tournament.Button, tournament.SmallBlind},
	buttonBig:   {tournament.Button, tournament.BigBlind},
	smallBig:    {tournament.SmallBlind, tournament.BigBlind},
}

// A tally is the probability of three hands by their order, and by the result of each two of them if the third folds.
type tally struct {
	orders  [tournament.NumOrders]float64
	results [numShowdowns]results
}

func (t *tally) sum() (total float64) {
	for _, p := range t.orders {
		total += p
	}
	return total
}

// against returns the probability that a player is dealt class k and another a hand that he jams, by the
// result of the two. First reports whether k's seat is the lower one.
func against(duels *stochastic.Pairs, k cards.Class, first bool, jams *[cards.NumClasses]float64) (r results) {
	for other, x := range jams {
		if x == 0 {
			continue
		}
		hands := [2]cards.Class{k, cards.Class(other)}
		if !first {
			hands[0], hands[1] = hands[1], hands[0]
		}
		for n, p := range duels.Joint(hands[0], hands[1]) {
			r[n] += x * p
		}
	}
	return r
}

// A jamSum is the rows of stochastic.Triples (see stochastic.Triples.Slice) with the first hand summed out, weighted by
// the probability that its player jams it.
type jamSum struct {
	trios *stochastic.Triples
	seat  tournament.Seat
	rows  []float64
}

// sumJams sums out a player's hands: those he jams, or all less those he folds, whichever are fewer.
func sumJams(trios *stochastic.Triples, seat tournament.Seat, jams *[cards.NumClasses]float64) *jamSum {
	j := &jamSum{trios: trios, seat: seat, rows: make([]float64, stochastic.NumClassPairs*trios.Columns())}
	jammed, folded := 0, 0
	for _, x := range jams {
		if x != 0 {
			jammed++
		}
		if x != 1 {
			folded++
		}
	}
	base := 0.0
	if folded < jammed {
		base = 1
		copy(j.rows, trios.All())
	}
	for k, x := range jams {
		if x == base {
			continue
		}
		slice := trios.Slice(cards.Class(k))[:len(j.rows)]
		for i, n := range slice {
			j.rows[i] += (x - base) * float64(n)
		}
	}
	return j
}

// and returns, by the class of the third player, the probability that he is dealt it and that both the
// player of the jamSum and another, in the given seat, are dealt hands that they jam.
func (j *jamSum) and(seat tournament.Seat, jams *[cards.NumClasses]float64) []tally {
	third := tournament.Button + tournament.SmallBlind + tournament.BigBlind - j.seat - seat
	n := j.trios.Columns()
	var second, last [cards.NumClasses]row // sums of rows with the third player's hand second, and last
	rows := j.rows
	for c := range cards.NumClasses {
		for b := range c + 1 {
			if x := jams[c]; x != 0 {
				addRow(&second[b], rows[:n], x)
			}
			if x := jams[b]; x != 0 && b != c {
				addRow(&last[c], rows[:n], x)
			}
			rows = rows[n:]
		}
	}
	tallies := make([]tally, cards.NumClasses)
	for k := range tallies {
		tallies[k].add(j.trios, second[k], [tournament.NumSeats]tournament.Seat{j.seat, third, seat})
		tallies[k].add(j.trios, last[k], [tournament.NumSeats]tournament.Seat{j.seat, seat, third})
	}
	return tallies
}

// row is a row of stochastic.Triples, weighted.
type row [stochastic.MaxColumns]float64

func addRow(to *row, from []float64, x float64) {
	for i, n := range from {
		to[i] += x * n
	}
}

func (t *tally) add(trios *stochastic.Triples, sum row, seats [tournament.NumSeats]tournament.Seat) {
	deals := 0.0
	for o := range tournament.Order(tournament.NumOrders) {
		p := sum[o] / trios.Deals()
		deals += p
		var rank [tournament.NumSeats]int
		for i, r := range o.Ranks() {
			rank[seats[i]] = int(r)
		}
		t.orders[tournament.OrderOf(-rank[0], -rank[1], -rank[2])] += p
		if trios.Removal() == tournament.RemovalExact {
			for i, two := range showdownSeats {
				t.results[i][compare(rank[two[0]], rank[two[1]])] += p
			}
		}
	}
	if trios.Removal() == tournament.RemovalExact {
		return
	}
	for i := range seats {
		for j := i + 1; j < len(seats); j++ {
			wins, ties := sum[stochastic.Column(i, j)]/trios.Deals(), sum[stochastic.Column(i, j)+1]/trios.Deals()
			r := results{tournament.FirstWins: wins, tournament.SecondWins: deals - wins - ties, tournament.Tied: ties}
			first, second := seats[i], seats[j]
			if first > second {
				first, second = second, first
				r[tournament.FirstWins], r[tournament.SecondWins] = r[tournament.SecondWins], r[tournament.FirstWins]
			}
			to := &t.results[first+second-1] // the place of the two seats in showdownSeats
			for n := range r {
				to[n] += r[n]
			}
		}
	}
}

// compare returns the result of two hands by their ranks, 0 for the best.
func compare(first, second int) tournament.PairOrder {
	results := [...]tournament.PairOrder{tournament.FirstWins, tournament.Tied, tournament.SecondWins}
	return results[cmp.Compare(first, second)+1]
}
