package tournament

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// headsByOrders is what heads that remain are worth if each player who goes out is knocked out by any of the players
// left with the same chance: every order of finishing, by its chance, one knockout after the other.
func headsByOrders(stacks []float64, head float64) []float64 {
	values := make([]float64, len(stacks))
	var place func(before []int, p float64)
	place = func(before []int, p float64) {
		left := 0.0
		for i, s := range stacks {
			if !slices.Contains(before, i) {
				left += s
			}
		}
		if len(before) == len(stacks) {
			values[before[0]] += p * head
			for k := len(before) - 1; k > 0; k-- {
				for _, winner := range before[:k] {
					values[winner] += p * head / float64(k)
				}
			}
			return
		}
		for i, s := range stacks {
			if !slices.Contains(before, i) {
				place(append(slices.Clone(before), i), p*s/left)
			}
		}
	}
	place(nil, 1)
	return values
}

// TestHeadsPublished compares equal chances with the numbers that the author of HoldemResources Calculator printed, cut
// after four decimals.
func TestHeadsPublished(t *testing.T) {
	stacks, printed := []float64{10, 20, 30, 40, 50}, []float64{0.4143, 0.7684, 1.0475, 1.2822, 1.4874}
	if got := headsByOrders(stacks, 1); !nearAll(got, printed, 0.0001) {
		t.Errorf("by orders: %v", got)
	}
	table := &Table{Stacks: []int{10, 20, 30, 40, 50}, SmallBlind: 1, BigBlind: 2, Prizes: []float64{0},
		Heads: []float64{1, 1, 1, 1, 1}, Bounty: BountyEqual}
	if got := table.Values(table.Unplayed()); !nearAll(got, printed, 0.0001) {
		t.Errorf("of the table: %v", got)
	}
}

// TestHeadsThatRemain holds the models that pay whole heads to the slow computation, at tables with and without others,
// for prizes and for chips, after random ends.
func TestHeadsThatRemain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 150 {
		n, head := 2+rng.IntN(4), 1+rng.Float64()*20
		table := &Table{Stacks: chips(rng, n, 3, 22), SmallBlind: 1, BigBlind: 2,
			Heads: slices.Repeat([]float64{head}, n)}
		if rng.IntN(3) > 0 {
			table.Prizes, table.Others = []float64{50, 30, 20}, chips(rng, rng.IntN(3), 1, 30)
		}
		e := table.End(randomEnd(table, rng), []uint8{0, 1, 2, 3, 4}[:n])
		fixed := table.Values(e)
		all := liveOf(table, e)
		byOrders, sum := headsByOrders(all, head), sumOf(all)
		at := 0
		for seat, s := range e.Stacks {
			equal, shared := fixed[seat], fixed[seat]
			if s > 0 {
				equal += byOrders[at]
				shared += head * float64(len(all)) * all[at] / sum
				at++
			}
			for model, want := range map[Bounty]float64{BountyEqual: equal, BountyShared: shared} {
				table.Bounty = model
				if got := table.Values(e)[seat]; math.Abs(got-want) > 1e-9 {
					t.Fatalf("%+v: seat %d is worth %v, want %v", table, seat, got, want)
				}
			}
			table.Bounty = BountyFixed
		}
	}
}

// TestHeadsOfMany: with the integral over time, equal chances add up to all heads, and nobody has more than MostPrizes
// and all heads of the table.
func TestHeadsOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, model := range []Bounty{BountyShared, BountyEqual} {
		for range 20 {
			table := &Table{Stacks: chips(rng, 5, 3, 22), Others: chips(rng, 5+rng.IntN(20), 1, 30), SmallBlind: 1,
				BigBlind: 2, Prizes: []float64{50, 30, 20}, Bounty: model, Heads: []float64{2, 2, 2, 2, 2}}
			e := table.End(randomEnd(table, rng), []uint8{0, 1, 2, 3, 4})
			most := table.MostPrizes() + sumOf(table.Heads)
			if values := table.Values(e); slices.Max(values) > most {
				t.Fatalf("%+v: %v, at most %v", table, values, most)
			}
		}
	}
	few := &Table{SmallBlind: 1, BigBlind: 2, Stacks: []int{9, 7, 5}, Heads: []float64{3, 3, 3}, Prizes: []float64{10},
		Others: []int{4, 4, 8, 2, 5, 6, 1, 9, 7, 3, 5, 5, 5}, Bounty: BountyEqual}
	e := few.End(6, []uint8{0, 0, 1})
	without := *few
	without.Bounty = BountyFixed
	all := append([]float64{9, 12}, floats(few.Others)...)
	places := make([]float64, len(all))
	for i := range places {
		for k := i + 1; k < len(all); k++ {
			places[i] += 3 / float64(k)
		}
	}
	places[0] += 3
	want := mustICM(t, all, places)
	got, prizes := few.Values(e), without.Values(e)
	if math.Abs(got[0]-prizes[0]-want[0]) > 1e-9 || math.Abs(got[1]-prizes[1]-want[1]) > 1e-9 {
		t.Errorf("%v less %v, want %v", got, prizes, want[:2])
	}
}

func TestParseBounties(t *testing.T) {
	for _, c := range []struct {
		text     string
		bigBlind int
		want     []float64
	}{
		{"$25", 0, []float64{25, 25, 25}},
		{"25/25 50", 0, []float64{25, 25, 50}},
		{"mystery 1x1000, 9x100", 0, []float64{190, 190, 190}},
		{"2.5bb", 1000, []float64{2500, 2500, 2500}},
		{"3x1.5k", 1000, []float64{1500, 1500, 1500}},
	} {
		var chips func(string) ([]int, error)
		if c.bigBlind > 0 {
			chips = func(text string) ([]int, error) { return ParseStacks(text, c.bigBlind) }
		}
		if got, err := ParseBounties(c.text, 3, chips); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v", c.text, got, err)
		}
	}
	for _, text := range []string{"", "5bb", "5%", "x", "mystery", "1,000"} {
		if _, err := ParseBounties(text, 3, nil); !errors.Is(err, ErrPrizes) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
