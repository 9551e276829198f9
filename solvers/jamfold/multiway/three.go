package multiway

import (
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// threeHanded holds the sums of hands of three players. It holds three marginals: of the hands that
// the button jams, and of those that the small blind jams after a jam and after a fold. All advantages are
// sums over the rows of one of them, see passes.
type threeHanded struct {
	triples   *stochastic.Triples
	marginals [numSources]*marginal
	exact     bool
	payoffs   tournament.Payoffs
	// differences holds, for each term of each pass, the gain by column where the acting player's
	// hand is the second of the row, and where it is the third.
	differences [len(passes)][maxTerms][2]column
	work        weights
	// last are weights of the big blind's hands; nil: 1. Sums over all these hands are then those over the rows of
	// raises.
	last   *values
	raises *marginal
}

// A source is the set of rows that a pass sums: those of a marginal, or all hands of two players.
type source uint8

const (
	opens     source = iota // button's jams; the rows are small blind and big blind
	overcalls               // small blind's jams after a jam; button and big blind
	reopens                 // small blind's jams after a fold; button and big blind
	numSources
	everyHand source = numSources // the third player's hand does not matter, or it is the big blind's and has weights
)

var jamsIn = [numSources]int{
	opens: tournament.ButtonOpens, overcalls: tournament.SmallBlindAfterJam, reopens: tournament.SmallBlindAfterFold,
}

type pass struct {
	to    int
	from  source
	other int // the other player of the rows
	terms []term
}

// A term is the acting player's gain if the hand ends with one set of players in the pot instead of another, times a
// sign and the probability that the other player jams at a decision (1 if that is always).
type term struct {
	sign          float64
	when          int
	line, instead tournament.SeatSet
}

const (
	maxTerms = 2
	always   = -1
)

// passes lists all sums of the advantages. A sum over the hands that a player folds is the sum over all
// hands less that over the hands that are jammed; hence the minus signs, and hence every pass over a marginal
// needs only hands that the other player jams: few rows.
var passes = [...]pass{
	{tournament.ButtonOpens, everyHand, tournament.BigBlind, []term{
		{1, always, tournament.JamFoldFold, tournament.FoldFold},
		{1, tournament.BigBlindAfterJamFold, tournament.JamFoldJam, tournament.JamFoldFold}}},
	{tournament.ButtonOpens, everyHand, tournament.SmallBlind, []term{
		{1, tournament.SmallBlindAfterJam, tournament.JamJamFold, tournament.JamFoldFold},
		{-1, tournament.SmallBlindAfterFold, tournament.FoldJamFold, tournament.FoldFold}}},
	{tournament.ButtonOpens, overcalls, tournament.BigBlind, []term{
		{1, tournament.BigBlindAfterJamJam, tournament.JamJamJam, tournament.JamJamFold},
		{-1, tournament.BigBlindAfterJamFold, tournament.JamFoldJam, tournament.JamFoldFold}}},
	{tournament.ButtonOpens, reopens, tournament.BigBlind, []term{
		{-1, tournament.BigBlindAfterFoldJam, tournament.FoldJamJam, tournament.FoldJamFold}}},
	{tournament.SmallBlindAfterJam, everyHand, tournament.Button, []term{
		{1, tournament.ButtonOpens, tournament.JamJamFold, tournament.JamFoldFold}}},
	{tournament.SmallBlindAfterJam, opens, tournament.BigBlind, []term{
		{1, tournament.BigBlindAfterJamJam, tournament.JamJamJam, tournament.JamJamFold},
		{-1, tournament.BigBlindAfterJamFold, tournament.JamFoldJam, tournament.JamFoldFold}}},
	{tournament.SmallBlindAfterFold, everyHand, tournament.BigBlind, []term{
		{1, always, tournament.FoldJamFold, tournament.FoldFold},
		{1, tournament.BigBlindAfterFoldJam, tournament.FoldJamJam, tournament.FoldJamFold}}},
	{tournament.SmallBlindAfterFold, everyHand, tournament.Button, []term{
		{-1, tournament.ButtonOpens, tournament.FoldJamFold, tournament.FoldFold}}},
	{tournament.SmallBlindAfterFold, opens, tournament.BigBlind, []term{
		{-1, tournament.BigBlindAfterFoldJam, tournament.FoldJamJam, tournament.FoldJamFold}}},
	{tournament.BigBlindAfterJamFold, everyHand, tournament.Button, []term{
		{1, tournament.ButtonOpens, tournament.JamFoldJam, tournament.JamFoldFold}}},
	{tournament.BigBlindAfterJamFold, opens, tournament.SmallBlind, []term{
		{-1, tournament.SmallBlindAfterJam, tournament.JamFoldJam, tournament.JamFoldFold}}},
	{tournament.BigBlindAfterFoldJam, everyHand, tournament.SmallBlind, []term{
		{1, tournament.SmallBlindAfterFold, tournament.FoldJamJam, tournament.FoldJamFold}}},
	{tournament.BigBlindAfterFoldJam, opens, tournament.SmallBlind, []term{
		{-1, tournament.SmallBlindAfterFold, tournament.FoldJamJam, tournament.FoldJamFold}}},
	{tournament.BigBlindAfterJamJam, opens, tournament.SmallBlind, []term{
		{1, tournament.SmallBlindAfterJam, tournament.JamJamJam, tournament.JamJamFold}}},
}

func newThreeHanded(trios *stochastic.Triples, last *values) *threeHanded {
	t := &threeHanded{triples: trios, exact: trios.Columns() == tournament.NumOrders, last: last}
	if last != nil {
		t.raises = newMarginal(trios)
		t.raises.set(last)
	}
	for i := range t.marginals {
		t.marginals[i] = newMarginal(trios)
	}
	return t
}

func (t *threeHanded) value(payoffs *tournament.Payoffs) {
	t.payoffs = *payoffs
	for i := range passes {
		p := &passes[i]
		rows, blend := t.rows(p)
		if rows == nil {
			continue
		}
		acting := tournament.DecisionOf(p.to).Seat
		for j, term := range p.terms {
			gain := func(q sequence) column {
				payoffOf := func(l tournament.SeatSet) column {
					return expand(t.exact, l, q, func(k int) float64 { return payoffs[l][k][acting] })
				}
				gain, instead := payoffOf(term.line), payoffOf(term.instead)
				for n := range gain {
					gain[n] -= instead[n]
				}
				return gain
			}
			t.differences[i][j] = [2]column{
				gain(sequence{blend, acting, p.other}), gain(sequence{blend, p.other, acting}),
			}
		}
	}
}

func (t *threeHanded) load(x decisions) {
	for i, b := range t.marginals {
		b.set(&x[jamsIn[i]])
	}
}

func (t *threeHanded) mix(_ decisions, jams responses, free []bool, lambda float64) {
	for i, b := range t.marginals {
		if free[jamsIn[i]] {
			b.mix(&jams[jamsIn[i]], lambda)
		}
	}
}

func (t *threeHanded) shift(x, before decisions) {
	for i, b := range t.marginals {
		by := x[jamsIn[i]]
		for k, p := range before[jamsIn[i]] {
			by[k] -= p
		}
		b.shift(&by)
	}
}

func (t *threeHanded) advantages(x, to decisions, _ float64) {
	clear(to)
	const rounding = 1e-12 // of sums: a player who folds more seldom never does
	folds := 1-stochastic.Share(&x[tournament.ButtonOpens]) > rounding
	for i := range passes {
		p := &passes[i]
		if !folds && (p.to == tournament.SmallBlindAfterFold || p.to == tournament.BigBlindAfterFoldJam) {
			continue
		}
		rows, _ := t.rows(p)
		if rows == nil {
			t.addPairs(p, x, &to[p.to])
			continue
		}
		t.weights(i, x)
		rows.weigh(&to[p.to], &t.work)
	}
	if t.last == nil {
		return
	}
	for node := range to {
		if tournament.DecisionOf(node).Seat == tournament.BigBlind {
			for k, w := range t.last {
				to[node][k] *= w
			}
		}
	}
}

// rows returns the rows of a pass and the seat whose hands they sum out; nil if two hands alone count.
func (t *threeHanded) rows(p *pass) (rows *marginal, blend int) {
	switch {
	case p.from != everyHand:
		return t.marginals[p.from], tournament.DecisionOf(jamsIn[p.from]).Seat
	case t.last != nil && p.other != tournament.BigBlind && tournament.DecisionOf(p.to).Seat != tournament.BigBlind:
		return t.raises, tournament.BigBlind
	}
	return nil, 0
}

func (t *threeHanded) weight(p *pass, k int) float64 {
	if t.last == nil || p.other != tournament.BigBlind {
		return 1
	}
	return t.last[k]
}

func (m *term) chance(x decisions, k int) float64 {
	if m.when == always {
		return m.sign
	}
	return m.sign * x[m.when][k]
}

func (t *threeHanded) weights(i int, x decisions) {
	scale := 1 / t.triples.Deals()
	for k := range cards.NumClasses {
		used := false
		for j := range passes[i].terms {
			used = used || passes[i].terms[j].chance(x, k) != 0
		}
		if t.work.used[k] = used; !used {
			continue
		}
		var near, far column
		for j := range passes[i].terms {
			chance := scale * t.weight(&passes[i], k) * passes[i].terms[j].chance(x, k)
			difference := &t.differences[i][j]
			for n := range near {
				near[n] += chance * difference[0][n]
				far[n] += chance * difference[1][n]
			}
		}
		t.work.near[k], t.work.far[k] = near, far
	}
}

func (t *threeHanded) addPairs(p *pass, x decisions, out *[cards.NumClasses]float64) {
	acting := tournament.DecisionOf(p.to).Seat
	// gains are by the result from the other player's side, to which seen turns the acting player's.
	var gains [maxTerms][tournament.NumPairOrders]float64
	seen := [...]tournament.PairOrder{
		tournament.FirstWins: tournament.SecondWins, tournament.SecondWins: tournament.FirstWins,
		tournament.Tied: tournament.Tied,
	}
	for j := range p.terms {
		m := &p.terms[j]
		for k, result := range seen {
			gains[j][k] = t.utility(m.line, int(result), acting, p.other) -
				t.utility(m.instead, int(result), acting, p.other)
		}
	}
	for other := range cards.Class(cards.NumClasses) {
		var gain [tournament.NumPairOrders]float64
		for j := range p.terms {
			chance := t.weight(p, int(other)) * p.terms[j].chance(x, int(other))
			for k := range gain {
				gain[k] += chance * gains[j][k]
			}
		}
		if gain == [tournament.NumPairOrders]float64{} {
			continue
		}
		for mine := range cards.Class(cards.NumClasses) {
			joint := t.triples.Joint(other, mine)
			out[mine] += joint[0]*gain[0] + joint[1]*gain[1] + joint[2]*gain[2]
		}
	}
}

// utility returns the acting player's payoff of an end at which only that player and the other one may show
// down, by the result from the acting side.
func (t *threeHanded) utility(line tournament.SeatSet, k int, acting, other int) float64 {
	if line.NumOrders() == 1 {
		return t.payoffs[line][0][acting]
	}
	result := tournament.PairOrder(k)
	if acting > other && result != tournament.Tied {
		result = tournament.FirstWins + tournament.SecondWins - result
	}
	return t.payoffs[line][result][acting]
}

type column [stochastic.MaxColumns]float64

// A sequence holds the seats of the first, second and third hand of a row.
type sequence [tournament.NumSeats]int

func expand(exact bool, line tournament.SeatSet, q sequence, byOrder func(k int) float64) (c column) {
	switch line.Len() {
	case 1:
		for o := range tournament.NumOrders {
			c[o] = byOrder(0)
		}
	case 2:
		first, second := line.First(), (line & (line - 1)).First()
		i, j := slices.Index(q[:], first), slices.Index(q[:], second)
		if exact {
			for o := range tournament.Order(tournament.NumOrders) {
				c[o] = byOrder(int(o.Between(i, j)))
			}
			return c
		}
		wins, loses := byOrder(int(tournament.FirstWins)), byOrder(int(tournament.SecondWins))
		if i > j { // rows count the wins of the hand that comes first in them
			i, j, wins, loses = j, i, loses, wins
		}
		for o := range tournament.NumOrders {
			c[o] = loses
		}
		c[stochastic.Column(i, j)] = wins - loses
		c[stochastic.Column(i, j)+1] = byOrder(int(tournament.Tied)) - loses
	case 3:
		for o := range tournament.Order(tournament.NumOrders) {
			var strengths [tournament.NumSeats]int
			for place, rank := range o.Ranks() {
				strengths[q[place]] = -int(rank)
			}
			c[o] = byOrder(int(tournament.OrderOf(strengths[0], strengths[1], strengths[2])))
		}
	}
	return c
}
