package prove

import (
	"fmt"
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
			t.Run(fmt.Sprintf("%d columns of %v", columns, size), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(columns), 1))
				x := make([]float64, columns)
				for j := range x {
					x[j] = size * (2*rng.Float64() - 1)
				}
				table := &table{ids: make([]int, columns), patterns: 101, members: make([][]int32, 101)}
				for p := range table.members {
					for j := range columns {
						if rng.IntN(3) == 0 {
							table.members[p] = append(table.members[p], int32(j))
						}
					}
				}
				table.findWords()
				below, above := make([]float64, table.stride), make([]float64, table.stride)
				for p := range below {
					below[p] = size * (2*rng.Float64() - 1)
					if above[p] = below[p] + size*rng.Float64(); rng.IntN(4) == 0 {
						below[p], above[p] = math.Inf(-1), math.Inf(1)
					}
				}
				e := newEstimates(table)
				e.estimate(table, x, below, above)
				outside := e.outside[table.patterns/64] >> (table.patterns % 64)
				sums, distance, outsides := slices.Clone(e.sums), slices.Clone(e.distance), slices.Clone(e.outside)
				e.addPortable(table, below, above)
				e.outside[table.patterns/64] &= 1<<(table.patterns%64) - 1
				if !slices.Equal(sums, e.sums) || !slices.Equal(distance, e.distance) || !slices.Equal(outsides, e.outside) || outside != 0 {
					t.Fatal("the kernel and the portable one differ")
				}
				for p, members := range table.members {
					if out := e.outside[p/64]>>(p%64)&1 == 1; out != (e.distance[p] > violationTol) {
						t.Fatalf("pattern %d: %v is outside: %v", p, e.distance[p], out)
					}
					want := 0.0
					for _, j := range members {
						want += x[j]
					}
					if most := float64(columns) * e.unit; math.Abs(e.of(int32(p))-want) > most {
						t.Fatalf("pattern %d: %v, want %v to %v", p, e.of(int32(p)), want, most)
					}
				}
			})
		}
	}
}
