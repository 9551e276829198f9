package prove

import (
	"context"
	"errors"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// near is how far a judged cutoff may be below the optimum: the solver proves all but Tolerance, of
// which the judge may not follow the last digits.
const near = 2 * Tolerance

var programs = map[proof.Loss]regression.Kind{proof.Average: regression.AvgErr, proof.Largest: regression.MaxErr}

// TestMake holds proofs against the enumeration of all sets of features, replays them by both
// finders, and checks them without any once they are expanded.
func TestMake(t *testing.T) {
	r := matrixtest.Source(t, 0)
	for range 12 {
		s := randomProblem(t, r, 15+r.IntN(60), 4+r.IntN(4))
		o := enumerate(t, s)
		for loss, kind := range programs {
			for n := range s.Exact.Features().IDs() {
				holdMade(t, s, o, loss, regression.Program{Kind: kind, N: n + 1})
			}
		}
	}
}

func holdMade(t *testing.T, s *Problem, o *optima, loss proof.Loss, program regression.Program) {
	t.Helper()
	best := o.least(s, loss, program.N, proof.Vector{})
	result, p, err := Make(t.Context(), s, program, nil, Options{Workers: 2})
	must.Do(t, err)
	if e := result.Incumbent.Error; e > best+near || e < best-fitRounding {
		t.Errorf("%v: the incumbent has %v, the best %v", program, e, best)
	}
	if p == nil {
		if best > near {
			t.Errorf("%v: no proof, the best has %v", program, best)
		}
		return
	}
	o.holds(t, s, &p.Header)
	if p.Cutoff < best-near || p.Features != program.N || p.With != (proof.Vector{}) || p.Loss != loss ||
		p.Instance != s.Exact.Digest() {
		t.Errorf("%v: %+v, the best has %v", program, p.Header, best)
	}
	if !p.Full() {
		t.Errorf("%v: some cut has no dual vector", program)
	}
	if err := s.Exact.Check(t.Context(), p, nil); err != nil {
		t.Errorf("%v: as it was made: %v", program, err)
	}
	holdReplays(t, s, Bare(p))
}

// holdReplays expects a proof to hold in each way in which it can be checked, and one for a little
// more in none.
func holdReplays(t *testing.T, s *Problem, p *proof.Proof) {
	t.Helper()
	ctx := t.Context()
	if err := Replay(ctx, s, p, NewFinder, 2); err != nil {
		t.Errorf("%+v: %v", p.Header, err)
	}
	full := must.Get(Expand(ctx, s, p, NewFinder, 2))(t)
	if err := s.Exact.Check(ctx, full, nil); err != nil || !full.Full() {
		t.Errorf("%+v: expanded: %v", p.Header, err)
	}
	refuse := func(context.Context, *regression.Instance, *proof.Instance, *proof.Header) (proof.Finder, error) {
		return nil, errors.New("it needs a finder")
	}
	if err := Replay(ctx, s, full, refuse, 2); err != nil {
		t.Errorf("%+v: expanded: %v", p.Header, err)
	}
}

// TestRelax expects the bound of the relaxation to hold, as a proof of one cut too.
func TestRelax(t *testing.T) {
	r := matrixtest.Source(t, 1)
	for range 40 {
		s := randomProblem(t, r, 10+r.IntN(60), 3+r.IntN(5))
		o := enumerate(t, s)
		last := 1.0
		for n := range s.Exact.Features().IDs() {
			p := must.Get(Relax(t.Context(), s, n))(t)
			if p == nil {
				last = 0
				continue
			}
			o.holds(t, s, &p.Header)
			if p.Cutoff > last+near {
				t.Errorf("the bound rises to %v with %d features", p.Cutoff, n)
			}
			last = p.Cutoff
			if err := s.Exact.Check(t.Context(), p, nil); err != nil || len(p.Cuts) != 1 {
				t.Errorf("%+v: %v", p.Header, err)
			}
			p.Cutoff += 1e-9
			if err := s.Exact.Check(t.Context(), p, nil); !errors.Is(err, proof.ErrCut) {
				t.Errorf("for more: %v", err)
			}
		}
	}
}

// TestNoTime expects a true bound from a solve that has no time.
func TestNoTime(t *testing.T) {
	r := matrixtest.Source(t, 2)
	s := randomProblem(t, r, 80, 7)
	o := enumerate(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for loss, kind := range programs {
		_, p, err := Make(ctx, s, regression.Program{Kind: kind, N: 3}, nil, Options{})
		if err != nil {
			t.Error(err)
		}
		if p != nil {
			o.holds(t, s, &p.Header)
			if p.Loss != loss {
				t.Error(p.Header)
			}
		}
		if p, err := FromCuts(ctx, s, loss, 3, 0.1, []proof.Cut{{}}, 1); !errors.Is(err, context.Canceled) && p != nil {
			t.Error(p, err)
		}
	}
	p := &proof.Proof{Header: s.claim(proof.Average, 3, 0.001), Cuts: []proof.Cut{{}}}
	if err := Replay(ctx, s, p, NewFinder, 2); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestBadInstances(t *testing.T) {
	if _, err := NewProblem(&regression.Instance{}); !errors.Is(err, regression.ErrInstance) {
		t.Error(err)
	}
}
