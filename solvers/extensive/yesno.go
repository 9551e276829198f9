package extensive

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"feltlab/model/game"
)

// YesNo is a zero-sum game in which both players are dealt a hand and decide once, yes or no. With x and y the
// probabilities of yes by hand, the first player wins, besides what the first player's no always wins,
//
//	sum over i of x[i] (Alone[i] + sum over j of Both[i][j] y[j])
//
// Both includes the probability of the two hands, Alone that of the first. In jam or fold, yes is a jam and a call.
type YesNo struct {
	Alone  []float64
	Both   *game.Matrix
	Priors [2][]float64 // the probability of each hand, all above 0
	// One leaves the ranges of probabilities out: Low and High are then those of the equilibrium itself.
	One bool
}

// YesNoSolution is an equilibrium.
type YesNoSolution struct {
	Yes   [2][]float64 // the probability of yes by hand
	Gains [2][]float64 // what yes gains over no, given the hand
	// Low and High are the least and the largest probability of yes with which a hand plays in any equilibrium.
	Low, High [2][]float64
}

// ErrYesNo marks games whose numbers of hands differ, or whose payoffs rounding hides.
var ErrYesNo = errors.New("no equilibrium found")

const (
	yesNoTolerance = 1e-11 // the most that a hand may gain by playing otherwise, in units of the game
	mostSteps      = 400   // of proximal points
	mostNewton     = 60
	strongest      = 1e3  // of the regularization
	nudge          = 1e-7 // what a hand gets for a yes, to find its largest and least probability
	sameEnd        = 1e-8 // a range whose end is as close to a probability ends there
)

// SolveYesNo computes an equilibrium, exact up to rounding, and in what range each probability lies in all of them. The
// conditions of an equilibrium, that a hand with a gain says yes and one with a loss no, are a monotone complementarity
// problem, equivalent to a linear program. Proximal points (Rockafellar, "Monotone operators and the proximal point
// algorithm", 1976) make it strongly monotone, and finitely many lead to a solution of a linear program. Each point
// comes from guesses which hands mix, until the linear equations of their gains confirm one. The range of a hand
// without a gain comes from two games in which its yes pays 1e-7 more, and less.
//
// It takes some 20 ms for 169 hands each. The error is ErrYesNo or that of the context.
func SolveYesNo(ctx context.Context, g *YesNo) (*YesNoSolution, error) {
	n := [2]int{len(g.Alone), 0}
	if g.Both != nil {
		n[1] = g.Both.Columns
	}
	if g.Both == nil || g.Both.Rows != n[0] || len(g.Priors[0]) != n[0] || len(g.Priors[1]) != n[1] {
		return nil, fmt.Errorf("%w: the numbers of hands differ", ErrYesNo)
	}
	s := &yesNo{YesNo: g, n: n[0], z: make([]float64, n[0]+n[1]), bonus: make([]float64, n[0]+n[1])}
	if err := s.solve(ctx); err != nil {
		return nil, err
	}
	z, gains := s.z, s.gains(s.z)
	low, high := slices.Clone(z), slices.Clone(z)
	for i, gain := range gains {
		if g.One || math.Abs(gain) > yesNoTolerance {
			continue
		}
		for _, end := range []*float64{&low[i], &high[i]} {
			x, err := s.end(ctx, i, z, end == &high[i])
			if err != nil {
				return nil, err
			}
			if math.Abs(x-z[i]) > sameEnd {
				*end = x
			}
		}
	}
	cut := func(v []float64) [2][]float64 { return [2][]float64{v[:s.n], v[s.n:]} }
	return &YesNoSolution{Yes: cut(z), Gains: cut(gains), Low: cut(low), High: cut(high)}, nil
}

// yesNo is a game while it is solved. Hands of both players have one numbering, the second player's last.
type yesNo struct {
	*YesNo
	n     int
	z     []float64
	bonus []float64 // what each hand gets for a yes besides
}

func (s *yesNo) prior(i int) float64 {
	if i < s.n {
		return s.Priors[0][i]
	}
	return s.Priors[1][i-s.n]
}

// slope is how the gain of hand i, times its probability, changes with the probability of yes of hand j.
func (s *yesNo) slope(i, j int) float64 {
	switch {
	case i < s.n && j >= s.n:
		return s.Both.At(i, j-s.n)
	case i >= s.n && j < s.n:
		return -s.Both.At(j, i-s.n)
	}
	return 0
}

// gains returns what a yes gains each hand against z.
func (s *yesNo) gains(z []float64) []float64 {
	total := make([]float64, len(z))
	copy(total, s.Alone)
	for i := range s.n {
		for j := s.n; j < len(z); j++ {
			b := s.Both.At(i, j-s.n)
			total[i] += b * z[j]
			total[j] -= b * z[i]
		}
	}
	for i := range total {
		total[i] = total[i]/s.prior(i) + s.bonus[i]
	}
	return total
}

// regret is the most that a hand gains by playing otherwise.
func (s *yesNo) regret(z []float64) (most float64) {
	for i, gain := range s.gains(z) {
		most = max(most, gain*(1-z[i]), -gain*z[i])
	}
	return most
}

func (s *yesNo) solve(ctx context.Context) error {
	weight := 0.1 // of the distance to the last point
	for range mostSteps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.regret(s.z) <= yesNoTolerance {
			return nil
		}
		next, ok := s.proximal(weight)
		if !ok {
			if weight *= 10; weight > strongest {
				return fmt.Errorf("%w: no proximal point", ErrYesNo)
			}
			continue
		}
		s.z = next
		weight = max(weight/2, 1e-6)
	}
	return fmt.Errorf("%w: a hand may still gain %.2g", ErrYesNo, s.regret(s.z))
}

// proximal returns the solution of the game in which a hand also loses weight/2 times the square of the distance of its
// probability of yes to the last one. Ok is false if no guess of the hands that mix is confirmed.
func (s *yesNo) proximal(weight float64) (z []float64, ok bool) {
	z = slices.Clone(s.z)
	for range mostNewton {
		var mixed []int
		for i, gain := range s.gains(z) {
			switch x := s.z[i] + gain/weight; { // the best probability of yes, were the gain to stay
			case x >= 1:
				z[i] = 1
			case x <= 0:
				z[i] = 0
			default:
				mixed = append(mixed, i)
			}
		}
		if !s.equalize(z, mixed, weight) {
			return nil, false
		}
		if s.confirmed(z, weight) {
			return z, true
		}
	}
	return nil, false
}

// equalize sets the probabilities of the mixed hands so that each is best for its hand: gain = weight (z - last z).
func (s *yesNo) equalize(z []float64, mixed []int, weight float64) bool {
	if len(mixed) == 0 {
		return true
	}
	for _, i := range mixed {
		z[i] = 0
	}
	gains := s.gains(z)
	a, b := mat.NewDense(len(mixed), len(mixed), nil), mat.NewVecDense(len(mixed), nil)
	for r, i := range mixed {
		b.SetVec(r, gains[i]+weight*s.z[i])
		for c, j := range mixed {
			a.Set(r, c, -s.slope(i, j)/s.prior(i))
		}
		a.Set(r, r, weight)
	}
	var x mat.VecDense
	if err := x.SolveVec(a, b); err != nil {
		if _, ill := err.(mat.Condition); !ill {
			return false
		}
	}
	for r, i := range mixed {
		z[i] = x.AtVec(r)
	}
	return true
}

// confirmed reports whether every probability is one and the best for its hand.
func (s *yesNo) confirmed(z []float64, weight float64) bool {
	const tolerance = 1e-12
	for i, gain := range s.gains(z) {
		if best := min(max(s.z[i]+gain/weight, 0), 1); math.Abs(z[i]-best)*weight > tolerance {
			return false
		}
	}
	for i := range z {
		z[i] = min(max(z[i], 0), 1)
	}
	return true
}

// end returns the largest probability of yes of a hand in any equilibrium, or the least: that in the game in which the
// hand's yes pays a little more, or less, so little that the player's half is one of an equilibrium of this game too.
func (s *yesNo) end(ctx context.Context, i int, z []float64, largest bool) (float64, error) {
	defer func() { s.z, s.bonus[i] = z, 0 }()
	for size := nudge; size >= yesNoTolerance; size /= 10 {
		s.z, s.bonus[i] = slices.Clone(z), size
		if !largest {
			s.bonus[i] = -size
		}
		if err := s.solve(ctx); err != nil {
			return 0, err
		}
		found := s.z[i]
		// The half of the hand's player, against the other half of the equilibrium that is known.
		from, to := 0, s.n
		if i >= s.n {
			from, to = s.n, len(z)
		}
		both := slices.Clone(z)
		copy(both[from:to], s.z[from:to])
		s.bonus[i] = 0
		if s.regret(both) <= 10*yesNoTolerance {
			return found, nil
		}
	}
	return 0, fmt.Errorf("%w: the range of a hand's probability", ErrYesNo)
}
