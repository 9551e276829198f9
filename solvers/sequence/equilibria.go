package sequence

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"feltlab/solvers/highs"
)

// Equilibria are all plans of seat 0 that belong to an equilibrium of a game.
type Equilibria struct {
	// Value is that of the game to seat 0.
	Value float64
	form  *Form
}

// ErrSeats marks another game that seat 0 sees otherwise.
var ErrSeats = errors.New("sequence: seat 0 has other sequences")

// slack, in the game's unit, is how much less than the value a plan may be sure of, and how much
// better a start must get to go on: rounding, for the plans stay the same to ten digits if it is 0.
const slack = 1e-10

// NewEquilibria finds the value.
func NewEquilibria(ctx context.Context, f *Form) (*Equilibria, error) {
	value, _, err := f.Value(ctx, 0)
	return &Equilibria{value, f}, err
}

// program begins one whose points are the plans.
func (e *Equilibria) program() *program {
	p := e.form.plans(0)
	column := e.form.guarantee(p)
	p.Columns[column].Lower = (e.Value - slack) / e.form.unit()
	return p
}

// Best returns a plan that is sure of most in another game, and how much that is.
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
	sure, _ := other.Guarantee(plan)
	return plan, sure, nil
}

func (e *Equilibria) check(other *Form) error {
	if e.form.buckets[0].Name() != other.buckets[0].Name() || e.form.sides[0].sequences != other.sides[0].sequences {
		return fmt.Errorf("%w: %s and %s", ErrSeats, e.form.buckets[0].Name(), other.buckets[0].Name())
	}
	return nil
}

// Worst looks for the plan that is sure of least in another game, from so many random starts: it
// need not find it. The same seed gives the same plan.
func (e *Equilibria) Worst(ctx context.Context, other *Form, starts int, seed uint64) (worst Plan, least float64, err error) {
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
			sure, response := other.Guarantee(plan)
			if sure < least {
				worst, least = plan, sure
			}
			if sure >= last-slack {
				break
			}
			last = sure
			clear(costs)
			for _, pair := range other.pairs {
				costs[pair[0]] += other.payoff[pair] * response[pair[1]]
			}
		}
	}
	return worst, least, nil
}

// Between finds, on the segment between two plans, one that is sure of an amount in another game
// that lies between what the two are sure of.
func (e *Equilibria) Between(other *Form, a, b Plan, amount float64) Plan {
	blend := func(t float64) Plan {
		x := make(Plan, len(a))
		for i := range x {
			x[i] = (1-t)*a[i] + t*b[i]
		}
		return x
	}
	of := func(t float64) float64 { v, _ := other.Guarantee(blend(t)); return v - amount }
	const halvings = 60 // the digits of a double
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
