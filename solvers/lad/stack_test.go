package lad

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/features"
)

func TestPushEqualsFit(t *testing.T) {
	r := seeded(t)
	for trial := range 30 {
		inst := randomInstance(r, 300, 12, []int{6, 100, 1 << 20}[trial%3])
		for _, loss := range []Loss{Average, Max} {
			p := must.Get(New(inst, loss))(t)
			s := p.NewStack()
			must.Do(t, s.Reset([]int{1 + r.IntN(12)}, nil))
			ids := s.Fit().IDs
			for range 40 {
				if id := 1 + r.IntN(12); r.IntN(3) == 0 || slices.Contains(ids, id) {
					s.Pop()
					ids = ids[:max(len(ids)-1, 1)]
				} else {
					must.Do(t, s.Push(id))
					ids = append(ids, id)
				}
				fresh := must.Get(p.Fit(ids))(t)
				f := s.Fit()
				checkFit(t, p, f)
				if math.Abs(fresh.Error-f.Error) > 1e-9 || s.Error() != f.Error {
					t.Fatalf("%v %v: pushed %v, fresh %v", loss, ids, f.Error, fresh.Error)
				}
			}
		}
	}
}

// TestResetFrom exchanges one feature and starts from the old weights.
func TestResetFrom(t *testing.T) {
	r := seeded(t)
	for range 50 {
		inst := randomInstance(r, 300, 12, 40)
		for _, loss := range []Loss{Average, Max} {
			p := must.Get(New(inst, loss))(t)
			old := must.Get(p.Fit([]int{1, 2, 3, 4, 5}))(t)
			s := p.NewStack()
			must.Do(t, s.Reset([]int{6, 1, 3, 5, 4}, old))
			fresh := must.Get(p.Fit([]int{1, 3, 4, 5, 6}))(t)
			checkFit(t, p, s.Fit())
			if math.Abs(fresh.Error-s.Error()) > 1e-9 {
				t.Fatalf("%v: warm %v, fresh %v", loss, s.Error(), fresh.Error)
			}
		}
	}
}

// TestGradients compares the gradients with their definition, and expects the bound that they give to be below
// the optimum of larger sets.
func TestGradients(t *testing.T) {
	r := seeded(t)
	g := make([]float64, features.Count+1)
	for range 20 {
		inst := randomInstance(r, 400, 10, 50)
		for _, loss := range []Loss{Average, Max} {
			p := must.Get(New(inst, loss))(t)
			s := p.NewStack()
			ids := []int{1, 2, 3}
			must.Do(t, s.Reset(ids, nil))
			s.Gradients(g)
			y := s.Fit().Certificate.Multipliers
			for id := 1; id <= features.Count; id++ {
				want := 0.0
				for i, v := range inst.Features {
					if v.Has(id) {
						want += y[i]
					}
				}
				if loss == Average {
					want /= inst.TotalWeight()
				}
				if math.Abs(want-g[id]) > 1e-12 {
					t.Fatalf("%v F%d: gradient %v, want %v", loss, id, g[id], want)
				}
			}
			for a := 4; a <= 10; a++ {
				for b := a + 1; b <= 10; b++ {
					f := must.Get(p.Fit(append(slices.Clone(ids), a, b)))(t)
					if bound := s.Error() - math.Abs(g[a]) - math.Abs(g[b]); f.Error < bound-1e-9 {
						t.Fatalf("%v +%d+%d: error %v below its bound %v", loss, a, b, f.Error, bound)
					}
				}
			}
		}
	}
}

func TestBadFeatures(t *testing.T) {
	p := must.Get(New(randomInstance(seeded(t), 10, 3, 5), Average))(t)
	for _, ids := range [][]int{{0}, {74}, {1, 2, 1}, {-1}} {
		if _, err := p.Fit(ids); !errors.Is(err, ErrFeature) {
			t.Errorf("Fit(%v): %v", ids, err)
		}
	}
	s := p.NewStack()
	must.Do(t, s.Reset([]int{1, 2}, nil))
	if err := s.Push(2); !errors.Is(err, ErrFeature) {
		t.Errorf("Push of a member: %v", err)
	}
	if got := s.Fit().IDs; !slices.Equal(got, []int{1, 2}) {
		t.Errorf("after a failed Push: %v", got)
	}
}

// looks is a context that is cancelled after a number of looks at it.
type looks struct {
	context.Context
	left, after int
}

func (c *looks) Err() error {
	if c.left--; c.left >= 0 {
		return nil
	}
	c.after++
	return context.Canceled
}

// TestCancelledFit: a fit ends at its first look at a cancelled context, and looks every few pivots.
func TestCancelledFit(t *testing.T) {
	inst := randomInstance(seeded(t), 300, 60, 1<<20)
	all := inst.Columns.IDs()
	for _, loss := range []Loss{Average, Max} {
		p := must.Get(New(inst, loss))(t)
		ctx := &looks{Context: t.Context(), left: 1}
		if _, err := p.Under(ctx).Fit(all); !errors.Is(err, context.Canceled) || ctx.after > 2 {
			t.Errorf("%v: error %v after %d looks at a cancelled context, want at most 2", loss, err, ctx.after)
		}
		ctx = &looks{Context: t.Context(), left: math.MaxInt}
		must.Get(p.Under(ctx).Fit(all))(t)
		if pivots := len(all); math.MaxInt-ctx.left < pivots/contextEvery {
			t.Errorf("%v: %d looks in at least %d pivots", loss, math.MaxInt-ctx.left, pivots)
		}
	}
}
