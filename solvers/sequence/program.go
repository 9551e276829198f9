package sequence

import (
	"context"
	"fmt"
	"math"

	"feltlab/model/mip"
	"feltlab/solvers/highs"
)

// Plan holds, for each sequence of a seat, the product of the probabilities of its actions.
type Plan []float64

// free is a column without bounds.
var free = mip.Column{Lower: math.Inf(-1), Upper: math.Inf(1)}

// program is a linear program whose variables include the plans of a seat.
type program struct {
	mip.Model
	seat int
	plan int // its first column
}

// plans begins a program whose points are the plans of a seat.
func (f *Form) plans(seat int) *program {
	p := &program{seat: seat}
	x := &f.sides[seat]
	for range x.sequences {
		p.AddColumn(mip.Column{Upper: 1})
	}
	p.row(1, 1, term{0, 1})
	for _, s := range x.sets {
		terms := []term{{s.parent, -1}}
		for a := range s.node.Actions {
			terms = append(terms, term{s.first + a, 1})
		}
		p.row(0, 0, terms...)
	}
	return p
}

// term is a coefficient of a column.
type term struct {
	column int
	value  float64
}

func (p *program) row(lower, upper float64, terms ...term) {
	var index []int32
	var value []float64
	for _, t := range terms {
		index, value = append(index, int32(t.column)), append(value, t.value)
	}
	p.AddRow(mip.Row{Lower: lower, Upper: upper}, index, value)
}

// responses are columns and terms for the other seat's responses to a plan: sums[s] are the terms of the guaranteed
// value after the other seat's sequence s, and column values[i] is the guaranteed value at its set i.
type responses struct {
	values []int
	sums   [][]term
}

func (f *Form) responses(p *program) *responses {
	other := &f.sides[1-p.seat]
	r := &responses{sums: make([][]term, other.sequences)}
	for _, s := range other.sets {
		column := p.AddColumn(free)
		r.values = append(r.values, column)
		r.sums[s.parent] = append(r.sums[s.parent], term{column, 1})
	}
	sign := float64(1 - 2*p.seat)
	for _, pair := range f.pairs {
		if v := f.payoff[pair]; v != 0 {
			r.sums[pair[1-p.seat]] = append(r.sums[pair[1-p.seat]], term{p.plan + pair[p.seat], sign * v})
		}
	}
	return r
}

// guarantee adds a column for a lower bound of a plan's guaranteed value in a form.
func (f *Form) guarantee(p *program) (column int) {
	r := f.responses(p)
	for i, s := range f.sides[1-p.seat].sets {
		for a := range s.node.Actions {
			p.row(0, math.Inf(1), append(r.sums[s.first+a], term{r.values[i], -1})...)
		}
	}
	column = p.AddColumn(free)
	p.row(0, 0, append(r.sums[0], term{column, -1})...)
	return column
}

// solve returns the point of least cost.
func (p *program) solve(ctx context.Context) (*highs.Result, error) {
	s, err := highs.New(&p.Model)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return optimum(ctx, s)
}

// optimum solves a program that has an optimum.
func optimum(ctx context.Context, s *highs.Solver) (*highs.Result, error) {
	r, err := s.Solve(ctx, highs.Options{})
	if err == nil && r.Status != highs.Optimal {
		err = fmt.Errorf("a linear program ended with the status %q", r.Status)
	}
	return r, err
}

// planOf returns the plan of a point.
func (f *Form) planOf(p *program, x []float64) Plan {
	return append(Plan(nil), x[p.plan:p.plan+f.sides[p.seat].sequences]...)
}

// Value returns the value of the game to a seat and a plan that guarantees it.
func (f *Form) Value(ctx context.Context, seat int) (float64, Plan, error) {
	p := f.plans(seat)
	p.Columns[f.guarantee(p)].Cost = -1
	r, err := p.solve(ctx)
	if err != nil {
		return 0, nil, err
	}
	return -r.Objective * f.unit(), f.planOf(p, r.X), nil
}

// unit converts the programs' values to the game's unit.
func (f *Form) unit() float64 { return f.game.Hands().PairWeight }

// Guarantee returns the guaranteed value of a plan of seat 0, and the plan of seat 1 that holds it to that: the best
// action at each set, and none where it does not get.
func (f *Form) Guarantee(x Plan) (float64, Plan) {
	other := &f.sides[1]
	sums := make([]float64, other.sequences)
	for _, pair := range f.pairs {
		sums[pair[1]] += f.payoff[pair] * x[pair[0]]
	}
	choice := make([]int, len(other.sets))
	for i := len(other.sets) - 1; i >= 0; i-- { // sets come after those that they follow
		s := &other.sets[i]
		choice[i] = s.first
		for a := range s.node.Actions {
			if sums[s.first+a] < sums[choice[i]] {
				choice[i] = s.first + a
			}
		}
		sums[s.parent] += sums[choice[i]]
	}
	y := make(Plan, other.sequences)
	y[0] = 1
	for i := range other.sets {
		y[choice[i]] = y[other.sets[i].parent]
	}
	return sums[0] * f.unit(), y
}
