package showdown

import (
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

func TestOrbitsCoverAllSets(t *testing.T) {
	for _, tc := range []struct {
		name      string
		orbits    *Orbits
		len, sets int
	}{
		{"flops", Flops(), NumFlops, 22_100},
		{"turns", Turns(), NumTurns, 270_725},
		{"boards", Boards(), NumBoards, 2_598_960},
	} {
		must.Equal(t, tc.orbits.Len(), tc.len, tc.name)
		sum := 0
		for i := range tc.orbits.Len() {
			sum += tc.orbits.Size(i)
		}
		must.Equal(t, sum, tc.sets, "sizes sum to", tc.name)
	}
}

// Every flop and every turn, and random boards: canonical forms agree over the orbit, the
// permutation leads there, and the orbit has as many members as Size says.
func TestIndexIsInvariant(t *testing.T) {
	check := func(orbits *Orbits, set cards.Set) {
		t.Helper()
		i, p := orbits.Index(set)
		if i < 0 || p.Set(set) != orbits.Set(i) {
			t.Fatalf("%v: index %d, permutation %v", set, i, p)
		}
		var members []cards.Set
		for _, q := range cards.SuitPerms {
			renamed := q.Set(set)
			if j, _ := orbits.Index(renamed); j != i {
				t.Fatalf("%v is in orbit %d, renamed to %v in %d", set, i, renamed, j)
			}
			members = append(members, renamed)
		}
		slices.Sort(members)
		must.Equal(t, len(slices.Compact(members)), orbits.Size(i), set)
		must.Equal(t, len(set.Stabilizer())*orbits.Size(i), 24, "stabilizer times orbit is", set)
	}
	for _, orbits := range []*Orbits{Flops(), Turns()} {
		for i := range orbits.Len() {
			check(orbits, orbits.Set(i))
		}
	}
	rng := seeded(t, 1)
	for range 2_000 {
		check(Boards(), randomSet(rng, 5))
	}
}

func TestIndexRefusesOtherSizes(t *testing.T) {
	for n := range 8 {
		if i, _ := Turns().Index(cards.FullDeck & (1<<n - 1)); (i >= 0) != (n == 4) {
			t.Errorf("index %d for %d cards", i, n)
		}
	}
}

func TestComboMaps(t *testing.T) {
	for i, p := range cards.SuitPerms {
		must.Equal(t, PermIndex(p), i)
		h := cards.ComboOf(17, 40)
		must.Equal(t, ComboMaps()[i][h], h.Permute(p), h, p)
	}
}

func seeded(t *testing.T, seed uint64) *rand.Rand {
	t.Log("seed", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

func randomSet(rng *rand.Rand, n int) cards.Set {
	var set cards.Set
	for set.Len() < n {
		set = set.With(cards.Card(rng.IntN(cards.NumCards)))
	}
	return set
}
