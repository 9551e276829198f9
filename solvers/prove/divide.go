package prove

import (
	"container/heap"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"feltlab/model/proof"
)

// divider proves a cutoff of a table with more columns than the relaxation of all can bound: 1,000 columns estimate
// 500 rows without error. It divides the formulas into parts, by the blocks that their columns are in. Where the blocks
// of a part are a core, one cut closes the part; else the costliest block is halved. At any time the cuts of all parts
// are a proof of the least of their bounds.
type divider struct {
	v   *prover
	ctx context.Context

	mu     sync.Mutex
	goal   float64 // the loss to prove; a better formula lowers it
	wake   *sync.Cond
	open   parts
	busy   int         // workers with a part
	cores  []columns   // of closed parts
	closed []proof.Cut // of closed parts
	lowest float64     // the loss to prove, or the least of a choice that is too near to it to tell
	done   bool        // whether a formula was found that answers the question
	err    error
}

// part is the formulas with at most so many columns of each of some blocks.
type part struct {
	blocks []block
	cost   []float64 // of each column of the table: about what it takes off the loss of the first columns
	kinks  []int32   // where the relaxation begins, by pattern
	shown  proof.Cut // a cut for columns that include those of the part, with the dual vector of a bound
	loss   float64   // this bound
}

type block struct {
	columns []int
	count   int
	cost    float64
}

const (
	wideFrom  = 256  // the number of columns above which a table may be divided
	mostBlock = 320  // columns of the largest relaxation
	mostParts = 1000 // before relaxations are solved, for each set of the incumbent's columns
	// The kernel judges a cut in some milliseconds. No part is divided once that would take all the time that is left,
	// or after divideShare of the time.
	judgeCut    = 8 * time.Millisecond
	divideShare = 0.75

	mostWide  = 4   // columns of the formulas; there are too many parts with more
	mostAlone = 5   // columns of the incumbent that are blocks of their own
	probing   = 1.4 // how much larger a core is tried to find how many columns cores have
)

// isWide reports whether a table is divided: its columns are many for its rows.
func (t *table) isWide() bool {
	return !t.large && t.high == nil && len(t.ids) > wideFrom && 2*len(t.ids) > t.patterns
}

// proveWide proves the goal for the average error of a wide table, or a lower bound.
func (v *prover) proveWide() error {
	target, answered := v.target()
	if answered {
		return nil
	}
	ctx, cancel := v.within(divideShare)
	defer cancel()
	d := &divider{v: v, ctx: ctx, lowest: target * v.t.total, goal: v.t.goal(target * v.t.total)}
	d.wake = sync.NewCond(&d.mu)
	if err := d.run(); err != nil {
		return err
	}
	seen := map[proof.Vector]bool{} // parts that were halved have the cut of the whole
	for _, p := range d.open {
		if d.lowest = min(d.lowest, p.loss); !seen[p.shown.Columns] {
			d.closed, seen[p.shown.Columns] = append(d.closed, p.shown), true
		}
	}
	if d.lowest > 0 {
		v.result.Cuts = d.closed
		v.bounded(d.lowest / v.t.total * (1 - jitter))
	}
	return nil
}

// run closes and divides parts until none is left, or the context ends.
func (d *divider) run() error {
	defer context.AfterFunc(d.ctx, func() { d.locked(func() {}) })()
	with := d.v.with()
	free := d.v.t.columns(proof.VectorOf(d.v.result.Incumbent.IDs...)).minus(with).list()
	free = free[:min(len(free), mostAlone)]
	alone := with
	for _, j := range free {
		alone = alone.with(j)
	}
	all := part{blocks: []block{{columns: d.v.t.all().list()}}}
	if len(d.v.t.ids) < d.v.t.patterns { // else the relaxation of all columns takes long and bounds nothing
		whole := d.ctx
		first, cancel := d.v.within(seekShare)
		d.ctx = first
		d.relax(&all, math.Inf(1))
		cancel()
		d.ctx = whole
	}
	for set := range 1 << len(free) {
		in := with
		for i, j := range free {
			if set>>i&1 == 1 {
				in = in.with(j)
			}
		}
		d.begin(in, alone, &all)
	}
	heap.Init(&d.open)
	var group sync.WaitGroup
	for range d.v.o.Workers {
		group.Go(d.work)
	}
	group.Wait()
	return d.err
}

// begin adds the parts of the formulas that have some columns, and none of others. They have the bound of all formulas.
func (d *divider) begin(in, others columns, all *part) {
	t := d.v.t
	first := part{cost: make([]float64, len(t.ids))}
	for _, j := range in.list() {
		first.blocks = append(first.blocks, block{columns: []int{j}, count: 1})
	}
	l := d.relax(&first, math.Inf(1))
	mu, mean := make([]float64, 2*t.patterns), 0.0
	l.slopes(mu)
	rest := t.all().minus(others).list()
	for _, j := range rest {
		for _, p := range t.patternsOf[j] {
			first.cost[j] += mu[p]
		}
		first.cost[j] = math.Abs(first.cost[j])
		mean += first.cost[j] / float64(len(rest))
	}
	for _, j := range rest {
		first.cost[j] += mean
	}
	first.loss, first.shown = all.loss, all.shown
	k := min(d.v.n-in.size(), len(rest))
	if k <= 0 {
		d.open = append(d.open, first)
		return
	}
	for _, p := range first.spread(rest, k, d.most(first, rest, k)) {
		d.open = append(d.open, p)
	}
}

// most returns how much the columns of a core cost, besides those of a part: it tries ever more columns, evenly spread.
func (d *divider) most(p part, rest []int, k int) (cost float64) {
	for n := float64(k); int(n) <= min(len(rest), mostBlock) && d.ctx.Err() == nil; n *= probing {
		b := block{count: k}
		for i := range int(n) {
			j := rest[i*len(rest)/int(n)]
			b.columns, b.cost = append(b.columns, j), b.cost+p.cost[j]
		}
		trial := p
		trial.blocks = append(slices.Clone(p.blocks), b)
		if l := d.relax(&trial, d.goal); l.value <= d.goal {
			break
		}
		d.close(&trial)
		cost = b.cost
	}
	return cost
}

// spread returns the parts of the formulas with k columns besides those of a part. The columns are in blocks of equal
// cost, k of which cost as much as a core's, unless there are too many parts then.
func (p part) spread(rest []int, k int, most float64) (all []part) {
	total := 0.0
	for _, j := range rest {
		total += p.cost[j]
	}
	n := 1
	for n < len(rest) && float64(k)*total > most*float64(n) && math.Exp(choices(n+k, k)) <= mostParts {
		n++
	}
	blocks, sum := make([]block, n), 0.0
	for _, j := range rest {
		b := &blocks[min(int(sum/total*float64(n)), n-1)]
		b.columns, b.cost = append(b.columns, j), b.cost+p.cost[j]
		sum += p.cost[j]
	}
	var choose func(from int, some []block, left int)
	choose = func(from int, some []block, left int) {
		if left == 0 {
			q := p
			q.blocks = append(slices.Clone(p.blocks), some...)
			all = append(all, q)
			return
		}
		for i := from; i < n; i++ {
			for count := 1; count <= min(left, len(blocks[i].columns)); count++ {
				b := blocks[i]
				b.count = count
				choose(i+1, append(some, b), left-count)
			}
		}
	}
	choose(0, nil, k)
	return all
}

// choices returns the logarithm of the number of sets of k of n.
func choices(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// relax solves the relaxation of a part until its value exceeds a goal, and keeps the bound.
func (d *divider) relax(p *part, goal float64) *lp {
	union := p.union()
	t := d.v.t.only(union.list())
	l := newLP(d.ctx, t)
	if p.kinks != nil {
		l.startAt(p.kinks)
	}
	l.exact = math.IsInf(goal, 1)
	if l.solve(goal); l.value > p.loss {
		claim := d.v.s.claim(d.v.loss, d.v.n, 0)
		p.loss, p.shown.Dual = l.value, newWriter(t, d.v.s.Exact, &claim).of(l)
		p.shown.Columns = d.v.t.features(d.v.t.all().minus(union))
	}
	p.kinks = l.pos[:t.patterns]
	return l
}

// work takes one part after the other: the one with the least bound, of these the costliest.
func (d *divider) work() {
	for {
		var p part
		some := false
		d.locked(func() {
			for len(d.open) == 0 && d.busy > 0 && !d.over() {
				d.wake.Wait()
			}
			if some = len(d.open) > 0 && !d.over(); some {
				p = heap.Pop(&d.open).(part)
				d.busy++
			}
		})
		if !some {
			return
		}
		rest := d.visit(p)
		d.locked(func() {
			d.busy--
			for _, q := range rest {
				heap.Push(&d.open, q)
			}
		})
	}
}

// visit closes a part, or returns those that it is divided into.
func (d *divider) visit(p part) []part {
	union, known, goal := p.union(), false, 0.0
	d.locked(func() {
		goal = d.goal
		known = slices.ContainsFunc(d.cores, func(c columns) bool { return union.minus(c).empty() })
	})
	switch {
	case known:
		return nil
	case union.size() > mostBlock:
		return p.halves()
	case d.relax(&p, goal).value > goal:
		d.close(&p)
		return nil
	case d.ctx.Err() != nil:
		return []part{p}
	}
	if parts := p.halves(); parts != nil {
		return parts
	}
	return d.judge(&p, union)
}

// judge fits the one choice of a part. It may be better than the incumbent, or too near to the goal to tell. Of a
// choice with two columns of a group it returns the parts without one or the other.
func (d *divider) judge(p *part, choice columns) (rest []part) {
	for i, b := range p.blocks {
		if same := d.v.t.group[b.columns[0]].and(choice); same.size() > 1 && same.smallest() != b.columns[0] {
			other := slices.IndexFunc(p.blocks, func(b block) bool { return b.columns[0] == same.smallest() })
			for _, at := range []int{i, other} {
				q := *p
				q.blocks = slices.Delete(slices.Clone(p.blocks), at, at+1)
				rest = append(rest, q)
			}
			return rest
		}
	}
	fit, err := d.v.p.Under(d.ctx).Fit(d.v.t.names(choice.list()))
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case err != nil:
		if d.ctx.Err() == nil {
			d.err = err
		}
		return []part{*p}
	case fit.Error < d.v.better:
		d.v.better, d.v.support = fit.Error, append([]int{}, fit.IDs...)
		var target float64
		target, d.done = d.v.target()
		d.lowest, d.goal = min(d.lowest, target*d.v.t.total), min(d.goal, d.v.t.goal(target*d.v.t.total))
		return []part{*p}
	}
	claim := d.v.s.claim(d.v.loss, d.v.n, 0)
	p.shown.Columns = d.v.t.features(d.v.t.all().minus(choice))
	p.shown.Dual = newWriter(d.v.t, d.v.s.Exact, &claim).ofFit(fit)
	d.lowest = min(d.lowest, (fit.Error-rounding)*d.v.t.total)
	d.closed = append(d.closed, p.shown)
	return nil
}

func (d *divider) close(p *part) {
	union := p.union()
	d.locked(func() { d.cores, d.closed = append(d.cores, union), append(d.closed, p.shown) })
}

// locked runs a function, and wakes workers that wait.
func (d *divider) locked(do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	do()
	d.wake.Broadcast()
}

// over reports whether to stop. The caller holds the lock.
func (d *divider) over() bool {
	deadline, ok := d.v.ctx.Deadline()
	late := ok && time.Until(deadline) < time.Duration(len(d.closed))*judgeCut
	return late || d.err != nil || d.done || d.ctx.Err() != nil
}

func (p *part) union() (all columns) {
	for _, b := range p.blocks {
		for _, j := range b.columns {
			all = all.with(j)
		}
	}
	return all
}

// halves divides a part by two halves of its costliest block; none if it has one choice.
func (p *part) halves() (all []part) {
	at := -1
	for i, b := range p.blocks {
		if len(b.columns) > b.count && (at < 0 || b.cost > p.blocks[at].cost) {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	b := p.blocks[at]
	low, high := block{}, block{columns: b.columns, cost: b.cost}
	for len(low.columns) == 0 || len(high.columns) > 1 && low.cost < high.cost {
		j := high.columns[0]
		low.columns, low.cost = append(low.columns, j), low.cost+p.cost[j]
		high.columns, high.cost = high.columns[1:], high.cost-p.cost[j]
	}
	for n := range b.count + 1 {
		if low.count, high.count = n, b.count-n; low.count > len(low.columns) || high.count > len(high.columns) {
			continue
		}
		q := *p
		q.blocks = slices.Delete(slices.Clone(p.blocks), at, at+1)
		for _, half := range []block{low, high} {
			if half.count > 0 {
				q.blocks = append(q.blocks, half)
			}
		}
		all = append(all, q)
	}
	return all
}

// parts is a heap: the least bound first, of equal ones the part with the most columns.
type parts []part

func (p parts) Len() int      { return len(p) }
func (p parts) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p parts) Less(i, j int) bool {
	return p[i].loss < p[j].loss || p[i].loss == p[j].loss && len(p[i].blocks) > len(p[j].blocks)
}

// Push implements heap.Interface.
func (p *parts) Push(x any) { *p = append(*p, x.(part)) }

// Pop implements heap.Interface.
func (p *parts) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}
