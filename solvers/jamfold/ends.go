package jamfold

import (
	"fmt"
	"math"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// ends sums the rows of the button's jams, for each line by the probability that the blinds play it.
// Lines in which the button folds are the sum over all its hands less the sum over its jams.
func (t *threeHandedAccumulator) ends(x *stochastic.Strategy) (e Ends) {
	t.addPairEnds(x, &e)
	small, big := tournament.SmallBlind, tournament.BigBlind
	for l, sums := range t.sumRows(x) {
		line := tournament.Line(l)
		sign := 1.0
		if !line.In().Has(tournament.Button) {
			sign = -1
		}
		for side, q := range [2]sequence{{tournament.Button, small, big}, {tournament.Button, big, small}} {
			for k := range line.NumOrders() {
				share := expand(t.exact, line, q, func(order int) float64 {
					if order == k {
						return sign / t.triples.Deals()
					}
					return 0
				})
				for n, s := range sums[side] {
					e[line][k] += s * share[n]
				}
			}
		}
	}
	return e
}

// sumRows sums the rows of the button's jams weighted by the blinds' play, by line: the rows in which
// the small blind's hand is the second, and the rows in which it is the third.
func (t *threeHandedAccumulator) sumRows(x *stochastic.Strategy) (sums [tournament.NumLines][2]column) {
	n := t.triples.Columns()
	rows := t.marginals[opens].mixed
	for c := range cards.NumClasses {
		for b := range c + 1 {
			row := rows[:n]
			rows = rows[n:]
			addRow(&sums, 0, row, blindsPlay(x, b, c))
			if b != c {
				addRow(&sums, 1, row, blindsPlay(x, c, b))
			}
		}
	}
	return sums
}

func addRow(sums *[tournament.NumLines][2]column, side int, row []float64, chances [tournament.NumLines]float64) {
	for l, chance := range chances {
		if chance != 0 {
			to := sums[l][side][:len(row)]
			for i, m := range row {
				to[i] += chance * m
			}
		}
	}
}

// blindsPlay returns the probability that the blinds, with the given classes, play each line, given
// the button's action in it.
func blindsPlay(x *stochastic.Strategy, small, big int) [tournament.NumLines]float64 {
	over, re := x[tournament.SmallBlindAfterJam][small], x[tournament.SmallBlindAfterFold][small]
	calls, callsSmall := x[tournament.BigBlindAfterJamFold][big], x[tournament.BigBlindAfterFoldJam][big]
	callsBoth := x[tournament.BigBlindAfterJamJam][big]
	return [tournament.NumLines]float64{
		tournament.FoldFold:    1 - re,
		tournament.FoldJamFold: re * (1 - callsSmall),
		tournament.FoldJamJam:  re * callsSmall,
		tournament.JamFoldFold: (1 - over) * (1 - calls),
		tournament.JamFoldJam:  (1 - over) * calls,
		tournament.JamJamFold:  over * (1 - callsBoth),
		tournament.JamJamJam:   over * callsBoth,
	}
}

// addPairEnds adds the lines in which the button folds, as if it always did.
func (t *threeHandedAccumulator) addPairEnds(x *stochastic.Strategy, e *Ends) {
	for small := range cards.NumClasses {
		for big := range cards.NumClasses {
			play := blindsPlay(x, small, big)
			for k, p := range t.triples.Joint(cards.Class(small), cards.Class(big)) {
				e[tournament.FoldFold][0] += p * play[tournament.FoldFold]
				e[tournament.FoldJamFold][0] += p * play[tournament.FoldJamFold]
				e[tournament.FoldJamJam][k] += p * play[tournament.FoldJamJam]
			}
		}
	}
}

// advantages hold, by situation and class, the value of a jam less that of a fold, times the
// probability that the class is dealt and play comes to the situation.
type advantages [tournament.NumSituations][cards.NumClasses]float64

// An accumulator computes the sums of fictitious play, one state at a time. It is for one goroutine.
type accumulator interface {
	load(payoffs *tournament.Payoffs, x *stochastic.Strategy)
	// mix mixes jams into the strategy with probability lambda; x is the result.
	mix(x *stochastic.Strategy, jams *response, lambda float64)
	// shift replaces the strategy before by x. It costs less than load if few classes changed.
	shift(x, before *stochastic.Strategy)
	advantages(x *stochastic.Strategy, to *advantages)
	ends(x *stochastic.Strategy) Ends
}

// Ends holds the probability of each end of a hand: by line, and by the order of the hands (see
// tournament.Line.Ranks). They sum to 1.
type Ends [tournament.NumLines][tournament.NumOrders]float64

// Values returns the expected utility of each seat.
func (e *Ends) Values(payoffs *tournament.Payoffs) (values [tournament.NumSeats]float64) {
	for l := range e {
		for k, p := range e[l] {
			for seat, u := range payoffs[l][k] {
				values[seat] += p * u
			}
		}
	}
	return values
}

type response [tournament.NumSituations][cards.NumClasses]bool

// negligible is the probability of folding below which a player counts as never folding: the rounding of sums.
const negligible = 1e-12

func foldsSometimes(x *stochastic.Strategy) bool {
	return 1-x.Frequency(tournament.ButtonOpens) > negligible
}

const (
	// evaluationStep is the largest change of a value, relative to the first prize, in the last sweep of an evaluation.
	evaluationStep = 1e-13
	// evaluationSweeps bounds the sweeps. A tournament in which a pot is contested every few hands takes some hundred.
	evaluationSweeps = 100_000
)

// arc is a transition to another state: its probability, and each player's seat there.
type arc struct {
	p    float64
	next int32
	seat [tournament.NumSeats]int8
}

type chain struct {
	played []int
	arcs   [][]arc
	prizes tournament.Values // expected, of the next hand alone
}

func newChain(g *stochastic.Game, ends []Ends) *chain {
	c := &chain{
		played: g.Played(), arcs: make([][]arc, len(g.Hands)), prizes: make(tournament.Values, len(g.Hands)),
	}
	for _, i := range c.played {
		hand := g.Hands[i]
		for l := range tournament.Line(tournament.NumLines) {
			for k := range l.NumOrders() {
				for _, leaf := range hand.Leaves(l, k) {
					p := leaf.P * ends[i][l][k]
					if p == 0 {
						continue
					}
					for seat, prize := range leaf.Prize {
						c.prizes[i][seat] += p * prize
					}
					if leaf.Next >= 0 {
						c.arcs[i] = append(c.arcs[i], arc{p, leaf.Next, leaf.Seat})
					}
				}
			}
		}
	}
	return c
}

// Evaluate returns the value of every state, given the probabilities of the ends of hands by state: the
// solution of the linear system V = prizes + P V, by Gauss-Seidel sweeps from start. States that are
// not played keep their values in start. It errs if play may never end.
func Evaluate(g *stochastic.Game, ends []Ends, start tournament.Values) (tournament.Values, error) {
	c := newChain(g, ends)
	values := slices.Clone(start)
	small := evaluationStep * g.Rules.Prizes[0]
	for range evaluationSweeps {
		if c.sweep(values) <= small {
			return values, nil
		}
	}
	return nil, fmt.Errorf("play does not end: values still move after %d sweeps", evaluationSweeps)
}

// sweep updates all values once, in place, and returns the largest change.
func (c *chain) sweep(values tournament.Values) (largest float64) {
	for _, i := range c.played {
		v := c.prizes[i]
		for _, a := range c.arcs[i] {
			next := &values[a.next]
			for seat, to := range a.seat {
				if to >= 0 {
					v[seat] += a.p * next[to]
				}
			}
		}
		for seat := range v {
			largest = max(largest, math.Abs(v[seat]-values[i][seat]))
		}
		values[i] = v
	}
	return largest
}
