package prove

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// leastUnderRules is the least error of all sets of the first m features that formulas of at most n may have, with
// those of with.
func leastUnderRules(t *testing.T, p *lad.Problem, m, n int, with proof.Vector) float64 {
	t.Helper()
	inst := *p.Instance()
	rules := *inst.Rules
	inst.Rules, rules.Groups = &rules, nil // fits know nothing of groups
	single := must.Get(lad.New(&inst, p.Loss()))(t)
	best := math.Inf(1)
	for set := range uint64(1) << m {
		ids := proof.Words(set).Or(with).IDs()
		if matrixtest.Permits(p.Instance().Rules, n, ids) {
			best = min(best, must.Get(single.Fit(ids))(t).Error)
		}
	}
	return best
}

// TestUnderRulesAgainstBruteForce solves random instances with an intercept, bounds, signs, groups and forced columns
// from poor incumbents.
func TestUnderRulesAgainstBruteForce(t *testing.T) {
	r := matrixtest.Source(t, 7)
	underRules(t, r, 60, func(r *rand.Rand) (*regression.Instance, int) {
		m := 5 + r.IntN(5)
		inst := random(r, 40+r.IntN(200), m)
		inst.Rules = matrixtest.Rules(r, inst.Columns.Count())
		return inst, m
	})
}

// TestUnitsAgainstBruteForce solves 500 random tables with whole groups and groups that allow several columns.
func TestUnitsAgainstBruteForce(t *testing.T) {
	underRules(t, matrixtest.Source(t, 9), 500, func(r *rand.Rand) (*regression.Instance, int) {
		m := 4 + r.IntN(4)
		inst := random(r, 20+r.IntN(60), m)
		inst.Columns = regression.NumberedColumns(m)
		inst.Rules = matrixtest.Units(r, m)
		if r.IntN(4) == 0 { // the first column of a whole group may be true nowhere
			for i := range inst.Features {
				inst.Features[i] = inst.Features[i].Without(1)
			}
		}
		return inst, m
	})
}

func underRules(t *testing.T, r *rand.Rand, rounds int, make func(*rand.Rand) (*regression.Instance, int)) {
	t.Helper()
	tried, quantiles := 0, matrixtest.Source(t, 12)
	for range rounds {
		inst, m := make(r)
		s := must.Get(NewProblem(inst))(t)
		for _, loss := range []proof.Loss{proof.Average, proof.Largest} {
			if inst.Rules.Quantile = 0; loss == proof.Average {
				inst.Rules.Quantile = matrixtest.Quantile(quantiles)
			}
			fits := must.Get(lad.New(inst, loss))(t)
			n := 1 + r.IntN(min(m, 5))
			var with proof.Vector
			for range r.IntN(min(n, 3)) {
				with = inst.Rules.Units(with.With(1 + r.IntN(m)))
			}
			want := leastUnderRules(t, fits, m, n, with)
			if math.IsInf(want, 1) || inst.CheckWith(n, with.IDs()) != nil {
				continue // two forced columns of a group, or one that is true in no row
			}
			tried++
			program := regression.Program{Kind: regression.AvgErr, N: n}
			if loss == proof.Largest {
				program.Kind = regression.MaxErr
			}
			o := Options{Workers: 1 + r.IntN(2), With: with.IDs()}
			got, p, err := Make(t.Context(), s, program, regression.Formula{}, o)
			must.Do(t, err)
			checkProof(t, s, got, p)
			if !got.Proved || math.Abs(got.Incumbent.Error-want) > Tolerance || got.Bound > want+1e-15 {
				t.Errorf("%v, m %d, n %d with %v, groups %v: %v, bound %v, proved %v, want %v", loss, m, n, with.IDs(),
					inst.Rules.Groups, got.Incumbent.Error, got.Bound, got.Proved, want)
			}
		}
	}
	if tried < rounds {
		t.Fatalf("only %d cases have formulas", tried)
	}
}

// checkProof holds a proof to the bound of its solve, and has it judged, as it is, as text and compact.
func checkProof(t *testing.T, s *Problem, r *Result, p *proof.Proof) {
	t.Helper()
	if p == nil {
		if r.Bound > Tolerance {
			t.Errorf("no proof of the bound %v", r.Bound)
		}
		return
	}
	if p.Cutoff < min(r.Bound, 1)-Tolerance/2 {
		t.Errorf("the proof shows %v, the bound is %v", p.Cutoff, r.Bound)
	}
	must.Do(t, s.Exact.Check(t.Context(), p, nil))
	text := bytes.NewReader(p.Encode())
	if _, err := ReplayText(t.Context(), s, text, func(*proof.Header) error { return nil }, NewFinder, 1); err != nil {
		t.Error(err)
	}
	bare := Bare(p)
	bare.Cutoff = p.Cutoff - 1e-9
	must.Do(t, Replay(t.Context(), s, bare, NewFinder, 1))
	other := *s.Rules
	other.Bounds = slices.Clone(other.Bounds)
	other.Bounds[0].Upper++
	foreign := &proof.Proof{Header: p.Header, Cuts: p.Cuts}
	foreign.Rules = &other
	if err := Replay(t.Context(), s, foreign, NewFinder, 1); !errors.Is(err, proof.ErrForeign) {
		t.Errorf("a proof for other bounds: %v", err)
	}
}

// TestLargeTableAgainstBruteForce solves instances whose tables have running sums and whose relaxations package lad
// solves.
func TestLargeTableAgainstBruteForce(t *testing.T) {
	r := matrixtest.Source(t, 8)
	for k := range 4 {
		const m = 8
		inst := random(r, manyPoints+10_000, m)
		for i := range inst.Target { // many different targets
			inst.Target[i] = min(max(inst.Target[i]+0.05*r.Float64(), 0), 1)
		}
		inst.Rules = matrixtest.Rules(r, inst.Columns.Count())
		inst.Rules.Groups = nil
		s := must.Get(NewProblem(inst))(t)
		fits := must.Get(lad.New(inst, lad.Average))(t)
		tb := newTable(inst, lad.Average, 1)
		if !tb.large {
			t.Fatal("the table is not large")
		}
		for p := range tb.patterns {
			for i := int(tb.first[p]); i < int(tb.first[p+1]); i += 97 {
				if want := tb.sumLoss(p, i); math.Abs(tb.loss[i]-want) > 1e-9*(1+want) {
					t.Fatalf("pattern %d has the loss %v at kink %d, want %v", p, tb.loss[i], i, want)
				}
			}
		}
		checkCoarse(t, rand.New(rand.NewPCG(7, uint64(k))), fits)
		n := 1 + k%3
		want := leastUnderRules(t, fits, m, n, proof.Vector{})
		program := regression.Program{Kind: regression.AvgErr, N: n}
		got, p, err := Make(t.Context(), s, program, regression.Formula{}, Options{Workers: 2})
		must.Do(t, err)
		if !got.Proved || math.Abs(got.Incumbent.Error-want) > Tolerance || got.Bound > want+1e-15 {
			t.Errorf("n %d: %v, bound %v, proved %v, want %v", n, got.Incumbent.Error, got.Bound, got.Proved, want)
		}
		checkProof(t, s, got, p)
	}
}

// checkCoarse expects formulas to err less on the coarse table, by no more than its intervals are wide.
func checkCoarse(t *testing.T, r *rand.Rand, p *lad.Problem) {
	t.Helper()
	coarse := coarsen(p)
	if few, many := len(coarse.Instance().Target), len(p.Patterns().Target); 2*few > many {
		t.Errorf("%d targets of %d are left", few, many)
	}
	for range 5 {
		ids := r.Perm(p.Columns())[:3]
		for i := range ids {
			ids[i]++
		}
		fine := must.Get(p.Fit(ids))(t)
		less, err := coarse.Fit(ids)
		if err != nil || less.Error > fine.Error+rounding || less.Error < fine.Error-coarseWidth {
			t.Errorf("columns %v: %v on the coarse table, %v, want at most %v", ids, less.Error, err, fine.Error)
		}
	}
}
