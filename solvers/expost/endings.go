package expost

import (
	"cmp"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// An Ending holds a number for each set of players in the pot and each order of their hands, set after set.
type Ending [numEndings]float64

const numEndings = 25

var at = func() (starts [tournament.NumEnds]int) {
	next := 0
	for in := tournament.SeatSet(1); in < tournament.NumEnds; in++ {
		starts[in] = next
		next += in.NumOrders()
	}
	return starts
}()

// Endings holds, for each decision of a hand of two or three (tournament.Node) and class, the probability that the
// class is dealt, play comes to the decision, and the hand ends with a set of players in the pot and an order: with
// sets that have the acting player if it jams, and with the others if it folds. The probabilities on either side sum
// to the reach of the class. The big blind after folds of all others has none.
type Endings [][cards.NumClasses]Ending

// The sides of a decision.
const (
	onFold = iota
	onJam
)

// leadsOf lists the players in the pot at the ends to which each decision leads, by the number of players and the side.
var leadsOf = [...][][2][]tournament.SeatSet{2: leads(2), 3: leads(3)}

func leads(players int) [][2][]tournament.SeatSet {
	ends := make([][2][]tournament.SeatSet, 1<<players-1)
	for node := range ends {
		d := tournament.DecisionOf(node)
		for in := tournament.SeatSet(1); in < 1<<players; in++ {
			if in&(1<<d.Seat-1) == d.Jammed {
				side := in >> d.Seat & 1
				ends[node][side] = append(ends[node][side], in)
			}
		}
	}
	return ends
}

// leads lists the players in the pot at the ends to which each decision leads, by the side.
func (o Endings) leads() [][2][]tournament.SeatSet {
	return leadsOf[tournament.DecisionOf(len(o)-1).Seat+1]
}

// Action is the values of jam and fold at a decision with a class.
type Action struct {
	Reach     float64 // probability that the class is dealt and play comes to the decision
	Jam, Fold float64 // expected utility, times Reach
}

// Loss returns what a player loses who jams with a probability, against the better of both.
func (a *Action) Loss(jam float64) float64 {
	return max(a.Jam, a.Fold) - (jam*a.Jam + (1-jam)*a.Fold)
}

// Action values jam and fold.
func (o Endings) Action(node int, k cards.Class, payoffs *tournament.Payoffs) (a Action) {
	ending, seat := &o[node][k], tournament.DecisionOf(node).Seat
	sides := &o.leads()[node]
	for _, in := range sides[onJam] {
		for n := range in.NumOrders() {
			p := ending[at[in]+n]
			a.Reach += p
			a.Jam += p * payoffs[in][n][seat]
		}
	}
	for _, in := range sides[onFold] {
		for n := range in.NumOrders() {
			a.Fold += ending[at[in]+n] * payoffs[in][n][seat]
		}
	}
	return a
}

// EndingsOf computes the endings of a hand of two or three. Triples may be nil for two.
func EndingsOf(x stochastic.Strategy, trios *stochastic.Triples, duels *stochastic.Pairs) Endings {
	o := make(Endings, len(x))
	if len(x) < tournament.NumNodes {
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

func (e *Ending) put(in tournament.SeatSet, p []float64) {
	copy(e[at[in]:at[in]+in.NumOrders()], p)
}

func less(a, b results) results {
	for k := range a {
		a[k] -= b[k]
	}
	return a
}

func (r results) sum() float64 { return r[0] + r[1] + r[2] }

func (o Endings) addButton(x stochastic.Strategy, duels *stochastic.Pairs, over, calls, callsSmall []tally) {
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

func (o Endings) addSmallBlind(x stochastic.Strategy, duels *stochastic.Pairs, callsBoth, calls, callsSmall []tally) {
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

func (o Endings) addBigBlind(x stochastic.Strategy, duels *stochastic.Pairs, over, re []tally) {
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

func (o Endings) addHeadsUp(x stochastic.Strategy, duels *stochastic.Pairs) {
	for k := range cards.Class(cards.NumClasses) {
		e := &o[tournament.HeadsUpOpens][k]
		both := against(duels, k, true, &x[tournament.HeadsUpCalls])
		e.put(tournament.HeadsUpShowdown, both[:])
		e.put(tournament.HeadsUpSteal, []float64{duels.Dealt(k) - both.sum()})
		e.put(tournament.HeadsUpWalk, []float64{duels.Dealt(k)})

		e = &o[tournament.HeadsUpCalls][k]
		both = against(duels, k, false, &x[tournament.HeadsUpOpens])
		e.put(tournament.HeadsUpShowdown, both[:])
		e.put(tournament.HeadsUpSteal, []float64{both.sum()})
	}
}

type results [tournament.NumPairOrders]float64

const (
	buttonSmall = iota
	buttonBig
	smallBig
	numShowdowns
)

var showdownSeats = [numShowdowns][2]int{
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

// against returns the probability that a player is dealt class k and another a hand that is jammed, by the
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
	seat  int
	rows  []float64
}

// sumJams sums out a player's hands: those that are jammed, or all less those that are folded, whichever are fewer.
func sumJams(trios *stochastic.Triples, seat int, jams *[cards.NumClasses]float64) *jamSum {
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

// and returns, by the class of the third player, the probability of being dealt it and that both the
// player of the jamSum and another, in the given seat, are dealt hands that they jam.
func (j *jamSum) and(seat int, jams *[cards.NumClasses]float64) []tally {
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
		tallies[k].add(j.trios, second[k], [tournament.NumSeats]int{j.seat, third, seat})
		tallies[k].add(j.trios, last[k], [tournament.NumSeats]int{j.seat, seat, third})
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

func (t *tally) add(trios *stochastic.Triples, sum row, seats [tournament.NumSeats]int) {
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
