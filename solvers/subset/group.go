package subset

import (
	"math"

	"feltlab/solvers/lad"
)

// Fit is a set of features with the optimum of every problem on it.
type Fit struct {
	IDs   []int      // ascending
	Fits  []*lad.Fit // in the order of the problems
	Error float64    // mean of their errors, a fraction of 1
}

// only returns the fit of the first problem.
func only(f *Fit, err error) (*lad.Fit, error) {
	if f == nil {
		return nil, err
	}
	return f.Fits[0], err
}

// group has one stack a problem, all with the same set of features.
type group struct {
	stacks []*lad.Stack
	signed []float64 // scratch: gradients of one stack
}

func newGroup(problems []*lad.Problem) *group {
	g := &group{signed: make([]float64, problems[0].Columns()+1)}
	for _, p := range problems {
		g.stacks = append(g.stacks, p.NewStack())
	}
	return g
}

// reset solves for a set, from the weights of a fit unless it is nil, and returns the error.
func (g *group) reset(ids []int, from *Fit) (float64, error) {
	for h, stack := range g.stacks {
		var start *lad.Fit
		if from != nil {
			start = from.Fits[h]
		}
		if err := stack.Reset(ids, start); err != nil {
			return 0, err
		}
	}
	return g.error(), nil
}

// push adds a feature for all problems. After an error it is added for none.
func (g *group) push(id int) error {
	for h, stack := range g.stacks {
		if err := stack.Push(id); err != nil {
			for _, done := range g.stacks[:h] {
				done.Pop()
			}
			return err
		}
	}
	return nil
}

func (g *group) pop() {
	for _, stack := range g.stacks {
		stack.Pop()
	}
}

// error returns the mean error of the problems.
func (g *group) error() float64 {
	sum := 0.0
	for _, stack := range g.stacks {
		sum += stack.Error()
	}
	return sum / float64(len(g.stacks))
}

// gains returns, by feature id, a bound on how much the feature can lower the mean error. The gains of
// several features add up to a bound on their common gain.
func (g *group) gains() []float64 {
	out := make([]float64, len(g.signed))
	for _, stack := range g.stacks {
		stack.Gradients(g.signed)
		for id, v := range g.signed {
			out[id] += math.Abs(v) / float64(len(g.stacks))
		}
	}
	return out
}

// fit returns the optimum of every problem.
func (g *group) fit() *Fit {
	f := &Fit{Error: g.error()}
	for _, stack := range g.stacks {
		f.Fits = append(f.Fits, stack.Fit())
	}
	f.IDs = f.Fits[0].IDs
	return f
}
