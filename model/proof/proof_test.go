package proof

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// headerOf is a claim about an instance.
func headerOf(in *Instance, loss Loss, n int) Header {
	return Header{Labels: named(testColumns), Loss: loss, Features: n, Instance: in.Digest()}
}

// withSome adds features to a claim, which every formula has.
func withSome(r *rand.Rand, p *Proof, ids []int) {
	for _, id := range ids {
		if r.IntN(8) == 0 && p.With.Size() < p.Features {
			p.With = p.With.With(id)
		}
	}
}

// proof proves the least error of formulas with at most n features, with all cuts that there are.
func (s *separable) proof(r *rand.Rand, n int) *Proof {
	p := &Proof{Header: headerOf(s.in, s.loss, n)}
	withSome(r, p, s.in.Features().IDs())
	all := 1<<len(s.class) - 1
	least := make([]*big.Rat, all+1) // by classes
	fixed := 0
	for _, id := range p.With.IDs() {
		fixed |= 1 << s.withClass[id]
	}
	var best *big.Rat
	for has := range least {
		least[has] = s.least(func(class int) bool { return has>>class&1 != 0 })
		if e := least[has]; bits.OnesCount(uint(has&^fixed)) <= n-p.With.Size() && has&fixed == fixed &&
			(best == nil || e.Cmp(best) < 0) {
			best = e
		}
	}
	f, _ := best.Float64()
	if p.Cutoff = f - 0x1p-50; p.Cutoff <= 0 {
		return nil
	}
	for has := range least {
		largest := least[has].Cmp(best) >= 0
		for k := range s.class {
			largest = largest && (has>>k&1 != 0 || least[has|1<<k].Cmp(best) < 0)
		}
		if largest {
			p.Cuts = append(p.Cuts, s.cutFor(func(class int) bool { return has>>class&1 != 0 }))
		}
	}
	return p
}

// weak makes a proof of some cutoff on any instance, by random cuts and dual vectors; nil if none
// of them works.
func weak(r *rand.Rand, in *Instance, ids []int, loss Loss) *Proof {
	p := &Proof{Header: headerOf(in, loss, r.IntN(3))}
	withSome(r, p, ids)
	if r.IntN(4) == 0 {
		p.Cuts = []Cut{{}} // a relaxation
	}
	for in.Cover(context.Background(), p) != nil {
		if len(p.Cuts) == 12 {
			return nil
		}
		p.Cuts = append(p.Cuts, Cut{Columns: some(r, ids, 2).Minus(p.With)})
	}
	p.Cutoff = 1
	for i := range p.Cuts {
		c := &p.Cuts[i]
		c.Dual = climb(r, in, loss, c, 40)
		if p.Cutoff = min(p.Cutoff, in.Bound(&Header{Loss: loss, Features: p.Features}, c, c.Dual)); p.Cutoff == 0 {
			return nil
		}
	}
	return p
}

// randomProof makes a proof that must hold.
func randomProof(t testing.TB, r *rand.Rand) (rows []Row, in *Instance, ids []int, p *Proof) {
	for p == nil {
		loss, kind := Loss(r.IntN(2)), r.IntN(kinds)
		if r.IntN(2) == 0 {
			s := newSeparable(t, r, loss, 1+r.IntN(5), kind)
			rows, in, ids = s.rows, s.in, s.in.Features().IDs()
			p = s.proof(r, r.IntN(4))
			continue
		}
		rows, ids = randomRows(r, 1+r.IntN(8), 1+r.IntN(6), kind)
		in = instanceOf(t, rows)
		p = weak(r, in, ids, loss)
	}
	return rows, in, ids, p
}

func (d *Dual) clone() *Dual {
	return &Dual{slices.Clone(d.Weights), slices.Clone(d.Slopes), slices.Clone(d.Above), slices.Clone(d.Below)}
}

// clone copies a proof so that it can be changed.
func (p *Proof) clone() *Proof {
	q := *p
	q.Cuts = slices.Clone(p.Cuts)
	for i := range q.Cuts {
		if d := p.Cuts[i].Dual; d != nil {
			q.Cuts[i].Dual = d.clone()
		}
	}
	return &q
}

// TestCheck has claims that hold, and looks for formulas that would refute them.
func TestCheck(t *testing.T) {
	r := newRand(t)
	for range 200 {
		rows, in, ids, p := randomProof(t, r)
		if err := in.Check(context.Background(), p, nil); err != nil || !p.Full() {
			t.Fatalf("%v: %s", err, p.Encode())
		}
		for range 3 {
			support := p.With.IDs()
			for _, k := range r.Perm(len(ids)) {
				if !p.With.Has(ids[k]) && len(support) < p.Features {
					support = append(support, ids[k])
				}
			}
			formula := descend(r, p.Loss, rows, support)
			e := exactLoss(p.Loss, rows, formula)
			if e.Cmp(new(big.Rat).SetFloat64(p.Cutoff)) < 0 {
				t.Fatalf("%v has the error %s: %s", formula, e.FloatString(20), p.Encode())
			}
			refuted := p.clone()
			f, _ := e.Float64()
			refuted.Cutoff = min(math.Nextafter(math.Nextafter(f, 2), 2), 1)
			if in.Check(context.Background(), refuted, nil) == nil && f < 1 {
				t.Fatalf("%v has the error %s: %s", formula, e.FloatString(20), refuted.Encode())
			}
		}
	}
}

// TestRefusedProofs has proofs that were changed so that they cannot hold.
func TestRefusedProofs(t *testing.T) {
	r := newRand(t)
	for range 30 {
		_, in, _, p := randomProof(t, r)
		one := r.IntN(len(p.Cuts))
		for name, c := range map[string]struct {
			change func(p *Proof)
			want   error
		}{
			"instance": {func(p *Proof) { p.Instance[one] ^= 4 }, ErrForeign},
			"features": {func(p *Proof) { p.Features = testColumns + 1 }, ErrHeader},
			"negative": {func(p *Proof) { p.Features, p.With = -1, set() }, ErrHeader},
			"with":     {func(p *Proof) { p.Features, p.With = 1, set(1, 2) }, ErrHeader},
			"cutoff":   {func(p *Proof) { p.Cutoff = math.Nextafter(1, 2) }, ErrHeader},
			"below 0":  {func(p *Proof) { p.Cutoff = -5e-324 }, ErrHeader},
			"nan":      {func(p *Proof) { p.Cutoff = math.NaN() }, ErrHeader},
			"loss":     {func(p *Proof) { p.Loss = 2 }, ErrHeader},
			"no cuts":  {func(p *Proof) { p.Cuts = nil }, ErrCover},
			"no dual":  {func(p *Proof) { p.Cuts[one].Dual = nil }, ErrCut},
			"feature":  {func(p *Proof) { p.Cuts[one].Dual.Weights = []Entry{{0, 1}} }, ErrCut},
			"pattern":  {func(p *Proof) { p.Cuts[one].Dual.Slopes = []Entry{{in.Patterns(), 0}} }, ErrCut},
			"one more": {func(p *Proof) { p.Cuts = append(p.Cuts, Cut{Columns: set(3)}) }, ErrCut},
		} {
			changed := p.clone()
			c.change(changed)
			if err := in.Check(context.Background(), changed, nil); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v: %s", name, err, c.want, changed.Encode())
			}
		}
	}
}

// finder returns what it has.
type finder struct {
	d   *Dual
	err error
}

func (f finder) Find(*Cut) (*Dual, error) { return f.d, f.err }

// TestFinder has finders that are right, wrong, at a loss, and too late.
func TestFinder(t *testing.T) {
	in := instanceOf(t, []Row{row(set(1), 1, 0, 2, 1)})
	p := &Proof{Header: headerOf(in, Average, 0), Cuts: []Cut{{Columns: set(1)}}}
	p.Cutoff = 0.5
	lost := errors.New("lost")
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		f    Finder
		want error
	}{
		"right":   {context.Background(), finder{d: &Dual{}}, nil},
		"wrong":   {context.Background(), finder{d: &Dual{Slopes: []Entry{{0, 0}}}}, ErrCut},
		"nothing": {context.Background(), finder{}, ErrCut},
		"at loss": {context.Background(), finder{err: lost}, lost},
		"none":    {context.Background(), nil, ErrCut},
		"ended":   {ended, finder{d: &Dual{}}, context.Canceled},
	} {
		if err := in.Check(c.ctx, p, c.f); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
