package extensive

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"feltlab/internal/must"
	"feltlab/model/game"
)

// plan is the linear program of a player of a YesNo game: the largest alone x less the sum of t, each t at least 0
// and at least what an opponent's hand gains by a yes.
type plan struct {
	alone  []float64
	theirs *mat.Dense // what an opponent's yes costs us, with each of our hands; the last column without a yes of ours
}

func plans(g *YesNo) [2]plan {
	n, m := len(g.Alone), g.Both.Columns
	first, second := plan{g.Alone, mat.NewDense(m, n+1, nil)}, plan{make([]float64, m), mat.NewDense(n, m+1, nil)}
	for i := range n {
		second.theirs.Set(i, m, g.Alone[i])
		for j := range m {
			first.theirs.Set(j, i, -g.Both.At(i, j))
			second.theirs.Set(i, j, g.Both.At(i, j))
		}
	}
	return [2]plan{first, second}
}

// best returns the largest sum of prize x over plans that are worth at least value.
func (p plan) best(t *testing.T, prize []float64, forValue bool, value float64) float64 {
	t.Helper()
	n, m := len(p.alone), p.theirs.RawMatrix().Rows
	// Variables: x, t, the slacks of x <= 1 and of t >= gain, and of the value.
	columns := n + m + n + m + 1
	rows := n + m + 1
	a, b, c := mat.NewDense(rows, columns, nil), make([]float64, rows), make([]float64, columns)
	for i := range n {
		a.Set(i, i, 1)
		a.Set(i, n+m+i, 1)
		b[i] = 1
		c[i] = -prize[i]
	}
	for j := range m { // theirs x + last <= t
		sign := 1.0
		if p.theirs.At(j, n) > 0 {
			sign = -1
		}
		for i := range n {
			a.Set(n+j, i, sign*p.theirs.At(j, i))
		}
		a.Set(n+j, n+j, -sign)
		a.Set(n+j, n+m+n+j, sign)
		b[n+j] = -sign * p.theirs.At(j, n)
	}
	if forValue {
		for j := range m {
			c[n+j] = 1
		}
	}
	sign := 1.0
	if value < 0 {
		sign = -1
	}
	for i := range n {
		a.Set(n+m, i, sign*p.alone[i])
	}
	for j := range m {
		a.Set(n+m, n+j, -sign)
	}
	a.Set(n+m, columns-1, -sign)
	b[n+m] = sign * value
	got, _, err := lp.Simplex(c, a, b, 1e-11, nil)
	if err != nil {
		t.Fatal(err)
	}
	return -got
}

// TestYesNo compares the ranges of small games with those of linear programs. Payoffs are small integers, so that many
// games have more than one equilibrium.
func TestYesNo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	wide := 0
	for trial := range 300 {
		n, m := 1+rng.IntN(4), 1+rng.IntN(4)
		g := &YesNo{Both: game.NewMatrix(n, m), Priors: [2][]float64{make([]float64, n), make([]float64, m)}}
		for i := range n {
			g.Alone, g.Priors[0][i] = append(g.Alone, float64(rng.IntN(5)-1)), 1/float64(n)
			for j := range m {
				g.Both.Set(i, j, float64(rng.IntN(7)-3))
				g.Priors[1][j] = 1 / float64(m)
			}
		}
		s := must.Get(SolveYesNo(t.Context(), g))(t)
		for seat, p := range plans(g) {
			value := p.best(t, p.alone, true, -1000)
			for i := range p.alone {
				prize := make([]float64, len(p.alone))
				prize[i] = 1
				high := p.best(t, prize, false, value-1e-9)
				prize[i] = -1
				low := -p.best(t, prize, false, value-1e-9)
				must.Near(t, high, s.High[seat][i], 1e-6, trial)
				must.Near(t, low, s.Low[seat][i], 1e-6, trial)
				if high > low+1e-3 {
					wide++
				}
			}
		}
	}
	if wide < 50 {
		t.Errorf("%d hands with a choice between equilibria", wide)
	}
}

func TestYesNoErrors(t *testing.T) {
	must.Fails(SolveYesNo(t.Context(), &YesNo{Alone: []float64{1}}))(t, ErrYesNo)
}
