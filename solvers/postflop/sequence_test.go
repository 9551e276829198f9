package postflop

import (
	"math"
	"math/big"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/model/game"
)

// sequences is a game in sequence form, built from its rules by hand in exact fractions: pairs of hands one by one, all
// deals one by one. The weights of hands and all bets must be floats without rounding.
type sequences struct {
	game *game.Postflop
	// By seat: the information sets with the sequence before each and the first of its sequences, one for each action.
	// Sequence 0 is the empty one.
	sets   [2][]infoSet
	count  [2]int
	at     [2]map[infoKey]int  // the information set of a decision, board and hand
	payoff map[[2]int]*big.Rat // by the seats' sequences
}

type infoSet struct{ before, first, actions int }

type infoKey struct {
	id    int
	board game.Board
	hand  int
}

func sequenceForm(g *game.Postflop) *sequences {
	q := &sequences{game: g, count: [2]int{1, 1}, payoff: map[[2]int]*big.Rat{}}
	var before [2][]int
	for seat := range 2 {
		q.at[seat] = map[infoKey]int{}
		before[seat] = make([]int, g.Hands().Len(seat))
	}
	q.walk(g.Root(), before, new(big.Rat).Inv(q.pairs()))
	return q
}

func fraction(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// pair is the weight of a pair of hands, 0 if they share a card.
func (q *sequences) pair(a, b int) *big.Rat {
	hands := q.game.Hands()
	if hands.Cards[a]&hands.Cards[b] != 0 {
		return new(big.Rat)
	}
	return new(big.Rat).Mul(fraction(hands.Weights(0)[a]), fraction(hands.Weights(1)[b]))
}

// pairs is the weight of all pairs.
func (q *sequences) pairs() *big.Rat {
	sum := new(big.Rat)
	for a := range q.game.Hands().Len(0) {
		for b := range q.game.Hands().Len(1) {
			sum.Add(sum, q.pair(a, b))
		}
	}
	return sum
}

func (q *sequences) walk(s game.State, before [2][]int, chance *big.Rat) {
	hands := q.game.Hands()
	switch s.Kind {
	case game.Chance:
		deals := q.game.Deals(s, nil)
		for _, d := range deals.List {
			q.walk(d.State, before, new(big.Rat).Quo(chance, fraction(deals.Ways)))
		}
	case game.Decision:
		for i := range s.Actions {
			next := before
			next[s.Actor] = append([]int(nil), before[s.Actor]...)
			for h := range next[s.Actor] {
				if !hands.Live(h, s.Board.Set()) || hands.Weights(s.Actor)[h] == 0 {
					continue
				}
				key := infoKey{s.ID, s.Board, h}
				set, known := q.at[s.Actor][key]
				if !known {
					set = len(q.sets[s.Actor])
					q.at[s.Actor][key] = set
					new := infoSet{before[s.Actor][h], q.count[s.Actor], len(s.Actions)}
					q.sets[s.Actor] = append(q.sets[s.Actor], new)
					q.count[s.Actor] += len(s.Actions)
				}
				next[s.Actor][h] = q.sets[s.Actor][set].first + i
			}
			q.walk(s.After(i), next, chance)
		}
	default:
		for a := range hands.Len(0) {
			for b := range hands.Len(1) {
				p := q.pair(a, b)
				if p.Sign() > 0 && hands.Live(a, s.Board.Set()) && hands.Live(b, s.Board.Set()) {
					at := [2]int{before[0][a], before[1][b]}
					p.Mul(p.Mul(p, chance), fraction(q.won(s, a, b)+q.lift()))
					if q.payoff[at] != nil {
						p.Add(p, q.payoff[at])
					}
					q.payoff[at] = p
				}
			}
		}
	}
}

// lift makes all payoffs positive, so that the program has a first solution: a pure plan, and no dual value.
func (q *sequences) lift() float64 { return q.game.Rules().Pot + q.game.Rules().Stack }

// won is what seat 0 wins, from what both have put in.
func (q *sequences) won(s game.State, a, b int) float64 {
	in, hands, board := s.Contributions, q.game.Hands(), s.Board.Set()
	if s.Kind == game.Folded {
		if in[0] < in[1] {
			return -in[0]
		}
		return in[1]
	}
	x, y := eval.Of(board|hands.Cards[a]), eval.Of(board|hands.Cards[b])
	switch {
	case x > y:
		return in[1]
	case x < y:
		return -in[0]
	}
	return 0
}

// solve returns the value of the game to seat 0 and its realization plan: the most that the plan x is sure to win, the
// greatest q[0] with F^T q <= A^T x and E x = e, as von Stengel (1996) has it.
func (q *sequences) solve(t testing.TB) (value float64, plan []float64) {
	n0, n1, sets := q.count[0], q.count[1], len(q.sets[1])+1
	columns := n0 + 2*sets + n1
	rows := len(q.sets[0]) + 1 + n1
	a, b, c := make([][]*big.Rat, rows), zeros(rows), zeros(columns)
	for i := range a {
		a[i] = zeros(columns)
	}
	c[n0].SetInt64(-1)
	c[n0+sets].SetInt64(1)
	a[0][0].SetInt64(1)
	b[0].SetInt64(1)
	for i, set := range q.sets[0] {
		a[i+1][set.before].SetInt64(-1)
		for k := range set.actions {
			a[i+1][set.first+k].SetInt64(1)
		}
	}
	base := len(q.sets[0]) + 1
	dual := func(sequence, set int, x int64) {
		a[base+sequence][n0+set].SetInt64(x)
		a[base+sequence][n0+sets+set].SetInt64(-x)
	}
	dual(0, 0, 1)
	for i, set := range q.sets[1] {
		dual(set.before, i+1, -1)
		for k := range set.actions {
			dual(set.first+k, i+1, 1)
		}
	}
	for k := range n1 {
		a[base+k][n0+2*sets+k].SetInt64(1)
	}
	for at, x := range q.payoff {
		a[base+at[1]][at[0]].Neg(x)
	}
	first := []int{0}
	for _, set := range q.sets[0] {
		first = append(first, set.first)
	}
	for k := range n1 {
		first = append(first, n0+2*sets+k)
	}
	best, x := simplex(t, a, b, c, first)
	for _, p := range x[:n0] {
		f, _ := p.Float64()
		plan = append(plan, f)
	}
	value, _ = best.Sub(best.Neg(best), fraction(q.lift())).Float64()
	return value, plan
}

func zeros(n int) []*big.Rat {
	out := make([]*big.Rat, n)
	for i := range out {
		out[i] = new(big.Rat)
	}
	return out
}

// simplex minimizes c x subject to a x = b and x >= 0 from a basis on, by the tableau; it changes its arguments. Where
// steps gain nothing Bland's rule keeps it from going round.
func simplex(t testing.TB, a [][]*big.Rat, b, c []*big.Rat, basis []int) (least *big.Rat, x []*big.Rat) {
	t.Helper()
	least = new(big.Rat)
	product := new(big.Rat)
	// less subtracts f times a row from another.
	less := func(row, from []*big.Rat, f *big.Rat) {
		for k, v := range from {
			if v.Sign() != 0 {
				row[k].Sub(row[k], product.Mul(f, v))
			}
		}
	}
	pivot := func(row, column int) {
		p := new(big.Rat).Inv(a[row][column])
		for _, v := range append(a[row], b[row]) {
			v.Mul(v, p)
		}
		for i := range a {
			if f := new(big.Rat).Set(a[i][column]); i != row && f.Sign() != 0 {
				less(a[i], a[row], f)
				b[i].Sub(b[i], product.Mul(f, b[row]))
			}
		}
		f := new(big.Rat).Set(c[column])
		less(c, a[row], f)
		least.Add(least, product.Mul(f, b[row]))
		basis[row] = column
	}
	for row, column := range basis {
		pivot(row, column)
	}
	for stalled := 0; ; {
		enter := -1
		for k, cost := range c {
			if cost.Sign() < 0 && (enter < 0 || stalled < len(a) && cost.Cmp(c[enter]) < 0) {
				enter = k
			}
		}
		if enter < 0 {
			break
		}
		leave, least := -1, new(big.Rat)
		for i := range a {
			if a[i][enter].Sign() <= 0 {
				continue
			}
			ratio := new(big.Rat).Quo(b[i], a[i][enter])
			if d := ratio.Cmp(least); leave < 0 || d < 0 || d == 0 && basis[i] < basis[leave] {
				leave, least = i, ratio
			}
		}
		if leave < 0 {
			t.Fatal("the program has no bound")
		}
		if stalled++; least.Sign() > 0 {
			stalled = 0
		}
		pivot(leave, enter)
	}
	x = zeros(len(c))
	for row, column := range basis {
		x[column] = b[row]
	}
	return least, x
}

// planned is a policy: seat 0 plays a realization plan, seat 1 uniformly.
type planned struct {
	*sequences
	plan []float64
}

func (p *planned) Vector(s game.State, out [][]float64) error {
	for h := range out[0] {
		sum := 0.0
		set, known := p.at[s.Actor][infoKey{s.ID, s.Board, h}]
		for i := range out {
			out[i][h] = 1
			if known && s.Actor == 0 {
				out[i][h] = math.Max(0, p.plan[p.sets[0][set].first+i])
			}
			sum += out[i][h]
		}
		for i := range out {
			if sum > 0 {
				out[i][h] /= sum
			} else {
				out[i][h] = 1 / float64(len(out))
			}
		}
	}
	return nil
}
