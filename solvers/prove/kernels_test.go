package prove

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestEstimates holds the sums of this machine's kernel and of the portable one to each other and to
// those in double precision, for weights of any size.
func TestEstimates(t *testing.T) {
	for _, columns := range []int{1, 29, 30, 31, 60, 73, 90, 91, 120, 128} {
		for _, size := range []float64{0, 1e-12, 0.1, 3, 1e6} {
			rng := rand.New(rand.NewPCG(uint64(columns), 1))
			x := make([]float64, columns)
			for j := range x {
				x[j] = size * (2*rng.Float64() - 1)
			}
			table := &table{ids: make([]int, columns), patterns: 101, members: make([][]uint16, 101)}
			for p := range table.members {
				for j := range columns {
					if rng.IntN(3) == 0 {
						table.members[p] = append(table.members[p], uint16(j))
					}
				}
			}
			table.findWords()
			table.size = make([]float64, table.patterns, table.stride)
			for p := range table.size {
				table.size[p] = rng.Float64()
			}
			likely := size * rng.Float64()
			below, above := make([]float64, table.stride), make([]float64, table.stride)
			for p := range below {
				below[p] = size * (2*rng.Float64() - 1)
				if above[p] = below[p] + size*rng.Float64(); rng.IntN(4) == 0 {
					below[p], above[p] = math.Inf(-1), math.Inf(1)
				}
			}
			e := newEstimates(table)
			e.estimate(table, x, below, above, likely)
			outside := e.outside[table.patterns/64] >> (table.patterns % 64)
			sums, distance := slices.Clone(e.sums), slices.Clone(e.distance)
			outsides, high := slices.Clone(e.outside), slices.Clone(e.high)
			e.addPortable(table, below, above, likely)
			e.outside[table.patterns/64] &= 1<<(table.patterns%64) - 1
			for w, set := range e.outside {
				e.high[w] &= set
			}
			if !slices.Equal(sums, e.sums) || !slices.Equal(distance, e.distance) || outside != 0 ||
				!slices.Equal(outsides, e.outside) || !slices.Equal(high, e.high) {
				t.Fatalf("%d columns of %v: the kernel and the portable one differ", columns, size)
			}
			for p, members := range table.members {
				if out := e.outside[p/64]>>(p%64)&1 == 1; out != (e.distance[p] > violationTol) {
					t.Fatalf("pattern %d: %v is outside: %v", p, e.distance[p], out)
				}
				score := e.distance[p] * table.size[p]
				if is := e.high[p/64]>>(p%64)&1 == 1; is != (score > likely && e.distance[p] > violationTol) {
					t.Fatalf("pattern %d: %v is more than %v: %v", p, score, likely, is)
				}
				want := 0.0
				for _, j := range members {
					want += x[j]
				}
				if most := float64(columns) * e.unit; math.Abs(e.of(int32(p))-want) > most {
					t.Fatalf("pattern %d: %v, want %v to %v", p, e.of(int32(p)), want, most)
				}
			}
		}
	}
}

// TestSubtract holds the elimination step of this machine's kernel and the portable one to each other.
func TestSubtract(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for n := 1; n <= 129; n++ {
		l := &lp{n: n, stride: (n + vectorWidth - 1) / vectorWidth * vectorWidth, r: make([]float64, n)}
		l.inv = make([]float64, n*l.stride+maxWidth)
		for b := range n {
			for j := range n {
				l.inverse(b)[j] = rng.NormFloat64()
			}
			if l.r[b] = rng.NormFloat64(); rng.IntN(4) == 0 {
				l.r[b] = 0
			}
			if rng.IntN(3) > 0 {
				l.live = append(l.live, int32(b))
			}
		}
		q := rng.IntN(n)
		l.r[q] = 0
		before := slices.Clone(l.inv)
		l.subtract(l.inverse(q))
		got := l.inv
		l.inv = before
		l.subtractPortable(l.inverse(q))
		if !slices.Equal(got, l.inv) {
			t.Fatalf("%d columns: the kernel and the portable one differ", n)
		}
	}
}
