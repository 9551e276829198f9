package showdown

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

func TestOrderIsSorted(t *testing.T) {
	var o Order
	rng := seeded(t, 2)
	for i := range 300 {
		board := randomSet(rng, 3+i%3)
		o.Sort(board)
		var seen [cards.NumCombos]bool
		start, before := 0, eval.Strength(0)
		for _, end := range o.ends[:o.Groups()] {
			strength := eval.Of(board | o.hands[start].combo().Set())
			if strength <= before {
				t.Fatalf("board %v: strength %d follows %d", board, strength, before)
			}
			for _, h := range o.hands[start:end] {
				if cards.ComboOf(h.low(), h.high()) != h.combo() || h.combo().Set()&board != 0 || seen[h.combo()] {
					t.Fatalf("board %v: hand %v is dead or listed twice", board, h.combo())
				}
				seen[h.combo()] = true
				must.Equal(t, eval.Of(board|h.combo().Set()), strength, "is not of its group's strength", board,
					h.combo())
			}
			start, before = int(end), strength
		}
		if live := cards.NumCards - board.Len(); start != live*(live-1)/2 {
			t.Fatalf("board %v: %d hands", board, start)
		}
	}
}

// testBoards are boards on which every kind of tie occurs, and random ones.
func testBoards(rng *rand.Rand) []cards.Set {
	var boards []cards.Set
	for _, s := range []string{"AsKsQsJsTs", "AhAdAsAc2c", "2c3c4c5c7c", "5h6d7s8c9h", "KhKd7s7c2h", "9s8s7s2d2h"} {
		board, err := cards.ParseBoard(s)
		if err != nil {
			panic(err)
		}
		boards = append(boards, cards.SetOf(board...))
	}
	for i := range 9 {
		boards = append(boards, randomSet(rng, 3+i%3))
	}
	return boards
}

func testSweep[W Weight](t *testing.T, draw func() W, tolerance float64) {
	rng := seeded(t, 3)
	var o Order
	for _, board := range testBoards(rng) {
		var weights [cards.NumCombos]W
		var got, want [cards.NumCombos]Outcome[W]
		for h := range weights {
			weights[h] = draw()
		}
		o.Sort(board)
		Sweep(&o, &weights, &got)
		sweepNaive(board, &weights, &want)
		for h, g := range got {
			w := want[h]
			if math.Abs(float64(g.Below)-float64(w.Below)) > tolerance ||
				math.Abs(float64(g.Tied)-float64(w.Tied)) > tolerance {
				t.Fatalf("board %v, hand %v: %+v, want %+v", board, cards.Combo(h), g, w)
			}
		}
	}
}

func TestSweepEqualsNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	sparse := func(limit uint64) uint64 {
		if rng.IntN(2) == 0 {
			return 0
		}
		return rng.Uint64N(limit)
	}
	t.Run("uint32", func(t *testing.T) { testSweep(t, func() uint32 { return uint32(sparse(1 << 20)) }, 0) })
	t.Run("uint64", func(t *testing.T) { testSweep(t, func() uint64 { return sparse(1 << 50) }, 0) })
	t.Run("int64", func(t *testing.T) { testSweep(t, func() int64 { return int64(sparse(1<<50)) - 1<<49 }, 0) })
	// Weights below 1, so totals below 1,326: an error of some units in the last place of
	// the total.
	const total = cards.NumCombos
	t.Run("float64", func(t *testing.T) { testSweep(t, rng.Float64, 100*total*0x1p-53) })
	t.Run("float32", func(t *testing.T) { testSweep(t, rng.Float32, 100*total*0x1p-24) })
}

// Four ranges in the 16-bit lanes of a word give what four sweeps give.
func TestSweepServesLanes(t *testing.T) {
	rng := seeded(t, 5)
	var o Order
	for _, board := range testBoards(rng) {
		o.Sort(board)
		var packed [cards.NumCombos]uint64
		var out [cards.NumCombos]Outcome[uint64]
		var single [4]struct {
			weights [cards.NumCombos]uint64
			out     [cards.NumCombos]Outcome[uint64]
		}
		for lane := range single {
			for h := range packed {
				w := rng.Uint64N(2)
				single[lane].weights[h] = w
				packed[h] |= w << (16 * lane)
			}
			Sweep(&o, &single[lane].weights, &single[lane].out)
		}
		Sweep(&o, &packed, &out)
		for lane := range single {
			for h := range packed {
				got := Outcome[uint64]{out[h].Below >> (16 * lane) & 0xffff, out[h].Tied >> (16 * lane) & 0xffff}
				must.Equal(t, got, single[lane].out[h], board, cards.Combo(h), lane)
			}
		}
	}
}

func BenchmarkSort(b *testing.B) {
	boards := Boards()
	var o Order
	b.ResetTimer()
	for i := range b.N {
		o.Sort(boards.Set(i * 1009 % boards.Len()))
	}
}

func BenchmarkSweep(b *testing.B) {
	orders := make([]Order, 64)
	for i := range orders {
		orders[i].Sort(Boards().Set(i * 1009))
	}
	weights := [cards.NumCombos]uint64(slices.Repeat([]uint64{1}, cards.NumCombos))
	var out [cards.NumCombos]Outcome[uint64]
	b.ResetTimer()
	for i := range b.N {
		Sweep(&orders[i%len(orders)], &weights, &out)
	}
}

func BenchmarkSweepNaive(b *testing.B) {
	weights := [cards.NumCombos]uint64(slices.Repeat([]uint64{1}, cards.NumCombos))
	var out [cards.NumCombos]Outcome[uint64]
	for i := range b.N {
		sweepNaive(Boards().Set(i*1009%NumBoards), &weights, &out)
	}
}
