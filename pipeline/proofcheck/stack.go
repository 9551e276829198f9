package proofcheck

import (
	"fmt"
	"math"
	"math/bits"
	"sync"

	"feltlab/model/features"
)

// Stack follows one stack of nodes of a proof. Its methods are the steps of the solver; a step that
// does not follow makes the audit fail. It is not safe for concurrent use.
type Stack struct {
	a       *Audit
	cutoff  float64
	nodes   []node
	first   node
	open    bool
	duals   *vault        // slots from 0
	own     map[int]*dual // negative slots
	lowest  float64
	leaves  int64
	vectors int64
	skips   []node
	err     error
}

// dual is an evaluated dual vector.
type dual struct {
	constant int64                     // in grains * 2^-equityBits: sum_p min_s (L_p(s) - mu_p s), or of the largest error
	gain     [features.Count + 1]int64 // by id: |g|, in grains
	mass     int64                     // in grains: sum of the multipliers of a largest error, else 1
}

// maxSlots limits the slots.
const maxSlots = 1 << 26

// vault keeps the dual vectors that the stacks of a proof share. Each is put there once.
type vault struct {
	mu    sync.RWMutex
	slots map[int]*dual
}

// Witness returns a new stack of the proof of a cutoff.
func (a *Audit) Witness(cutoff float64) *Stack {
	a.mu.Lock()
	defer a.mu.Unlock()
	return &Stack{a: a, cutoff: cutoff, lowest: math.Inf(1), duals: &a.proof(cutoff).duals, own: map[int]*dual{}}
}

// proof returns the proof of a cutoff. The lock must be held.
func (a *Audit) proof(cutoff float64) *proof {
	p := a.proofs[cutoff]
	if p == nil {
		p = &proof{proved: map[node]bool{}, skipped: map[node]bool{}, lowest: math.Inf(1)}
		a.proofs[cutoff] = p
	}
	return p
}

func (s *Stack) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("%w: "+format, append([]any{ErrStep}, args...)...)
	}
}

// top returns the top node, or nil after an error or at the end.
func (s *Stack) top() *node {
	if s.err == nil && len(s.nodes) == 0 {
		s.fail("there is no node left")
	}
	if s.err != nil {
		return nil
	}
	return &s.nodes[len(s.nodes)-1]
}

// Open begins with a node: features in, features free, and how many of those may be chosen.
func (s *Stack) Open(in, free []int, k int) {
	if s.open || k < 0 {
		s.fail("a stack is opened twice, or with k = %d", k)
		return
	}
	n := node{k: k}
	for _, id := range in {
		s.include(&n.in, id)
	}
	for _, id := range free {
		s.include(&n.free, id)
		if s.err == nil && n.in.has(id) {
			s.fail("feature %d is in and free", id)
		}
	}
	s.open, s.first, s.nodes = true, n, []node{n}
}

func (s *Stack) include(to *set, id int) {
	if id < 1 || id > features.Count || !s.a.root.free.has(id) && !s.a.root.in.has(id) || to.has(id) {
		s.fail("feature %d", id)
		return
	}
	to.add(id)
}

// Certificate evaluates a dual vector, one multiplier per pattern in ascending order of the vectors or, for the largest
// error, one for the largest equity of each and then one for the smallest of each,
// and keeps it in a slot: of all stacks of the proof from 0 on, where it stays, and of this stack below, where it
// replaces what was there.
func (s *Stack) Certificate(slot int, mu []float64) {
	if slot < -maxSlots || slot > maxSlots || len(mu) != s.a.multipliers() {
		s.fail("slot %d, %d multipliers", slot, len(mu))
		return
	}
	d := s.a.evaluate(mu)
	s.vectors++
	if slot < 0 {
		s.own[slot] = d
		return
	}
	s.duals.mu.Lock()
	defer s.duals.mu.Unlock()
	if s.duals.slots[slot] != nil {
		s.fail("slot %d is filled twice", slot)
		return
	}
	if s.duals.slots == nil {
		s.duals.slots = map[int]*dual{}
	}
	s.duals.slots[slot] = d
}

// dual returns the dual vector in a slot, nil if there is none.
func (s *Stack) dual(slot int) *dual {
	if slot < 0 {
		return s.own[slot]
	}
	s.duals.mu.RLock()
	defer s.duals.mu.RUnlock()
	return s.duals.slots[slot]
}

// multipliers returns the number of multipliers of a dual vector.
func (a *Audit) multipliers() int {
	if a.largest {
		return 2 * len(a.patterns)
	}
	return len(a.patterns)
}

// evaluate computes the constant and the gains of a dual vector.
func (a *Audit) evaluate(mu []float64) *dual {
	if a.largest {
		return a.evaluateLargest(mu)
	}
	d := &dual{mass: 1}
	for i := range a.patterns {
		p := &a.patterns[i]
		m := inGrains(mu[i], a.grain, -p.total, p.total)
		d.constant += p.least(m)
		d.add(p, m)
	}
	d.finish()
	return d
}

// evaluateLargest does so for the largest error. A dual vector that is too large says nothing: its mass is 0.
func (a *Audit) evaluateLargest(mu []float64) *dual {
	d := &dual{}
	const most = 1 << (62 - equityBits)
	for _, m := range mu {
		d.mass += inGrains(m, a.grain, 0, most)
	}
	if d.mass > most {
		d.mass = 0
		return d
	}
	for i := range a.patterns {
		p := &a.patterns[i]
		up, down := inGrains(mu[i], a.grain, 0, most), inGrains(mu[len(a.patterns)+i], a.grain, 0, most)
		d.constant += up*p.equity[len(p.equity)-1] - down*p.equity[0]
		d.add(p, down-up)
	}
	d.finish()
	return d
}

// add adds the multiplier of a pattern to the sums of its features.
func (d *dual) add(p *pattern, m int64) {
	if m == 0 {
		return
	}
	for _, id := range p.ids {
		d.gain[id] += m
	}
}

// finish turns sums into gains.
func (d *dual) finish() {
	for id, g := range d.gain {
		d.gain[id] = max(g, -g)
	}
}

// inGrains rounds a multiplier to grains between two limits.
func inGrains(m, grain float64, least, most int64) int64 {
	grains := math.Round(m / grain)
	switch {
	case grains >= float64(most):
		return most
	case grains > float64(least):
		return int64(grains)
	}
	return least // not a number, too
}

// least returns min over s of L(s) - m s, which is taken on at the equity whose slopes enclose m.
func (p *pattern) least(m int64) int64 {
	at, below := 0, int64(0) // weight below the equity
	for at+1 < len(p.equity) && 2*(below+p.weight[at])-p.total < m {
		below += p.weight[at]
		at++
	}
	e := p.equity[at]
	v := -m * e
	for i, w := range p.weight {
		d := p.equity[i] - e
		v += w * max(d, -d)
	}
	return v
}

// Split replaces the top node by that without a free feature and, on top, that with it. Its twins, free features that are true on
// the same rows, must be greater, and go with it: a choice with one of these and without the feature is as good as
// one of the node on top.
func (s *Stack) Split(id int) {
	n := s.top()
	if n == nil {
		return
	}
	if id < 1 || id > features.Count || !n.free.has(id) || n.k == 0 {
		s.fail("split by feature %d with k = %d", id, n.k)
		return
	}
	for _, twin := range s.a.twins[id] {
		if twin < id && n.free.has(twin) {
			s.fail("split by feature %d before its twin %d", id, twin)
			return
		}
	}
	with := *n
	with.free.remove(id)
	with.in.add(id)
	with.k--
	for _, twin := range s.a.twins[id] {
		n.free.remove(twin)
	}
	s.nodes = append(s.nodes, with)
}

// Leaf evaluates the dual vector in a slot for the top node and removes the node.
func (s *Stack) Leaf(slot int) {
	n := s.top()
	if n == nil {
		return
	}
	d := s.dual(slot)
	if d == nil {
		s.fail("slot %d is empty", slot)
		return
	}
	s.lowest = min(s.lowest, s.a.bound(n, d))
	s.leaves++
	s.nodes = s.nodes[:len(s.nodes)-1]
}

// bound returns the lower bound of a dual vector on the loss in a node, in units of the weights.
func (a *Audit) bound(n *node, d *dual) float64 {
	gain := int64(0)
	for word, ids := range n.in {
		for ; ids != 0; ids &= ids - 1 {
			gain += d.gain[word<<6+bits.TrailingZeros64(ids)]
		}
	}
	var store [features.Count]int64 // the k largest, descending
	largest := store[:min(n.k, len(store))]
	for word, ids := range n.free {
		for ; ids != 0 && len(largest) > 0; ids &= ids - 1 {
			v := d.gain[word<<6+bits.TrailingZeros64(ids)]
			i := len(largest) - 1
			if v <= largest[i] {
				continue
			}
			for ; i > 0 && largest[i-1] < v; i-- {
				largest[i] = largest[i-1]
			}
			largest[i] = v
		}
	}
	for _, v := range largest {
		gain += v
	}
	if gain >= 1<<(62-equityBits) || d.mass == 0 {
		return math.Inf(-1) // more than any error, or nothing is said
	}
	// Exact: |constant| and gain * 2^equityBits are at most 2^62; the conversions round, so go down.
	exact := d.constant - gain<<equityBits
	if !a.largest {
		return math.Nextafter(float64(exact), math.Inf(-1)) * math.Ldexp(a.grain, -equityBits)
	}
	ratio := math.Nextafter(float64(exact), math.Inf(-1)) / float64(d.mass)
	return math.Ldexp(math.Nextafter(ratio, math.Inf(-1)), -equityBits)
}

// Skip removes the top node, which another stack must prove.
func (s *Stack) Skip() {
	n := s.top()
	if n == nil {
		return
	}
	if *n == s.first {
		s.fail("a stack skips its first node")
		return
	}
	s.skips = append(s.skips, *n)
	s.nodes = s.nodes[:len(s.nodes)-1]
}

// Close reports what the stack has proved to the audit: nothing if nodes are left on it.
func (s *Stack) Close() {
	if !s.open {
		s.fail("a stack is closed that is not open")
	}
	s.open = false
	a := s.a
	a.mu.Lock()
	defer a.mu.Unlock()
	if s.err != nil {
		a.err = s.err
		return
	}
	p := a.proof(s.cutoff)
	p.leaves += s.leaves
	p.vectors += s.vectors
	p.lowest = min(p.lowest, s.lowest)
	for _, n := range s.skips {
		p.skipped[n] = true
	}
	if len(s.nodes) == 0 {
		p.proved[s.first] = true
	}
}
