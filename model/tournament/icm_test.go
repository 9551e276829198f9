package tournament

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"feltlab/internal/must"
)

// icmTolerance bounds rounding with prizes of up to 100, some 1e4 units in the last place.
const icmTolerance = 1e-10

// icmByPermutations is the definition: the probability of each order of all players is the
// product of their shares of what is left.
func icmByPermutations(stacks, prizes []float64) []float64 {
	values := make([]float64, len(stacks))
	var place func(done []int, p float64)
	place = func(done []int, p float64) {
		left := 0.0
		for i, s := range stacks {
			if !slices.Contains(done, i) {
				left += s
			}
		}
		for i, s := range stacks {
			if slices.Contains(done, i) {
				continue
			}
			q := p * s / left
			if len(done) < len(prizes) {
				values[i] += q * prizes[len(done)]
			}
			place(append(done, i), q)
		}
	}
	place(make([]int, 0, len(stacks)), 1)
	return values
}

func drawStacks(t *rapid.T, least, most int) []float64 {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
		return math.Exp(rapid.Float64Range(-8, 8).Draw(t, "log stack"))
	}), least, most).Draw(t, "stacks")
}

// drawPrizes draws prizes for at most that many places, equal and zero ones among them.
func drawPrizes(t *rapid.T, most int) []float64 {
	prizes := rapid.SliceOfN(rapid.Float64Range(0, 100), 1, most).Draw(t, "prizes")
	slices.Sort(prizes)
	slices.Reverse(prizes)
	return prizes
}

func nearAll(a, b []float64, tolerance float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= tolerance })
}

func mustICM(t rapid.TB, stacks, prizes []float64) []float64 {
	t.Helper()
	values, err := ICM(stacks, prizes)
	if err != nil {
		t.Fatalf("ICM(%v, %v): %v", stacks, prizes, err)
	}
	return values
}

func TestICMPermutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stacks := drawStacks(t, 1, 7)
		prizes := drawPrizes(t, len(stacks))
		want := icmByPermutations(stacks, prizes)
		if got := mustICM(t, stacks, prizes); !nearAll(got, want, icmTolerance) {
			t.Fatalf("ICM(%v, %v) = %v, want %v", stacks, prizes, got, want)
		}
	})
	stacks := []float64{5, 1, 40, 7, 7, 300, 0.5, 12} // eight, once: 40,320 orders
	prizes := []float64{40, 25, 15, 10, 5, 3, 2}
	if got, want := mustICM(t, stacks, prizes), icmByPermutations(stacks, prizes); !nearAll(got, want, icmTolerance) {
		t.Fatalf("ICM = %v, want %v", got, want)
	}
}

// TestICMTimes holds the integral equal to the recursion, with stacks that differ by factors of up to 10^7.
func TestICMTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stacks := drawStacks(t, 1, 10)
		prizes := make([]float64, len(stacks))
		copy(prizes, drawPrizes(t, len(stacks)))
		got, want := icmByTimes(stacks, prizes, 0), icmBySubsets(stacks, prizes)
		if !nearAll(got, want, icmTolerance) {
			t.Fatalf("%v, %v: times %v, subsets %v", stacks, prizes, got, want)
		}
	})
}

// TestICMOfMany holds the integral, alone and with the players at other tables apart, equal to the sums over sets of 15
// to 21 players: chips from 1 to 10,000, and prizes for some or for all places.
func TestICMOfMany(t *testing.T) {
	for _, players := range []int{15, 18, 21} {
		holdToSubsets(t, players)
	}
}

// icmBySums is icmBySubsets with compensated sums: a value is the sum of up to a million terms.
func icmBySums(stacks, prizes []float64) []float64 {
	n := len(stacks)
	top := make([]float64, 1<<n)
	values, rest := make([]float64, n), make([]float64, n)
	top[0] = 1
	for set, p := range top[:len(top)-1] {
		left := 0.0
		for i, s := range stacks {
			if set>>i&1 == 0 {
				left += s
			}
		}
		for i, s := range stacks {
			if set>>i&1 == 0 {
				top[set|1<<i] += p * s / left
				term := p*s/left*prizes[bits.OnesCount(uint(set))] - rest[i]
				sum := values[i] + term
				rest[i] = sum - values[i] - term
				values[i] = sum
			}
		}
	}
	return values
}

// holdToSubsets compares the values of players by the integral with those by sums over sets.
func holdToSubsets(t *testing.T, players int) {
	rng := rand.New(rand.NewPCG(uint64(players), 1))
	prizes := make([]float64, players)
	for i := range 3 + rng.IntN(players-2) {
		prizes[i] = 1000 / float64(i+1)
	}
	table := Table{SmallBlind: 1, BigBlind: 2, Prizes: prizes}
	stacks := make([]float64, players)
	for i := range stacks {
		chips := 1 + int(math.Pow(10, 4*rng.Float64()))
		stacks[i] = float64(chips)
		if i < MaxTable {
			table.Stacks = append(table.Stacks, chips)
		} else {
			table.Others = append(table.Others, chips)
		}
	}
	want := icmBySums(stacks, prizes)
	tolerance := 1e-14 * sumOf(prizes) // fifty units in the last place of the sum of the prizes
	if got := mustICM(t, stacks, prizes); !nearAll(got, want, tolerance) {
		t.Errorf("%d players %v: %v, want %v", players, stacks, got, want)
	}
	if got := table.icm()(stacks[:MaxTable]); !nearAll(got, want[:MaxTable], tolerance) {
		t.Errorf("%d players %v: at the table %v, want %v", players, stacks, got, want)
	}
	for _, estimate := range []float64{must.Get(ICMError(stacks, prizes))(t), table.ICMError()} {
		if estimate == 0 || estimate > tolerance {
			t.Errorf("%d players: an estimated error of %v", players, estimate)
		}
	}
}

// TestICMOfThousands: prizes that change at one place of many need nodes that are close.
func TestICMOfThousands(t *testing.T) {
	const paid, least = 1200, 20.0 // of 1,503 players: there places are the least uncertain
	table := Table{SmallBlind: 1, BigBlind: 2, Stacks: []int{90, 100, 110}, Prizes: slices.Repeat([]float64{least},
		paid)}
	for i := range 1500 {
		table.Others = append(table.Others, 50+i%101)
	}
	if most := table.ICMError(); most == 0 || most > 1e-12*least {
		t.Errorf("an error of %v", most)
	}
	f, even := table.field(0), field{} // twice the distance
	for i := 0; i < len(f); i += 2 {
		node := f[i]
		node.weight *= 2
		even = append(even, node)
	}
	stacks := []float64{90, 100, 110}
	if off := halfDistance(f.values(stacks), even.values(stacks)); off < 1e-9*least {
		t.Errorf("at twice the distance values are off by no more than %v, so the test tests nothing", off)
	}
}

// TestICMProperties: values sum to the prizes, lie between them, do not depend on the order or
// the unit of the stacks, equal stacks are worth the same and larger ones at least as much.
func TestICMProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stacks := drawStacks(t, 1, 20) // both algorithms
		prizes := drawPrizes(t, 25)    // more prizes than players too
		if rapid.Bool().Draw(t, "equal") {
			stacks[0] = stacks[len(stacks)-1]
		}
		values := mustICM(t, stacks, prizes)
		total, want := 0.0, 0.0
		for i, v := range values {
			total += v
			if i < len(prizes) {
				want += prizes[i]
			}
			if v < -icmTolerance || v > prizes[0]*(1+icmTolerance) {
				t.Fatalf("ICM(%v, %v) = %v", stacks, prizes, values)
			}
			for j, w := range values {
				if stacks[i] >= stacks[j] && v < w-icmTolerance {
					t.Fatalf("ICM(%v, %v) = %v: stack %d is not worth less than stack %d", stacks, prizes, values, j, i)
				}
			}
		}
		if math.Abs(total-want) > icmTolerance {
			t.Fatalf("ICM(%v, %v) sums to %v, want %v", stacks, prizes, total, want)
		}
		slices.Reverse(stacks)
		for i := range stacks {
			stacks[i] *= 300
		}
		reversed := mustICM(t, stacks, prizes)
		slices.Reverse(reversed)
		if !nearAll(reversed, values, icmTolerance) {
			t.Fatalf("reversed: %v, want %v", reversed, values)
		}
	})
}

// TestICMSeats holds the values of states equal to those of their stacks.
func TestICMSeats(t *testing.T) {
	for _, prizes := range [][]float64{{50, 30, 20}, {100}, {60, 40}, {25, 25, 25}, {9, 8, 7, 6}} {
		r := Default()
		r.Prizes = prizes
		space := r.Space()
		for i := range space.Len() {
			want, got := mustICM(t, floats(space.At(i).seated()), prizes), r.ICM(space.At(i))
			if !nearAll(got[:len(want)], want, icmTolerance) {
				t.Fatalf("prizes %v, %v: %v, want %v", prizes, space.At(i), got, want)
			}
		}
	}
}

// TestICMWithoutChips: players without chips share the places behind the others, the limit of
// equal stacks that vanish.
func TestICMWithoutChips(t *testing.T) {
	prizes := []float64{50, 30, 16, 4}
	got := mustICM(t, []float64{0, 3, 0, 1}, prizes)
	want := icmByPermutations([]float64{1e-13, 3, 1e-13, 1}, prizes)
	if !nearAll(got, want, icmTolerance) || got[0] != 10 {
		t.Errorf("ICM = %v, want %v", got, want)
	}
}

// TestICMField values a large field: equal stacks share equally, and one player with half of
// all chips wins half of the time.
func TestICMField(t *testing.T) {
	const players = 200
	stacks := slices.Repeat([]float64{1}, players)
	for i, v := range mustICM(t, stacks, []float64{1000, 500, 250}) {
		if math.Abs(v-1750.0/players) > icmTolerance {
			t.Fatalf("player %d of %d has %v", i, players, v)
		}
	}
	stacks[7] = players - 1
	if got := mustICM(t, stacks, []float64{100}); math.Abs(got[7]-50) > icmTolerance {
		t.Errorf("half of the chips win %v%%", got[7])
	}
}

func TestICMErrors(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		stacks, prizes []float64
		want           error
	}{
		{nil, []float64{1}, ErrStacks},
		{[]float64{0, 0}, []float64{1}, ErrStacks},
		{[]float64{1, -1}, []float64{1}, ErrStacks},
		{[]float64{1, nan}, []float64{1}, ErrStacks},
		{[]float64{1, inf}, []float64{1}, ErrStacks},
		{[]float64{1, 2}, nil, ErrPrizes},
		{[]float64{1, 2}, []float64{inf}, ErrPrizes},
	} {
		if got, err := ICM(c.stacks, c.prizes); !errors.Is(err, c.want) || got != nil {
			t.Errorf("ICM(%v, %v) = %v, %v, want %v", c.stacks, c.prizes, got, err, c.want)
		}
	}
	huge := mustICM(t, []float64{math.MaxFloat64, math.MaxFloat64}, []float64{2})
	if !nearAll(huge, []float64{1, 1}, icmTolerance) {
		t.Errorf("huge stacks are worth %v", huge)
	}
}

func BenchmarkICM(b *testing.B) {
	for _, players := range []int{3, 9, 14, 100} {
		stacks := make([]float64, players)
		for i := range stacks {
			stacks[i] = float64(100 + i)
		}
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			for b.Loop() {
				must.Get(ICM(stacks, []float64{50, 30, 20}))(b)
			}
		})
	}
}
