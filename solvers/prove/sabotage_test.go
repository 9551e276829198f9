package prove

import (
	"context"
	"errors"
	"flag"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

var trials = flag.Int("trials", 500, "number of sabotaged proofs of each kind")

// target is an instance whose optima are known, with proofs of them.
type target struct {
	*Problem
	*optima
	honest []*proof.Proof
	full   []*proof.Proof // honest ones with their dual vectors
}

// targets proves everything about some instances.
func targets(t testing.TB, r *rand.Rand, n int) []*target {
	t.Helper()
	var all []*target
	for range n {
		s := randomProblem(t, r, 20+r.IntN(50), 5+r.IntN(2))
		x := &target{Problem: s, optima: enumerate(t, s)}
		ids := s.Exact.Features().IDs()
		for loss := range programs {
			for n := 1; n < len(ids); n++ {
				var with []int
				if n > 1 && r.IntN(3) == 0 {
					with = []int{ids[r.IntN(len(ids))]}
				}
				result := must.Get(Solve(t.Context(), s, loss, n, nil, Options{Workers: 1}))(t)
				p := must.Get(FromCuts(t.Context(), s, loss, n, result.Bound, result.Cuts, 1, with...))(t)
				if p != nil {
					x.honest, x.full = append(x.honest, Bare(p)), append(x.full, p)
				}
			}
		}
		if len(x.honest) < 3 {
			t.Fatalf("only %d proofs", len(x.honest))
		}
		all = append(all, x)
	}
	return all
}

func copied(p *proof.Proof) *proof.Proof {
	c := *p
	c.Cuts = slices.Clone(p.Cuts)
	return &c
}

// sabotage is what a wrong solver, or a forger, does to a proof.
var sabotage = map[string]func(r *rand.Rand, x *target, p *proof.Proof){
	"inflated": func(r *rand.Rand, _ *target, p *proof.Proof) {
		p.Cutoff = min(p.Cutoff*(1+math.Ldexp(r.Float64(), -r.IntN(40))), 1)
	},
	"to the next optimum": func(_ *rand.Rand, x *target, p *proof.Proof) {
		p.Cutoff = min(x.least(x.Problem, p.Loss, max(p.Features-1, 0), proof.Vector{}), 1)
	},
	"deflated": func(r *rand.Rand, _ *target, p *proof.Proof) { p.Cutoff *= r.Float64() },
	"cuts dropped": func(r *rand.Rand, _ *target, p *proof.Proof) {
		p.Cuts = slices.DeleteFunc(p.Cuts, func(proof.Cut) bool { return r.IntN(3) == 0 })
	},
	"no cuts": func(_ *rand.Rand, _ *target, p *proof.Proof) { p.Cuts = nil },
	"a column missing": func(r *rand.Rand, _ *target, p *proof.Proof) {
		c, mask := &p.Cuts[r.IntN(len(p.Cuts))], [2]uint64{math.MaxUint64, math.MaxUint64}
		mask[r.IntN(2)] = r.Uint64()
		c.Columns = c.Columns.And(proof.Words(mask[:]...))
	},
	"columns missing": func(r *rand.Rand, _ *target, p *proof.Proof) {
		for i := range p.Cuts {
			p.Cuts[i].Columns = p.Cuts[i].Columns.And(proof.Words(r.Uint64(), r.Uint64()))
		}
	},
	"no columns": func(r *rand.Rand, _ *target, p *proof.Proof) {
		p.Cuts[r.IntN(len(p.Cuts))].Columns = proof.Vector{}
	},
	"all columns": func(r *rand.Rand, x *target, p *proof.Proof) {
		p.Cuts[r.IntN(len(p.Cuts))].Columns = x.Exact.Features()
	},
	"unknown features": func(r *rand.Rand, _ *target, p *proof.Proof) {
		c := &p.Cuts[r.IntN(len(p.Cuts))]
		c.Columns = c.Columns.Or(proof.Words(0, r.Uint64()))
	},
	"features that are true nowhere": func(_ *rand.Rand, x *target, p *proof.Proof) {
		for i := range p.Cuts {
			p.Cuts[i].Columns = p.Cuts[i].Columns.Or(proof.Words(^x.Exact.Features().Word(0)))
		}
	},
	"a random cut": func(r *rand.Rand, _ *target, p *proof.Proof) {
		p.Cuts = append(p.Cuts, proof.Cut{Columns: proof.Words(r.Uint64()&r.Uint64(), r.Uint64()&r.Uint64())})
	},
	"a random relaxation": func(r *rand.Rand, _ *target, p *proof.Proof) {
		p.Cuts = []proof.Cut{{Dual: garbage(r, p.Loss, 4)}}
	},
	"more features": func(r *rand.Rand, _ *target, p *proof.Proof) { p.Features += 1 + r.IntN(2) },
	"with a feature": func(_ *rand.Rand, x *target, p *proof.Proof) {
		p.With = p.With.With(x.Exact.Features().IDs()[0])
	},
	"with none":      func(_ *rand.Rand, _ *target, p *proof.Proof) { p.With = proof.Vector{} },
	"the other loss": func(_ *rand.Rand, _ *target, p *proof.Proof) { p.Loss = 1 - p.Loss },
	"a random dual": func(r *rand.Rand, x *target, p *proof.Proof) {
		p.Cuts[r.IntN(len(p.Cuts))].Dual = garbage(r, p.Loss, x.Exact.Patterns())
	},
	"another's cuts": func(r *rand.Rand, x *target, p *proof.Proof) {
		p.Cuts = slices.Clone(x.honest[r.IntN(len(x.honest))].Cuts)
	},
	"another's duals": func(r *rand.Rand, x *target, p *proof.Proof) {
		from := x.full[r.IntN(len(x.full))].Cuts
		for i := range p.Cuts {
			p.Cuts[i].Dual = from[(r.IntN(2)+i)%len(from)].Dual
		}
	},
	"another's claim": func(r *rand.Rand, x *target, p *proof.Proof) {
		p.Header = x.honest[r.IntN(len(x.honest))].Header
	},
	"one cut, often": func(r *rand.Rand, _ *target, p *proof.Proof) {
		p.Cuts = slices.Repeat(p.Cuts[:1], 1+r.IntN(100))
	},
	"nothing":          func(*rand.Rand, *target, *proof.Proof) {},
	"a cutoff of 1":    func(_ *rand.Rand, _ *target, p *proof.Proof) { p.Cutoff = 1 },
	"no number":        func(_ *rand.Rand, _ *target, p *proof.Proof) { p.Cutoff = math.NaN() },
	"an infinite goal": func(_ *rand.Rand, _ *target, p *proof.Proof) { p.Cutoff = math.Inf(1) },
}

// garbage is a dual vector of any numbers for any places.
func garbage(r *rand.Rand, loss proof.Loss, patterns int) *proof.Dual {
	some := func(places int) (entries []proof.Entry) {
		at := 0
		for range r.IntN(6) {
			at += r.IntN(places) - r.IntN(2)
			e := proof.Entry{At: at, Value: r.Int64() >> r.IntN(63)}
			switch r.IntN(8) {
			case 0:
				e.Value = -e.Value
			case 1:
				e.Value = []int64{math.MaxInt64, math.MinInt64, 1 << 50, 1 << 62}[r.IntN(4)]
			}
			entries = append(entries, e)
		}
		return entries
	}
	d := &proof.Dual{}
	if r.IntN(8) == 0 {
		loss = 1 - loss
	}
	if loss == proof.Average {
		d.Weights, d.Slopes = some(matrixtest.Columns), some(patterns+1)
	} else {
		d.Above, d.Below = some(patterns+1), some(patterns+1)
	}
	return d
}

// sabotaged changes a proof in up to three ways.
func sabotaged(r *rand.Rand, x *target) (p *proof.Proof, how []string) {
	p = copied(x.honest[r.IntN(len(x.honest))])
	names := slices.Sorted(maps.Keys(sabotage))
	for range 1 + r.IntN(3) {
		if len(p.Cuts) == 0 {
			break
		}
		name := names[r.IntN(len(names))]
		sabotage[name](r, x, p)
		how = append(how, name)
	}
	return p, how
}

// TestSabotagedSolver judges the cuts and bounds of a solver that lies: the judge must never return a proof of
// a false claim.
func TestSabotagedSolver(t *testing.T) {
	r := matrixtest.Source(t, 10)
	all := targets(t, r, 8)
	proved := 0
	for range *trials {
		x := all[r.IntN(len(all))]
		p, how := sabotaged(r, x)
		got, err := FromCuts(t.Context(), x.Problem, p.Loss, p.Features, p.Cutoff, p.Cuts, 1, p.With.IDs()...)
		if err != nil && !errors.Is(err, proof.ErrHeader) {
			t.Errorf("%v: %v", how, err)
		}
		if got == nil {
			continue
		}
		proved++
		x.holds(t, x.Problem, &got.Header)
		if !(got.Cutoff <= p.Cutoff) || got.Features != p.Features || got.With != p.With || got.Loss != p.Loss {
			t.Errorf("%v: %+v for %+v", how, got.Header, p.Header)
		}
		if err := Replay(t.Context(), x.Problem, got, NewFinder, 1); err != nil {
			t.Errorf("%v: %v", how, err)
		}
		if t.Failed() {
			t.Fatal(how)
		}
	}
	if proved < *trials/10 || proved > *trials*9/10 {
		t.Errorf("%d of %d were proved: too few or too many to mean much", proved, *trials)
	}
}

type finderFunc func(c *proof.Cut) (*proof.Dual, error)

func (f finderFunc) Find(c *proof.Cut) (*proof.Dual, error) { return f(c) }

// dishonest are finders that return something else than the dual vector of a cut; honest finds that.
var dishonest = map[string]func(r *rand.Rand, x *target, p *proof.Proof, honest proof.Finder) proof.Finder{
	"honest": func(_ *rand.Rand, _ *target, _ *proof.Proof, honest proof.Finder) proof.Finder { return honest },
	"nil": func(*rand.Rand, *target, *proof.Proof, proof.Finder) proof.Finder {
		return finderFunc(func(*proof.Cut) (*proof.Dual, error) { return nil, nil })
	},
	"empty": func(*rand.Rand, *target, *proof.Proof, proof.Finder) proof.Finder {
		return finderFunc(func(*proof.Cut) (*proof.Dual, error) { return &proof.Dual{}, nil })
	},
	"garbage": func(r *rand.Rand, x *target, p *proof.Proof, _ proof.Finder) proof.Finder {
		return finderFunc(func(*proof.Cut) (*proof.Dual, error) { return garbage(r, p.Loss, x.Exact.Patterns()), nil })
	},
	"another cut's": func(r *rand.Rand, _ *target, p *proof.Proof, honest proof.Finder) proof.Finder {
		return finderFunc(func(*proof.Cut) (*proof.Dual, error) { return honest.Find(&p.Cuts[r.IntN(len(p.Cuts))]) })
	},
	"that of all columns": func(_ *rand.Rand, _ *target, _ *proof.Proof, honest proof.Finder) proof.Finder {
		return finderFunc(func(*proof.Cut) (*proof.Dual, error) { return honest.Find(&proof.Cut{}) })
	},
	"flipped": func(r *rand.Rand, _ *target, _ *proof.Proof, honest proof.Finder) proof.Finder {
		return changing(honest, func(e *proof.Entry) {
			if r.IntN(2) == 0 {
				e.Value = -e.Value
			}
		})
	},
	"scaled": func(r *rand.Rand, _ *target, _ *proof.Proof, honest proof.Finder) proof.Finder {
		return changing(honest, func(e *proof.Entry) { e.Value *= 1 << r.IntN(40) })
	},
	"moved": func(r *rand.Rand, _ *target, _ *proof.Proof, honest proof.Finder) proof.Finder {
		return changing(honest, func(e *proof.Entry) { e.At += r.IntN(3) - 1 })
	},
}

func changing(honest proof.Finder, change func(*proof.Entry)) proof.Finder {
	return finderFunc(func(c *proof.Cut) (*proof.Dual, error) {
		d, err := honest.Find(c)
		if d == nil || err != nil {
			return d, err
		}
		for _, part := range []*[]proof.Entry{&d.Weights, &d.Slopes, &d.Above, &d.Below} {
			*part = slices.Clone(*part)
			for i := range *part {
				change(&(*part)[i])
			}
		}
		return d, nil
	})
}

// TestSabotagedFinders replays good and bad proofs with finders that return anything: an accepted claim must be
// true.
func TestSabotagedFinders(t *testing.T) {
	r := matrixtest.Source(t, 11)
	all := targets(t, r, 8)
	accepted := map[string]int{}
	for range *trials {
		x := all[r.IntN(len(all))]
		p, how := copied(x.honest[r.IntN(len(x.honest))]), []string{"an honest proof"}
		if r.IntN(3) > 0 {
			p, how = sabotaged(r, x)
		}
		for name, finder := range dishonest {
			find := func(
				ctx context.Context, inst *regression.Instance, in *proof.Instance, h *proof.Header,
			) (proof.Finder, error) {
				honest, err := NewFinder(ctx, inst, in, h)
				return finder(r, x, p, honest), err
			}
			if err := Replay(t.Context(), x.Problem, p, find, 1); err != nil {
				continue
			}
			accepted[name]++
			if x.holds(t, x.Problem, &p.Header); t.Failed() {
				t.Fatal(name, how)
			}
			full, err := Expand(t.Context(), x.Problem, p, find, 1)
			if err == nil {
				err = x.Exact.Check(t.Context(), full, nil)
			}
			// Random finders may find something else the second time.
			if err != nil && !errors.Is(err, proof.ErrCut) {
				t.Fatal(name, how, err)
			}
		}
	}
	t.Log(accepted)
	if accepted["honest"] < *trials/4 || accepted["nil"] > accepted["honest"] {
		t.Errorf("accepted %v of %d", accepted, *trials)
	}
}

// TestHonestRefused expects proofs that claim more than is true to be refused for a stated reason,
// not by chance.
func TestHonestRefused(t *testing.T) {
	r := matrixtest.Source(t, 12)
	for _, x := range targets(t, r, 4) {
		for _, honest := range x.honest {
			for name, c := range map[string]struct {
				change func(p *proof.Proof)
				want   error
			}{
				"cutoff":  {func(p *proof.Proof) { p.Cutoff += 1e-6 }, proof.ErrCut},
				"no cuts": {func(p *proof.Proof) { p.Cuts = nil }, proof.ErrCover},
				"weak": {func(p *proof.Proof) { p.Cuts = []proof.Cut{{Columns: x.Exact.Features()}} },
					proof.ErrCover},
				"reading":  {func(p *proof.Proof) { p.Labels.Reading = "paper-1" }, proof.ErrForeign},
				"names":    {func(p *proof.Proof) { p.Labels.Columns = p.Labels.Columns[1:] }, proof.ErrForeign},
				"instance": {func(p *proof.Proof) { p.Instance[5]++ }, proof.ErrForeign},
				"count":    {func(p *proof.Proof) { p.Features = 74 }, proof.ErrHeader},
				"negative": {func(p *proof.Proof) { p.Features = -1 }, proof.ErrHeader},
				"loss":     {func(p *proof.Proof) { p.Loss = 2 }, proof.ErrHeader},
				"above 1":  {func(p *proof.Proof) { p.Cutoff = 1.5 }, proof.ErrHeader},
				"NaN":      {func(p *proof.Proof) { p.Cutoff = math.NaN() }, proof.ErrHeader},
				"with all": {func(p *proof.Proof) { p.With = proof.Words(1<<40 - 1) }, proof.ErrHeader},
			} {
				t.Run(name, func(t *testing.T) {
					p := copied(honest)
					c.change(p)
					err := Replay(t.Context(), x.Problem, p, NewFinder, 1)
					if name == "cutoff" && p.Cutoff <= x.least(x.Problem, p.Loss, p.Features, p.With) {
						return // the proof was for less than is true
					}
					if !errors.Is(err, c.want) {
						t.Errorf("%s of %+v: %v, want %v", name, honest.Header, err, c.want)
					}
				})
			}
		}
	}
}
