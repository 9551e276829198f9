//go:build slow

package lattice

import (
	"math"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/solvers/lad"
)

// TestThreeFeatures enumerates all multiples of all sets of three features whose error without
// the step could be better, on real instances, and expects the search to have found the best.
func TestThreeFeatures(t *testing.T) {
	for _, c := range []struct {
		hand, rng string
		loss      lad.Loss
		step      int
	}{
		{"AA", "ATC", lad.Average, 5}, {"AA", "ATC", lad.Max, 5}, {"JTs", "RUS", lad.Average, 5},
		{"AA", "ATC", lad.Average, 1},
	} {
		t.Run(c.hand+" against "+c.rng, func(t *testing.T) {
			m := matrixtest.Build(t, c.hand, c.rng)
			free := must.Get(lad.New(m.Instance(), c.loss))(t)
			p := must.Get(New(free, c.step))(t)
			best := must.Get(p.Best(t.Context(), 3, Options{}))(t)
			stack, sets, least := free.NewStack(), 0, best.Error
			must.Do(t, stack.Reset(nil, nil))
			var ids []int
			var choose func(from int)
			choose = func(from int) {
				if len(ids) == 3 {
					if stack.Error() < least-minGain {
						sets++
						least = min(least, p.enumerate(ids, least))
					}
					return
				}
				for id := from; id <= features.Count; id++ {
					must.Do(t, stack.Push(id))
					ids = append(ids, id)
					choose(id + 1)
					ids = ids[:len(ids)-1]
					stack.Pop()
				}
			}
			choose(1)
			t.Logf("%s against %s, %v, step %d: %.4f, %d sets enumerated", c.hand, c.rng, c.loss, c.step,
				100*best.Error, sets)
			if least < best.Error-1e-9 {
				t.Errorf("%s against %s, %v, step %d: enumeration has %v, the search %v", c.hand, c.rng, c.loss, c.step,
					least, best.Error)
			}
		})
	}
}

// enumerate returns the least error over all multiples of three features, if it is below limit.
func (p *Problem) enumerate(ids []int, limit float64) float64 {
	c := p.cellsOf(ids)
	c.tie = 0
	least, none := limit, make([]int, len(c.mask))
	sums := make([]int, len(c.mask))
	for a := -p.limit; a <= p.limit; a++ {
		for b := -p.limit; b <= p.limit; b++ {
			for d := -p.limit; d <= p.limit; d++ {
				for i, mask := range c.mask {
					sums[i] = a*int(mask&1) + b*int(mask>>1&1) + d*int(mask>>2&1)
				}
				least = math.Min(least, c.error(sums, none, 0))
			}
		}
	}
	return least
}
