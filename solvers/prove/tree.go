package prove

import (
	"context"
	"math"
)

// walker searches a tree of relaxations depth first for choices that lose less than the cutoff.
type walker struct {
	t       *table
	cutoff  float64
	ctx     context.Context
	share   *pool // where idle workers wait; nil without
	witness Witness
	e       *enumerator

	stack  []*lp // one per depth
	b      bound
	gain   []float64
	nodes  int64
	leaves int64
	lowest float64 // certified bound of the worst leaf
}

const (
	// enumerateBelow is the number of columns still to be chosen at which enumeration takes over.
	enumerateBelow = 2
	// tauRounds is the number of corrections of tau in a node.
	tauRounds = 3
	// tauSlack is how far the budget may be from k.
	tauSlack = 0.05
	// firstTau, in units of the total weight, is where the search for tau begins.
	firstTau = 1e-3
	// smallGain, relative to the cutoff, keeps products of gains from vanishing.
	smallGain = 1e-4
	// maxPivots of a node; what it has by then is as good a bound as any.
	maxPivots = 20000
)

func newWalker(ctx context.Context, t *table, e *enumerator, cutoff float64) *walker {
	n := len(t.ids)
	return &walker{t: t, cutoff: cutoff, ctx: ctx, e: e, witness: silent{}, gain: make([]float64, n), lowest: math.Inf(1)}
}

// root sets up the relaxation of the whole problem.
func (w *walker) root() *lp {
	l := w.at(0)
	for j := range l.n {
		l.low[j], l.high[j], l.kinds[j] = -w.t.reach[j], w.t.reach[j], free
	}
	l.tau = firstTau * w.t.total
	l.start()
	return l
}

func (w *walker) at(depth int) *lp {
	for len(w.stack) <= depth {
		w.stack = append(w.stack, newLP(w.t))
	}
	return w.stack[depth]
}

// budget returns the sum of |x_j| / m_j over the free columns.
func (l *lp) budget() float64 {
	v := 0.0
	for j, x := range l.x {
		if l.kinds[j] == free {
			v += max(x/l.high[j], x/l.low[j], 0)
		}
	}
	return v
}

func (l *lp) setTau(tau float64) {
	l.tau = tau
	for j := range l.n {
		l.shape(j)
	}
	l.reseat()
}

// relax solves the node for a good tau. It reports whether the node can be pruned.
func (w *walker) relax(l *lp, k int) bool {
	low, high := 0.0, math.Inf(1)
	for round := 0; ; round++ {
		l.solve(w.cutoff*(1+1e-6)+float64(k)*l.tau, maxPivots)
		l.certify(k, &w.b)
		if w.b.value >= w.cutoff {
			w.witness.Certificate(nodeSlot, l.lambda[:w.t.patterns])
			return true
		}
		if round == tauRounds {
			return false
		}
		ratio := l.budget() / float64(k)
		tau := l.tau
		switch {
		case ratio > 1+tauSlack:
			low = tau
			if math.IsInf(high, 1) {
				tau *= min(max(ratio, 1.1), 2)
			} else {
				tau = (low + high) / 2
			}
		case ratio < 1-tauSlack && tau > 1e-6*w.cutoff:
			high = tau
			if low == 0 {
				tau *= max(min(ratio, 0.9), 0.5)
			} else {
				tau = (low + high) / 2
			}
		default:
			return false
		}
		l.setTau(tau)
	}
}

// leaf ends the present branch with the certificate of the node.
func (w *walker) leaf(v float64) {
	w.leaves++
	w.lowest = min(w.lowest, v)
	w.witness.Leaf(nodeSlot)
}

// visit searches the node in stack[depth], where at most k free columns may be chosen.
func (w *walker) visit(depth, k int) {
	if w.ctx.Err() != nil {
		return
	}
	l := w.at(depth)
	w.nodes++
	if k > 0 && w.relax(l, k) {
		w.leaf(w.b.value)
		return
	}
	branch := -1
	if k > enumerateBelow {
		w.fix(l, k)
		branch = w.branch(l)
	}
	if branch < 0 {
		w.enumerate(l, k)
		return
	}
	l.setTau(l.tau)
	w.witness.Split(w.t.ids[branch])
	w.descend(depth, k-1, branch, in)
	w.descend(depth, k, branch, out)
}

// descend visits a child, or gives it to an idle worker.
func (w *walker) descend(depth, k, branch int, kind status) {
	if w.ctx.Err() != nil {
		return
	}
	c := w.at(depth + 1)
	c.copyFrom(w.stack[depth])
	c.kinds[branch] = kind
	c.shape(branch)
	c.reseat()
	if w.share.offer(w.t, c, k) {
		w.witness.Skip()
		return
	}
	w.visit(depth+1, k)
}

// fix takes free columns out whose choice the certificate of the node rules out. Their losses keep
// their old shape for now.
func (w *walker) fix(l *lp, k int) {
	w.witness.Certificate(nodeSlot, l.lambda[:w.t.patterns])
	for j, kind := range l.kinds {
		if kind != free {
			continue
		}
		if v := w.b.inBound(j, k); v >= w.cutoff {
			l.kinds[j] = out
			w.witness.Split(w.t.ids[j])
			w.leaf(v)
		}
	}
}

// branch chooses the free column whose two children promise most, or -1 without a free column.
func (w *walker) branch(l *lp) int {
	best, score := -1, 0.0
	small := smallGain * w.cutoff
	for j, kind := range l.kinds {
		if kind != free {
			continue
		}
		chosen := l.tau * (1 - max(l.x[j]/l.high[j], l.x[j]/l.low[j]))
		if s := max(chosen, small) * max(l.gain(j), small); s > score {
			best, score = j, s
		}
	}
	return best
}

// enumerate proves a node with few columns to choose.
func (w *walker) enumerate(l *lp, k int) {
	set, list := l.columns()
	w.e.witness = w.witness
	w.e.visit(k, w.e.enter(set, w.gain), list)
}

// columns lists the columns that are in and those that are free.
func (l *lp) columns() (set, list []int) {
	for j, kind := range l.kinds {
		switch kind {
		case in:
			set = append(set, j)
		case free:
			list = append(list, j)
		}
	}
	return set, list
}
