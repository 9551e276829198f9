package subset

import (
	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// squares chooses features by weighted least squares in a tableau that the sweep operator keeps solved:
// what a feature gains, and what an exchange of two gains, takes a few operations, so a whole descent takes as long as
// the fit of one set. Bounds of weights are ignored.
type squares struct {
	ids    []int // of the columns; 0: an intercept
	kept   []bool
	groups []proof.Group // by column; nil: there are none
	n      int           // features to choose besides those that are kept
	tableau
	in     []bool    // chosen
	chosen set       // as features
	gain   []float64 // scratch
}

const (
	// dependent is the share of its squares below which a column counts as a sum of the chosen ones.
	dependent = 1e-5
	// leastSwap is the share of the squares of the targets that an exchange must gain.
	leastSwap = 1e-9
	mostSwaps = 100 // of a descent, which takes some ten
	// leastResidual is the residual, a fraction of 1, below which the weights of rows grow no more.
	leastResidual = 0.01
)

// newSquares prepares sets of n features. With a fit, rows weigh the less the more it misses them: near the fit, the
// squares are then the absolute errors.
func (s *search) newSquares(n int, f *lad.Fit) *squares {
	q := &squares{n: n - len(s.opts.With)}
	if s.grouped() {
		q.groups = []proof.Group{}
	}
	add := func(id int, kept bool) {
		q.ids, q.kept = append(q.ids, id), append(q.kept, kept)
		if q.groups != nil {
			q.groups = append(q.groups, s.groups[id])
		}
	}
	if s.p.Instance().HasIntercept() {
		add(0, true)
	}
	for _, id := range s.opts.With {
		add(id, true)
	}
	for _, id := range s.candidates {
		if s.same[id] == id {
			add(id, false)
		}
	}
	q.tableau = newTableau(s.p, q.ids, f)
	q.in, q.gain = make([]bool, len(q.ids)), make([]float64, len(q.ids))
	q.reset()
	for j, kept := range q.kept {
		if kept {
			q.sweep(j)
		}
	}
	copy(q.start, q.v)
	copy(q.startSwept, q.swept)
	return q
}

// copy returns squares for another goroutine.
func (q *squares) copy() *squares {
	c := *q
	c.in, c.gain = make([]bool, len(q.ids)), make([]float64, len(q.ids))
	c.v, c.swept = make([]float64, len(q.v)), make([]bool, len(q.swept))
	c.reset()
	return &c
}

// reset leaves the features that every set has.
func (q *squares) reset() {
	copy(q.v, q.start)
	copy(q.swept, q.startSwept)
	q.chosen = set{}
	for j, kept := range q.kept {
		q.in[j] = kept
		if kept && q.ids[j] > 0 {
			q.chosen = q.chosen.With(q.ids[j])
		}
	}
}

// descend adds and exchanges features, none of them banned, while that lowers the squares.
func (q *squares) descend(banned set) {
	for size := q.size(); size < q.n; size++ {
		j := q.bestAddition(banned)
		if j < 0 {
			break
		}
		q.move(j)
	}
	for range mostSwaps {
		i, j := q.bestSwap(banned)
		if i < 0 {
			break
		}
		q.move(i)
		q.move(j)
	}
}

func (q *squares) size() (size int) {
	for j, in := range q.in {
		if in && !q.kept[j] {
			size++
		}
	}
	return size
}

func (q *squares) move(j int) {
	if q.in[j] = !q.in[j]; q.in[j] {
		q.chosen = q.chosen.With(q.ids[j])
	} else {
		q.chosen = q.chosen.Without(q.ids[j])
	}
	q.sweep(j)
}

// may reports whether a column can join a set of chosen features.
func (q *squares) may(j int, chosen, banned set) bool {
	if q.in[j] || banned.Has(q.ids[j]) {
		return false
	}
	return q.groups == nil || !q.groups[j].Full(chosen)
}

func (q *squares) bestAddition(banned set) int {
	clear(q.gain)
	q.additions(q.gain)
	best, most := -1, 0.0
	for j, g := range q.gain {
		if g > most && q.may(j, q.chosen, banned) {
			best, most = j, g
		}
	}
	return best
}

func (q *squares) bestSwap(banned set) (out, into int) {
	most := leastSwap * q.squares
	out, into = -1, -1
	for i, in := range q.in {
		if !in || q.kept[i] {
			continue
		}
		clear(q.gain)
		q.swaps(i, q.gain)
		rest := q.chosen.Without(q.ids[i])
		for j, g := range q.gain {
			if g > most && q.may(j, rest, banned) {
				out, into, most = i, j, g
			}
		}
	}
	return out, into
}

// left returns the mean square that the set leaves.
func (q *squares) left() float64 { return q.v[len(q.v)-1] }

// weights returns the solution as a start of a problem's fit.
func (q *squares) weights(p *lad.Problem) *lad.Fit {
	t := &q.tableau
	f := &lad.Fit{Intercept: p.Instance().Offset()}
	for j, id := range q.ids {
		if !t.swept[j] {
			continue
		}
		if x := t.v[j*t.n+t.n-1]; id == 0 {
			f.Intercept = x
		} else {
			lower, upper := p.Instance().Bounds(id)
			f.Columns, f.Weights = append(f.Columns, id), append(f.Weights, min(max(x, lower), upper))
		}
	}
	return f
}
