package expost

import (
	"cmp"
	"slices"

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
	return endingsOf(x, trios, duels, nil)
}

// endingsOf is EndingsOf where each deal counts by a weight of the last seat's hand, unless the weights are nil.
func endingsOf(
	x stochastic.Strategy, trios *stochastic.Triples, duels *stochastic.Pairs, last *[cards.NumClasses]float64,
) Endings {
	o, t := make(Endings, len(x)), &totals{duels: duels, last: last}
	if len(x) < tournament.NumNodes {
		o.addHeadsUp(t.weighed(x, tournament.HeadsUpCalls), t)
		o.weigh(last, tournament.HeadsUpCalls)
		return o
	}
	x = t.weighed(x, tournament.BigBlindAfterJamFold, tournament.BigBlindAfterFoldJam, tournament.BigBlindAfterJamJam)
	small, big := tournament.SmallBlind, tournament.BigBlind
	over, re := &x[tournament.SmallBlindAfterJam], &x[tournament.SmallBlindAfterFold]
	calls, callsSmall := &x[tournament.BigBlindAfterJamFold], &x[tournament.BigBlindAfterFoldJam]
	callsBoth := &x[tournament.BigBlindAfterJamJam]

	opens := sumJams(trios, tournament.Button, &x[tournament.ButtonOpens])
	t.button = t.results(opens, false, &x[tournament.ButtonOpens])
	o.addSmallBlind(x, t, opens.and(big, callsBoth), opens.and(big, calls), opens.and(big, callsSmall))
	o.addBigBlind(x, duels, opens.and(small, over), opens.and(small, re))
	o.weigh(last, tournament.BigBlindAfterJamFold, tournament.BigBlindAfterFoldJam, tournament.BigBlindAfterJamJam)
	overcalls, reopens := sumJams(trios, small, over), sumJams(trios, small, re)
	t.over, t.re = t.results(overcalls, true, over), t.results(reopens, true, re)
	o.addButton(x, t, overcalls.and(big, callsBoth), overcalls.and(big, calls), reopens.and(big, callsSmall))
	return o
}

// totals are sums over all hands of the last seat, each by the class of the player who acts: the results of that
// player's hand and another one that is jammed.
type totals struct {
	duels            *stochastic.Pairs
	last             *[cards.NumClasses]float64 // weights of the hands; nil: 1
	button, over, re []results                  // the button jams, the small blind over it, and after a fold
}

func (t *totals) dealt(k cards.Class) float64 {
	if t.last == nil {
		return t.duels.Dealt(k)
	}
	return against(t.duels, k, true, t.last).sum()
}

// results returns the results against hands that are jammed. First reports whether the acting seat is the lower one.
func (t *totals) results(j *jamSum, first bool, jams *[cards.NumClasses]float64) []results {
	all := make([]results, cards.NumClasses)
	var tallies []tally
	if t.last != nil {
		tallies = j.and(tournament.BigBlind, t.last)
	}
	for k := range all {
		if tallies != nil {
			all[k] = tallies[k].results[buttonSmall]
		} else {
			all[k] = against(t.duels, cards.Class(k), first, jams)
		}
	}
	return all
}

// weighed returns a strategy whose probabilities at the last seat's decisions are times the weights.
func (t *totals) weighed(x stochastic.Strategy, nodes ...int) stochastic.Strategy {
	if t.last == nil {
		return x
	}
	x = slices.Clone(x)
	for _, node := range nodes {
		for k, w := range t.last {
			x[node][k] *= w
		}
	}
	return x
}

// weigh multiplies the endings of the last seat's decisions by the weights of its hands.
func (o Endings) weigh(last *[cards.NumClasses]float64, nodes ...int) {
	if last == nil {
		return
	}
	for _, node := range nodes {
		for k := range o[node] {
			for i := range o[node][k] {
				o[node][k][i] *= last[k]
			}
		}
	}
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

func (o Endings) addButton(x stochastic.Strategy, t *totals, over, calls, callsSmall []tally) {
	for k := range cards.Class(cards.NumClasses) {
		e := &o[tournament.ButtonOpens][k]
		jjj := over[k].orders
		jjf := less(t.over[k], over[k].results[buttonSmall])
		jfj := less(against(t.duels, k, true, &x[tournament.BigBlindAfterJamFold]), calls[k].results[buttonBig])
		dealt := t.dealt(k)
		e.put(tournament.JamJamJam, jjj[:])
		e.put(tournament.JamJamFold, jjf[:])
		e.put(tournament.JamFoldJam, jfj[:])
		e.put(tournament.JamFoldFold, []float64{dealt - over[k].sum() - jjf.sum() - jfj.sum()})

		fjj := callsSmall[k].results[smallBig]
		fjf := t.re[k].sum() - fjj.sum()
		e.put(tournament.FoldJamJam, fjj[:])
		e.put(tournament.FoldJamFold, []float64{fjf})
		e.put(tournament.FoldFold, []float64{dealt - fjf - fjj.sum()})
	}
}

func (o Endings) addSmallBlind(x stochastic.Strategy, t *totals, callsBoth, calls, callsSmall []tally) {
	for k := range cards.Class(cards.NumClasses) {
		jammed := t.button[k]
		e := &o[tournament.SmallBlindAfterJam][k]
		jjj := callsBoth[k].orders
		jjf := less(jammed, callsBoth[k].results[buttonSmall])
		e.put(tournament.JamJamJam, jjj[:])
		e.put(tournament.JamJamFold, jjf[:])
		jfj := calls[k].results[buttonBig]
		e.put(tournament.JamFoldJam, jfj[:])
		e.put(tournament.JamFoldFold, []float64{jammed.sum() - jfj.sum()})

		folded := t.dealt(k) - jammed.sum()
		e = &o[tournament.SmallBlindAfterFold][k]
		fjj := less(against(t.duels, k, true, &x[tournament.BigBlindAfterFoldJam]), callsSmall[k].results[smallBig])
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

func (o Endings) addHeadsUp(x stochastic.Strategy, t *totals) {
	for k := range cards.Class(cards.NumClasses) {
		e := &o[tournament.HeadsUpOpens][k]
		both := against(t.duels, k, true, &x[tournament.HeadsUpCalls])
		e.put(tournament.HeadsUpShowdown, both[:])
		e.put(tournament.HeadsUpSteal, []float64{t.dealt(k) - both.sum()})
		e.put(tournament.HeadsUpWalk, []float64{t.dealt(k)})

		e = &o[tournament.HeadsUpCalls][k]
		both = against(t.duels, k, false, &x[tournament.HeadsUpOpens])
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
