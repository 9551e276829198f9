package tournament

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNext holds the next tables to the stacks that are left, and the values by these
// tables to Values if the tables are worth their ICM.
func TestNext(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n := 2 + rng.IntN(5)
		table := &Table{SmallBlind: 5, BigBlind: 10, Dead: 3, Prizes: []float64{5, 3, 2}}
		var in SeatSet
		ranks := make([]uint8, n)
		for seat := range n {
			table.Stacks = append(table.Stacks, 11+rng.IntN(50))
			if rng.IntN(2) == 0 {
				in |= 1 << seat
			}
			ranks[seat] = uint8(rng.IntN(n))
			table.Heads = append(table.Heads, 1)
		}
		if in == 0 {
			in = 1
		}
		end := table.End(in, ranks)
		next, players := table.Next(end)
		count := 0
		for _, s := range end.Stacks {
			if s > 0 {
				count++
			}
		}
		if next == nil {
			if count > 1 {
				t.Fatalf("%+v: no table after %+v", table, end)
			}
			continue
		}
		if len(next.Stacks) != count || next.Dead != 0 || len(next.Heads) != count {
			t.Fatalf("%+v: %+v after %+v", table, next, end)
		}
		sum := 0.0
		for i, seat := range players {
			sum += end.Stacks[seat] - float64(next.Stacks[i])
			if math.Abs(end.Stacks[seat]-float64(next.Stacks[i])) > 1+1e-9 || next.Heads[i] != end.Heads[seat] {
				t.Errorf("%v chips for %v", next.Stacks, end.Stacks)
			}
		}
		if math.Abs(sum) > 0.5 || players[count-1] != slices.Min(players) {
			t.Errorf("%v chips for %v of players %v", next.Stacks, end.Stacks, players)
		}
		table.Heads = nil
		whole := true
		for _, s := range end.Stacks {
			whole = whole && s == math.Round(s)
		}
		end = table.End(in, ranks)
		next.Heads = nil
		got, want := table.ValuesBy(end, next.Values(next.Unplayed()), players), table.Values(end)
		for seat := range got {
			if whole && math.Abs(got[seat]-want[seat]) > 1e-9 {
				t.Errorf("stacks %v: values %v, want %v", end.Stacks, got, want)
			}
		}
	}
}

func TestAfter(t *testing.T) {
	table := &Table{Stacks: []int{9, 9}, SmallBlind: 1, BigBlind: 2, Prizes: []float64{1}}
	table.After = func(e Ended) []float64 { return []float64{7, e.Stacks[1]} }
	if v := table.Values(table.End(1, make([]uint8, 2))); v[0] != 7 || v[1] != 7 {
		t.Errorf("%v", v)
	}
}
