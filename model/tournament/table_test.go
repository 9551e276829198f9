package tournament

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/internal/must"
)

// endByChips is Table.End with every chip of every bet paid by itself: the n-th chip of all bets goes to the best of
// the players in the pot who bet n chips or more.
func endByChips(t *Table, in SeatSet, ranks []uint8) []float64 {
	bets, most, ante := t.posts()
	won := make([]float64, len(t.Stacks))
	for seat, all := range most {
		if in.Has(seat) {
			bets[seat] = all
		}
		won[seat] = float64(all - bets[seat])
	}
	for chip := range slices.Max(bets) {
		var best []int
		size := 0
		for seat, bet := range bets {
			if bet <= chip {
				continue
			}
			size++
			switch {
			case !in.Has(seat) || len(best) > 0 && ranks[best[0]] < ranks[seat]:
			case len(best) > 0 && ranks[best[0]] == ranks[seat]:
				best = append(best, seat)
			default:
				best = []int{seat}
			}
		}
		if chip == 0 {
			size += ante + t.Dead
		}
		for _, seat := range best {
			won[seat] += float64(size) / float64(len(best))
		}
	}
	return won
}

func TestEndByChips(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		n := 2 + rng.IntN(MaxTable-1)
		table := Table{SmallBlind: 2, BigBlind: 4, Ante: rng.IntN(3), BigBlindAnte: rng.IntN(2) == 0, Dead: rng.IntN(5)}
		ranks := make([]uint8, n)
		for i := range n {
			table.Stacks = append(table.Stacks, 1+rng.IntN(25))
			ranks[i] = uint8(rng.IntN(4))
		}
		if rng.IntN(3) == 0 {
			table.Open(&Opening{Seat: rng.IntN(n - 1), To: 5 + rng.IntN(9)})
		}
		in := randomEnd(&table, rng)
		got, want := table.End(in, ranks).Stacks, endByChips(&table, in, ranks)
		total := float64(table.Dead)
		for i := range got {
			if total += float64(table.Stacks[i]) - got[i]; math.Abs(got[i]-want[i]) > 1e-9 {
				t.Fatalf("%+v, in %b, ranks %v: %v, want %v", table, in, ranks, got, want)
			}
		}
		if math.Abs(total) > 1e-9 {
			t.Fatalf("%+v, in %b, ranks %v: %v lose or make %v chips", table, in, ranks, got, total)
		}
	}
}

// chips draws stacks, from a least to a largest one.
func chips(rng *rand.Rand, players, least, most int) (stacks []int) {
	for range players {
		stacks = append(stacks, least+rng.IntN(most-least+1))
	}
	return stacks
}

// liveOf returns the stacks of all who are left after a hand, those at other tables last.
func liveOf(t *Table, e Ended) []float64 {
	return slices.DeleteFunc(slices.Concat(e.Stacks, floats(t.Others)), func(s float64) bool { return s == 0 })
}

// randomEnd plays a hand at random by the rules.
func randomEnd(table *Table, rng *rand.Rand) (in SeatSet) {
	for seat := range table.Stacks {
		if table.Stays(seat, in) || rng.IntN(3) == 0 {
			in |= 1 << seat
		}
	}
	return in
}

// TestTableValues holds the values of a final table to the rules of three players, and sums of values to the prizes.
func TestTableValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	rules := Default()
	for range 200 {
		table := Table{Stacks: chips(rng, 3, 1, 20), SmallBlind: 1, BigBlind: 2, Prizes: rules.Prizes}
		in := randomEnd(&table, rng)
		e := table.End(in, []uint8{0, 1, 2})
		values := table.Values(e)
		if sum := sumOf(values); math.Abs(sum-100) > 1e-9 {
			t.Fatalf("%+v, in %b: values %v sum to %v", table, in, values, sum)
		}
		if slices.Min(e.Stacks) <= 0 {
			continue
		}
		want, err := ICM(e.Stacks, rules.Prizes)
		if err != nil || !slices.Equal(values, want) {
			t.Fatalf("%+v, in %b: %v, want %v", table, in, values, want)
		}
	}
}

func TestTableBusts(t *testing.T) {
	table := Table{Stacks: []int{10, 10, 10}, SmallBlind: 1, BigBlind: 2, Prizes: []float64{50, 30, 20},
		Others: []int{30}}
	got := table.Values(table.End(7, []uint8{0, 1, 2}))
	if want := []float64{40, 10, 10}; !slices.Equal(got, want) {
		t.Errorf("with a player elsewhere: %v, want %v", got, want)
	}
}

func TestBounties(t *testing.T) {
	table := Table{
		Stacks: []int{10, 6, 10}, SmallBlind: 1, BigBlind: 2, Prizes: []float64{0},
		Heads: []float64{8, 4, 12},
	}
	for _, c := range []struct {
		model Bounty
		ranks []uint8
		want  []float64
	}{
		// The button wins both pots, and both heads.
		{BountyFixed, []uint8{0, 1, 2}, []float64{16, 0, 0}},
		{BountyHalf, []uint8{0, 1, 2}, []float64{8, 0, 0}},
		{BountyProportional, []uint8{0, 1, 2}, []float64{24, 0, 0}},
		{BountyWinner, []uint8{0, 1, 2}, []float64{24, 0, 0}},
		// The small blind wins the main pot of 18, the button the side pot of 8 and the big blind's head.
		{BountyFixed, []uint8{1, 0, 2}, []float64{12, 0, 0}},
		{BountyProportional, []uint8{1, 0, 2}, []float64{6 + 18*8.0/26, 18 * 18.0 / 26, 0}},
		{BountyWinner, []uint8{1, 0, 2}, []float64{6 + 14*8.0/26, 4 * 18.0 / 26, 0}},
		// Two share the pots in which the small blind was.
		{BountyFixed, []uint8{0, 1, 0}, []float64{2, 0, 2}},
	} {
		table.Bounty = c.model
		got := table.Values(table.End(7, c.ranks))
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-12 {
				t.Errorf("%v, ranks %v: %v, want %v", c.model, c.ranks, got, c.want)
			}
		}
	}
}

func TestTableSeats(t *testing.T) {
	for n := 2; n <= MaxTable; n++ {
		names := TableSeats(n)
		if len(names) != n || names[n-1] != "BB" || names[n-2] != "SB" || n > 5 && names[0] != "UTG" {
			t.Errorf("%d players: %v", n, names)
		}
		for i, name := range names {
			if got, err := ParseTableSeat(name, n); err != nil || got != i {
				t.Errorf("%s at a table of %d: %d, %v", name, n, got, err)
			}
		}
	}
	for word, want := range map[string]int{"cutoff": 1, "Big Blind": 4, "small-blind": 3, "BU": 2, "UTG": 0} {
		if got, err := ParseTableSeat(word, 5); err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", word, got, err, want)
		}
	}
	for n := 6; n <= MaxTable; n++ {
		if got, err := ParseTableSeat("LJ", n); err != nil || got != n-6 {
			t.Errorf("LJ at a table of %d: %d, %v", n, got, err)
		}
	}
	if _, err := ParseTableSeat("BNT", 5); !errors.Is(err, ErrOption) {
		t.Errorf("BNT: %v", err)
	}
}

func TestTableValidate(t *testing.T) {
	good := func() *Table {
		return &Table{Stacks: []int{8, 8, 8, 8}, SmallBlind: 1, BigBlind: 2, Prizes: []float64{5, 3}}
	}
	for _, c := range []struct {
		change func(*Table)
		want   error
	}{
		{func(*Table) {}, nil},
		{func(x *Table) { x.Stacks = x.Stacks[:1] }, ErrStacks},
		{func(x *Table) { x.Stacks = make([]int, 11) }, ErrStacks},
		{func(x *Table) { x.Stacks[2] = 0 }, ErrStacks},
		{func(x *Table) { x.Others = []int{0} }, ErrStacks},
		{func(x *Table) { x.SmallBlind = 3 }, ErrBlinds},
		{func(x *Table) { x.Ante = -1 }, ErrBlinds},
		{func(x *Table) { x.Prizes = []float64{3, 5} }, ErrPrizes},
		{func(x *Table) { x.Heads = []float64{1} }, ErrPrizes},
		{func(x *Table) { x.Bounty = BountyHalf }, ErrPrizes},
		{func(x *Table) { x.Heads = []float64{1, 1, -1, 1} }, ErrPrizes},
		{func(x *Table) { x.Prizes, x.Heads = nil, []float64{1, 1, 1, 1} }, nil},
		{func(x *Table) { x.Heads, x.Bounty = []float64{1, 1, 1, 2}, BountyEqual }, ErrPrizes},
	} {
		table := good()
		c.change(table)
		if err := table.Validate(); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", table, err, c.want)
		}
	}
}

// TestField holds the values of a table among players elsewhere to ICM of all players, with stacks of any size and
// with players who are out.
func TestField(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 40 {
		table := Table{Stacks: chips(rng, 2+rng.IntN(9), 1, 1000), Others: chips(rng, 13+rng.IntN(60), 1, 3000),
			SmallBlind: 1, BigBlind: 2}
		for i := range 1 + rng.IntN(30) {
			table.Prizes = append(table.Prizes, 100/float64(i+1))
		}
		e := table.End(randomEnd(&table, rng), []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}[:len(table.Stacks)])
		want := must.Get(ICM(liveOf(&table, e), table.Prizes))(t)
		values := table.Values(e)
		for seat, s := range e.Stacks {
			if s == 0 {
				continue
			}
			if math.Abs(values[seat]-want[0]) > 1e-9 {
				t.Fatalf("%+v: seat %d is worth %v, want %v", table, seat, values[seat], want[0])
			}
			want = want[1:]
		}
	}
}

func BenchmarkField(b *testing.B) {
	table := Table{SmallBlind: 1, BigBlind: 2, Stacks: []int{20, 20, 20, 20, 20, 20, 20, 20, 20}}
	for i := range 1000 {
		table.Others = append(table.Others, 10+i%37)
		if i < 150 {
			table.Prizes = append(table.Prizes, 1000/float64(i+1))
		}
	}
	e := table.End(3<<7, make([]uint8, 9))
	value := table.Valuer()
	for b.Loop() {
		value(e)
	}
}

// TestMostPrizes: after no end of a hand are the prizes worth more to a player.
func TestMostPrizes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		n := 2 + rng.IntN(5)
		table := &Table{Stacks: chips(rng, n, 3, 22), Others: chips(rng, rng.IntN(4)*rng.IntN(20), 1, 30),
			SmallBlind: 1, BigBlind: 2, Prizes: []float64{50, 30, 20, 10}[:1+rng.IntN(4)]}
		most, tight := table.MostPrizes(), false
		for in := SeatSet(1); in < 1<<n; in++ {
			var ranks [MaxTable]uint8
			for seat := range n {
				ranks[seat] = uint8(rng.IntN(3))
			}
			for _, v := range table.Values(table.End(in, ranks[:n])) {
				if v > most*(1+1e-12) {
					t.Fatalf("%+v: %v in the pot: a value of %v, at most %v", table, in, v, most)
				}
				tight = tight || v > most/float64(2*n)
			}
		}
		if !tight {
			t.Errorf("%+v: no value is near %v", table, most)
		}
	}
}
