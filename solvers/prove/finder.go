package prove

import (
	"context"
	"math"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// Finder finds dual vectors for cuts of one claim, each by a relaxation that starts at that of the cut
// before, or of all columns if that is nearer: about a millisecond. It is not safe for concurrent use.
type Finder struct {
	ctx       context.Context
	inst      *regression.Instance
	h         *proof.Header
	dual      *writer
	root, fit *lp          // of all columns; of a cut
	p         *lad.Problem // once it is needed
	part      *lp          // of the last leaf of a tree of choices, and its price
	price     float64
	kinks     []int32 // of the last relaxation of a wide table, which has a table of its own
}

// NewFinder is the FinderFunc that returns a *Finder, for the instance of a Problem. The error is the context's.
func NewFinder(
	ctx context.Context, inst *regression.Instance, in *proof.Instance, h *proof.Header,
) (proof.Finder, error) {
	t := newTable(inst, h.Loss, h.Cutoff)
	if h.Loss == proof.Largest {
		t = t.within(h.Cutoff)
	}
	f := &Finder{ctx: ctx, inst: inst, h: h, dual: newWriter(t, in, h)}
	if !t.isWide() {
		f.root, f.fit = newLP(ctx, t), newLP(ctx, t)
		if !t.large {
			f.root.solve(math.Inf(1))
		}
	}
	f.Restart()
	return f, ctx.Err()
}

// Restart forgets the cuts so far. Dual vectors depend on the cuts since the last restart.
func (f *Finder) Restart() {
	if f.root != nil {
		f.fit.copyFrom(f.root)
	}
	f.part, f.price, f.kinks = nil, 0, nil
}

// Find returns a dual vector for a cut; it shows the cut unless none was found that does.
func (f *Finder) Find(c *proof.Cut) (*proof.Dual, error) {
	t, in := f.dual.t, f.dual.in
	out := t.columns(c.Columns) // features that are true nowhere have no column
	var d *proof.Dual
	if t.isWide() {
		l := newLP(f.ctx, t.only(t.all().minus(out).list()))
		if f.kinks != nil {
			l.startAt(f.kinks)
		}
		l.solve(t.goal(f.h.Cutoff * t.total))
		f.kinks = l.pos[:t.patterns]
		if d = newWriter(l.t, in, f.h).of(l); in.Shows(f.h, c, d) {
			return d, nil
		}
	} else if !t.large {
		if out.distance(f.fit.out) >= out.size() {
			f.fit.copyFrom(f.root)
		}
		f.fit.limit(out)
		f.fit.solve(t.goal(f.h.Cutoff * t.total))
		if d = f.dual.of(f.fit); in.Shows(f.h, c, d) {
			return d, nil
		}
	}
	// If the optimum of the set is very near the cutoff, the last digits decide; package lad has them. It is also
	// faster for large tables.
	if err := f.prepare(); err != nil {
		return nil, err
	}
	fit, err := f.p.Fit(t.names(t.all().minus(out).list()))
	if err != nil {
		return nil, err
	}
	if exact := f.dual.ofFit(fit); in.Bound(f.h, c, exact) > in.Bound(f.h, c, d) {
		return exact, nil
	}
	return d, nil
}

// FindLeaf returns the dual vector of the best weights, in a box, of the columns that the cut's leaves were made of. If
// the cut names none, its tree has choices.
func (f *Finder) FindLeaf(c *proof.Cut, part *proof.Part) (*proof.Dual, error) {
	if c.Choice.Empty() {
		return f.findPart(c, part)
	}
	if err := f.prepare(); err != nil {
		return nil, err
	}
	fit, err := fitIn(part.Box, f.p, f.h.Rules, c.Choice.IDs())
	if err != nil {
		return nil, err
	}
	return f.dual.ofFit(fit), nil
}

func (f *Finder) prepare() (err error) {
	if f.p == nil {
		if f.p, err = lad.New(f.inst, f.h.Loss); err == nil {
			f.p = f.p.Under(f.ctx)
		}
	}
	return err
}

type writer struct {
	t  *table
	in *proof.Instance
	h  *proof.Header // of the claim; its rules count
	mu []float64     // of each pattern; for the largest error those of the smallest equities follow
}

func newWriter(t *table, in *proof.Instance, h *proof.Header) *writer {
	return &writer{t, in, h, make([]float64, 2*t.patterns)}
}

func (w *writer) of(l *lp) *proof.Dual {
	if w.t.high != nil {
		w.t.multipliersOf(l, w.mu)
	} else {
		l.slopes(w.mu)
	}
	return w.write(func(j int) float64 { return l.x[j] / w.t.scale })
}

// ofAll is of, with multipliers that are rounded together.
func (w *writer) ofAll(l *lp) *proof.Dual {
	l.slopes(w.mu)
	w.t.roundTogether(w.mu[:w.t.patterns], w.t.ids, w.h.Rules)
	return w.write(func(j int) float64 { return l.x[j] / w.t.scale })
}

func (w *writer) ofFit(fit *lad.Fit) *proof.Dual {
	w.t.byPattern(fit.Certificate.Multipliers, w.mu)
	return w.ofPatterns(w.mu, fit)
}

// ofPatterns writes the multipliers of patterns that belong to a fit.
func (w *writer) ofPatterns(mu []float64, fit *lad.Fit) *proof.Dual {
	copy(w.mu, mu)
	if w.t.high == nil {
		w.t.roundTogether(w.mu[:w.t.patterns], fit.IDs, w.h.Rules)
	}
	return w.write(func(j int) float64 {
		if j == len(w.t.ids) {
			return fit.Intercept
		}
		return fit.Weight(w.t.ids[j])
	})
}

// roundTogether rounds multipliers to the kernel's unit, up or down so that their sums over each of some columns, and
// over all patterns, stay near. Many patterns may share one multiplier, as thousands of rows on the formula do for a
// target of 0 and 1: rounded alike, they would lower the bound by their number.
func (t *table) roundTogether(mu []float64, ids []int, r *proof.Rules) {
	above, below := r.Slopes()
	unit := float64((above + below) / 2)
	in := t.columns(proof.VectorOf(ids...))
	off := make([]float64, t.width()) // of each column, the sum of the rounded multipliers less the exact sum
	for p, m := range mu {
		at := m * unit
		down := math.Floor(at)
		if at == down {
			continue
		}
		sum, count := 0.0, 0.0
		for _, j := range t.members[p] {
			if int(j) >= len(t.ids) || in.has(int(j)) {
				sum += off[j]
				count++
			}
		}
		step := down - at
		if 2*sum+count*(1+2*step) < 0 || count == 0 && step < -0.5 { // the sum of squares is less with one unit more
			step++
		}
		for _, j := range t.members[p] {
			off[j] += step
		}
		mu[p] = (at + step) / unit
	}
}

func (w *writer) write(weight func(column int) float64) *proof.Dual {
	if w.t.high != nil {
		return w.largest()
	}
	byID := make([]float64, w.in.Columns()+1)
	for j, id := range w.t.ids {
		byID[id] = weight(j)
	}
	if w.t.free > 0 {
		byID[0] = weight(len(w.t.ids))
	}
	d := w.in.DualOf(w.h, byID, w.mu)
	return &d
}

func (w *writer) largest() *proof.Dual {
	const massBits = 40
	sum := 0.0
	for _, m := range w.mu {
		sum += m
	}
	d := &proof.Dual{}
	P := w.t.patterns
	for k, to := range []*[]proof.Entry{&d.Above, &d.Below} {
		for p, m := range w.mu[k*P : (k+1)*P] {
			if v := int64(math.Ldexp(m/sum, massBits)); v > 0 {
				*to = append(*to, proof.Entry{At: p, Value: v})
			}
		}
	}
	return d
}

// slopes writes the multiplier of every pattern at a basis, from the exact slopes without jitter.
func (l *lp) slopes(mu []float64) {
	t, n := l.t, l.n
	P := t.patterns
	rest := make([]float64, n)
	for p := range P {
		if l.where[p] >= 0 {
			continue
		}
		mu[p] = t.exact[int(t.first[p])+p+int(l.pos[p])]
		if mu[p] != 0 {
			for _, j := range t.members[p] {
				rest[j] -= mu[p]
			}
		}
	}
	for j := range n {
		if l.where[P+j] < 0 {
			rest[j] -= l.lambda[P+j]
		}
	}
	for b, i := range l.basis {
		if int(i) >= P {
			continue
		}
		v := 0.0
		for j, x := range l.inverse(b) {
			v += x * rest[j]
		}
		mu[i] = v
	}
}
