package postflop

import (
	"math"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/model/game"
)

// sequences is a game in sequence form, built from its rules by hand: pairs of hands one by one, all deals one by one.
type sequences struct {
	game *game.Postflop
	// By seat: the information sets with the sequence before each and the first of its sequences, one for each action.
	// Sequence 0 is the empty one.
	sets   [2][]infoSet
	count  [2]int
	at     [2]map[infoKey]int // the information set of a decision, board and hand
	payoff map[[2]int]float64 // by the seats' sequences
}

type infoSet struct{ before, first, actions int }

type infoKey struct {
	id    int
	board game.Board
	hand  int
}

func sequenceForm(g *game.Postflop) *sequences {
	q := &sequences{game: g, count: [2]int{1, 1}, payoff: map[[2]int]float64{}}
	var before [2][]int
	for seat := range 2 {
		q.at[seat] = map[infoKey]int{}
		before[seat] = make([]int, g.Hands().Len(seat))
	}
	q.walk(g.Root(), before, 1)
	return q
}

func (q *sequences) walk(s game.State, before [2][]int, chance float64) {
	hands := q.game.Hands()
	switch s.Kind {
	case game.Chance:
		deals := q.game.Deals(s, nil)
		for _, d := range deals.List {
			q.walk(d.State, before, chance/deals.Ways)
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
				p := hands.Pair(a, b)
				if p > 0 && hands.Live(a, s.Board.Set()) && hands.Live(b, s.Board.Set()) {
					q.payoff[[2]int{before[0][a], before[1][b]}] += chance * p * (q.won(s, a, b) + q.lift())
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
	a, b, c := make([][]float64, rows), make([]float64, rows), make([]float64, columns)
	for i := range a {
		a[i] = make([]float64, columns)
	}
	c[n0], c[n0+sets] = -1, 1
	a[0][0] = 1
	b[0] = 1
	for i, set := range q.sets[0] {
		a[i+1][set.before] = -1
		for k := range set.actions {
			a[i+1][set.first+k] = 1
		}
	}
	base := len(q.sets[0]) + 1
	dual := func(sequence, set int, x float64) {
		a[base+sequence][n0+set] += x
		a[base+sequence][n0+sets+set] -= x
	}
	dual(0, 0, 1)
	for i, set := range q.sets[1] {
		dual(set.before, i+1, -1)
		for k := range set.actions {
			dual(set.first+k, i+1, 1)
		}
	}
	for k := range n1 {
		a[base+k][n0+2*sets+k] = 1
	}
	for at, x := range q.payoff {
		a[base+at[1]][at[0]] = -x
	}
	first := []int{0}
	for _, set := range q.sets[0] {
		first = append(first, set.first)
	}
	for k := range n1 {
		first = append(first, n0+2*sets+k)
	}
	best, x := simplex(t, a, b, c, first)
	return -best - q.lift(), x[:n0]
}

// simplex minimizes c x subject to a x = b and x >= 0 from a basis on, by the tableau; it changes its arguments. Where
// steps gain nothing Bland's rule keeps it from going round.
func simplex(t testing.TB, a [][]float64, b, c []float64, basis []int) (least float64, x []float64) {
	t.Helper()
	const tiny = 1e-11
	pivot := func(row, column int) {
		p := a[row][column]
		for k := range a[row] {
			a[row][k] /= p
		}
		b[row] /= p
		for i := range a {
			if f := a[i][column]; i != row && f != 0 {
				for k, v := range a[row] {
					a[i][k] -= f * v
				}
				b[i] -= f * b[row]
			}
		}
		if f := c[column]; f != 0 {
			for k, v := range a[row] {
				c[k] -= f * v
			}
			least += f * b[row]
		}
		basis[row] = column
	}
	for row, column := range basis {
		pivot(row, column)
	}
	for stalled := 0; ; {
		enter := -1
		for k, cost := range c {
			if cost < -tiny && (enter < 0 || stalled < len(a) && cost < c[enter]) {
				enter = k
			}
		}
		if enter < 0 {
			break
		}
		leave := -1
		for i := range a {
			if a[i][enter] <= tiny {
				continue
			}
			if leave < 0 {
				leave = i
				continue
			}
			d := b[i]/a[i][enter] - b[leave]/a[leave][enter]
			if d < -tiny || d <= tiny && basis[i] < basis[leave] {
				leave = i
			}
		}
		if leave < 0 {
			t.Fatal("the program has no bound")
		}
		if stalled++; b[leave] > tiny {
			stalled = 0
		}
		pivot(leave, enter)
	}
	x = make([]float64, len(c))
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
