package matrixtest

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Columns is the number of columns of the instances, that of poker: tests write proofs of them in format 1.
const Columns = 73

var seed = flag.Uint64("seed", 1, "seed of the random instances")

// Source returns a random source for a stream and logs the seed.
func Source(t testing.TB, stream uint64) *rand.Rand {
	t.Helper()
	t.Logf("-seed %d", *seed)
	return rand.New(rand.NewPCG(*seed, stream))
}

// Shape describes random instances.
type Shape struct {
	IDs  []int // features that rows have at random
	Odds int   // each of them is true in one row of this many; 0 means 2

	Derive func(v proof.Vector) proof.Vector // Derive, unless nil, adds features that depend on those

	Equity func(r *rand.Rand, v proof.Vector) float64
	Grid   int // if positive, equities are multiples of 1/Grid
	Deals  int // if positive, equities are counts of this many to twice as many deals
}

// New returns an instance with a number of rows.
func (s Shape) New(r *rand.Rand, rows int) *regression.Instance {
	inst := &regression.Instance{Source: "AA", Rows: "ATC", Columns: regression.NumberedColumns(Columns)}
	inst.Columns.Version = "paper-2"
	for range rows {
		var v proof.Vector
		for _, id := range s.IDs {
			if r.IntN(max(s.Odds, 2)) == 0 {
				v = v.With(id)
			}
		}
		if s.Derive != nil {
			v = s.Derive(v)
		}
		e := s.Equity(r, v)
		if s.Grid > 0 {
			e = math.Round(float64(s.Grid)*e) / float64(s.Grid)
		}
		e = min(max(e, 0), 1)
		inst.Weight = append(inst.Weight, float64(1+r.IntN(3)))
		if s.Deals > 0 {
			deals := uint64(s.Deals + r.IntN(s.Deals))
			wins := uint64(e * float64(deals-1))
			ties := uint64(r.IntN(2))
			inst.Ratios = append(inst.Ratios, regression.Ratio{Numerator: 2*wins + ties, Denominator: 2 * deals})
			e = float64(2*wins+ties) / float64(2*deals)
		}
		inst.Features = append(inst.Features, v)
		inst.Target = append(inst.Target, e)
	}
	return inst
}

// First returns the first n features.
func FirstFeatures(n int) []int {
	ids := make([]int, n)
	for i := range ids {
		ids[i] = i + 1
	}
	return ids
}

// Some returns n random features.
func SomeFeatures(r *rand.Rand, n int) []int {
	ids := r.Perm(Columns)[:n]
	for i := range ids {
		ids[i]++
	}
	return ids
}

// Dependent returns a shape with n random features, at least 3, that determine the equity up to some
// noise: one is always true, and two are duplicates.
func Dependent(r *rand.Rand, n int) Shape {
	ids := SomeFeatures(r, n)
	return Shape{
		IDs: append([]int{ids[1]}, ids[3:]...),
		Derive: func(v proof.Vector) proof.Vector {
			if v.Has(ids[1]) {
				v = v.With(ids[2])
			}
			return v.With(ids[0])
		},
		Equity: func(r *rand.Rand, v proof.Vector) float64 {
			e := 0.25 + 0.1*r.Float64()
			for k, id := range ids {
				if v.Has(id) {
					e += 0.06 * float64(k%4)
				}
			}
			return e
		},
	}
}
