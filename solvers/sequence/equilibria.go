package sequence

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"feltlab/solvers/highs"
)

// Equilibria are all plans of seat 0 that are part of an equilibrium of a game.
type Equilibria struct {
	// Value is the value of the game to seat 0.
	Value float64
	form  *Form
}

// ErrSeats marks another game in which seat 0 has other information.
var ErrSeats = errors.New("seat 0 has other sequences")

// slack, in the game's unit, is the tolerance of a plan's guaranteed value, and the least improvement of a
// start: rounding, since with 0 the plans stay the same to ten digits.
const slack = 1e-10

// NewEquilibria computes the value of the game.
func NewEquilibria(ctx context.Context, f *Form) (*Equilibria, error) {
	value, _, err := f.Value(ctx, 0)
	return &Equilibria{value, f}, err
}

// program returns a program whose points are the plans.
func (e *Equilibria) program() *program {
	p := e.form.plans(0)
	column := e.form.guarantee(p)
	p.Columns[column].Lower = (e.Value - slack) / e.form.unit()
	return p
}

// Best returns a plan with the largest guaranteed value in another game, and that value.
func (e *Equilibria) Best(ctx context.Context, other *Form) (Plan, float64, error) {
	if err := e.check(other); err != nil {
		return nil, 0, err
	}
	p := e.program()
	p.Columns[other.guarantee(p)].Cost = -1
	r, err := p.solve(ctx)
	if err != nil {
		return nil, 0, err
	}
	plan := e.form.planOf(p, r.X)
	value, _ := other.Guarantee(plan)
	return plan, value, nil
}

func (e *Equilibria) check(other *Form) error {
	if e.form.buckets[0].Name() != other.buckets[0].Name() || e.form.sides[0].sequences != other.sides[0].sequences {
		return fmt.Errorf("%w: %s and %s", ErrSeats, e.form.buckets[0].Name(), other.buckets[0].Name())
	}
	return nil
}

// Worst searches from random starts for the plan with the least guaranteed value in another game; it need
// not find it. The same seed gives the same plan.
func (e *Equilibria) Worst(
	ctx context.Context, other *Form, starts int, seed uint64,
) (worst Plan, least float64, err error) {
	if err := e.check(other); err != nil {
		return nil, 0, err
	}
	p := e.program()
	s, err := highs.New(&p.Model)
	if err != nil {
		return nil, 0, err
	}
	defer s.Close()
	rng := rand.New(rand.NewPCG(seed, 0))
	least = math.Inf(1)
	costs := make([]float64, e.form.sides[0].sequences)
	for range starts {
		for i := range costs {
			costs[i] = rng.NormFloat64()
		}
		for last := math.Inf(1); ; {
			for i, c := range costs {
				if err := s.ChangeColCost(p.plan+i, c); err != nil {
					return nil, 0, err
				}
			}
			r, err := optimum(ctx, s)
			if err != nil {
				return nil, 0, err
			}
			plan := e.form.planOf(p, r.X)
			value, response := other.Guarantee(plan)
			if value < least {
				worst, least = plan, value
			}
			if value >= last-slack {
				break
			}
			last = value
			clear(costs)
			for _, pair := range other.pairs {
				costs[pair[0]] += other.payoff[pair] * response[pair[1]]
			}
		}
	}
	return worst, least, nil
}

// Between finds, on the segment between two plans, a plan whose guaranteed value in another game is a given
// amount between those of the two.
func (e *Equilibria) Between(other *Form, a, b Plan, amount float64) Plan {
	blend := func(t float64) Plan {
		x := make(Plan, len(a))
		for i := range x {
			x[i] = (1-t)*a[i] + t*b[i]
		}
		return x
	}
	of := func(t float64) float64 { v, _ := other.Guarantee(blend(t)); return v - amount }
	const halvings = 60 // more than the digits of a double
	low, high, above := 0.0, 1.0, of(0) > 0
	for range halvings {
		if middle := (low + high) / 2; (of(middle) > 0) == above {
			low = middle
		} else {
			high = middle
		}
	}
	return blend(low)
}
