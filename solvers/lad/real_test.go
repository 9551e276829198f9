package lad_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

func problem(t testing.TB, hand, rng string, loss lad.Loss) *lad.Problem {
	t.Helper()
	return must.Get(lad.New(matrixtest.Of(t, hand, rng).Instance(), loss))(t)
}

// certified fails unless the certificate of a fit proves it optimal to 1e-9.
func certified(t *testing.T, p *lad.Problem, f *lad.Fit) {
	t.Helper()
	bound, err := f.Certificate.Bound(p.Instance(), f.IDs)
	if err != nil || math.Abs(bound-f.Error) > 1e-9 {
		t.Fatalf("%v %v: error %v, certified %v, %v", p.Loss(), f.IDs, f.Error, bound, err)
	}
}

// TestPublishedFormula refits the features of the published formula for aces against any
// two cards, whose two-digit weights leave 2.5451 percentage points on these flops.
func TestPublishedFormula(t *testing.T) {
	p := problem(t, "AA", "ATC", lad.Average)
	published := regression.Formula{{ID: 35, Weight: -0.08}, {ID: 48, Weight: 0.10}, {ID: 54, Weight: 0.85}}
	sum := 0.0
	for i, v := range p.Instance().Features {
		sum += math.Abs(p.Instance().Target[i] - published.Estimate(v))
	}
	printed := 100 * sum / float64(len(p.Instance().Target))
	if math.Abs(printed-2.5451) > 5e-5 {
		t.Errorf("the published weights leave %.4f, want 2.5451", printed)
	}
	f := must.Get(p.Fit(published.IDs()))(t)
	certified(t, p, f)
	if 100*f.Error > printed || 100*f.Error < printed-0.05 {
		t.Errorf("the best weights leave %.4f, the published %.4f", 100*f.Error, printed)
	}
	for k, term := range published {
		if math.Abs(f.Weights[k]-term.Weight) > 0.01 {
			t.Errorf("F%d: %.3f, published %.2f", term.ID, f.Weights[k], term.Weight)
		}
	}
}

// TestRealSets certifies fits of random sets of all sizes, up to all useful features.
func TestRealSets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for _, q := range matrixtest.Questions {
		for _, loss := range []lad.Loss{lad.Average, lad.Max} {
			p := problem(t, q.Hand, q.Range, loss)
			ids := useful(p)
			for _, n := range []int{1, 2, 4, 7, 10, 10, 10, 15, 25, 40, len(ids)} {
				set := slices.Clone(ids)
				r.Shuffle(len(set), func(i, k int) { set[i], set[k] = set[k], set[i] })
				certified(t, p, must.Get(p.Fit(set[:n]))(t))
			}
		}
	}
}

// useful lists the features that are true somewhere and unlike every smaller one.
func useful(p *lad.Problem) (ids []int) {
	for id, same := range p.Patterns().Duplicates() {
		if id > 0 && same == id {
			ids = append(ids, id)
		}
	}
	return ids
}

// ten is a good set of ten features for aces against the range of ultra-strong hands.
var ten = []int{3, 5, 8, 11, 23, 32, 41, 42, 54, 65}

// BenchmarkFit solves ten features on 19,600 flops: from zero, from the weights of a set that
// differs in one feature, and from the vertex of nine of them.
func BenchmarkFit(b *testing.B) {
	for _, loss := range []lad.Loss{lad.Average, lad.Max} {
		p := problem(b, "AA", "RUS", loss)
		near := must.Get(p.Fit(append([]int{6}, ten[1:]...)))(b)
		s := p.NewStack()
		reset := func(b *testing.B, from *lad.Fit) {
			for b.Loop() {
				must.Do(b, s.Reset(ten, from))
			}
		}
		b.Run(loss.String()+"/cold", func(b *testing.B) { reset(b, nil) })
		b.Run(loss.String()+"/exchanged", func(b *testing.B) { reset(b, near) })
		b.Run(loss.String()+"/pushed", func(b *testing.B) {
			must.Do(b, s.Reset(ten[:9], nil))
			for b.Loop() {
				must.Do(b, s.Push(ten[9]))
				s.Pop()
			}
		})
	}
}
