package fit

import (
	"feltlab/pipeline/question"
	"math"
	"time"
)

// Progress is what is known at some time of a solve.
type Progress struct {
	Seconds float64 // since the solve began
	// Incumbent is the objective of the best formula, NaN without one.
	Incumbent question.Number
	// Bound is the best bound on the objective, NaN without one: certified, or by the word of the
	// engine at work, in whole features where the program counts them.
	Bound question.Number
	// Nodes are those of the engine at work.
	Nodes  int64
	Engine question.Engine
}

// ProgressOf is the progress that ends with an answer.
func ProgressOf(r *question.Answer) Progress {
	return Progress{Seconds: r.Seconds, Incumbent: question.Number(r.Objective()), Bound: r.LowerBound, Engine: question.Engine(r.Engine)}
}

// theirTolerance is what HiGHS's objective of our own formula may be off by.
const theirTolerance = 1e-9

// tell passes on what is known.
func (s *solve) tell() {
	if s.options.Progress == nil {
		return
	}
	p := Progress{Seconds: time.Since(s.start).Seconds(), Incumbent: question.Number(math.NaN()), Bound: question.Number(math.NaN()), Nodes: s.nodes, Engine: question.Engine(s.engine)}
	best := s.best
	if s.theirs < best-theirTolerance {
		best = s.theirs
	}
	if !math.IsInf(best, 0) {
		p.Incumbent = question.Number(best)
	}
	if bound := max(s.bound, s.word); !math.IsInf(bound, 0) {
		p.Bound = question.Number(bound)
	}
	s.options.Progress(p)
}

// advance notes what the engine at work says of its bound, which nobody has checked, and passes it
// on.
func (s *solve) advance(bound float64, nodes int64) {
	s.word, s.nodes = max(s.word, bound), nodes
	s.tell()
}
