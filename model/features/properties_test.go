package features_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"feltlab/model/cards"
	"feltlab/model/features"
)

// drawSpot draws a hand and a flop of five different cards, the flop in any order.
func drawSpot(t *rapid.T) (cards.Combo, [3]cards.Card) {
	five := rapid.SliceOfNDistinct(rapid.Uint8Range(0, cards.NumCards-1), 5, 5, rapid.ID[uint8]).Draw(t, "cards")
	at := func(i int) cards.Card { return cards.Card(five[i]) }
	return cards.ComboOf(at(0), at(1)), [3]cards.Card{at(2), at(3), at(4)}
}

// Every flop, with one hand drawn for each, under all 24 renamings.
func TestSuitNamesDoNotMatter(t *testing.T) {
	const seed = 73
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, seed))
	for _, flop := range allFlops() {
		hand := cards.Combo(random.IntN(cards.NumCombos))
		for hand.Set()&cards.SetOf(flop[:]...) != 0 {
			hand = cards.Combo(random.IntN(cards.NumCombos))
		}
		want := features.Of(hand, flop)
		for _, p := range cards.SuitPerms {
			renamed := [3]cards.Card{p.Card(flop[0]), p.Card(flop[1]), p.Card(flop[2])}
			if got := features.Of(hand.Permute(p), renamed); got != want {
				t.Fatalf("%v on %s has %v, with its suits renamed by %v it has %v",
					hand, cards.Format(flop[:]), want.IDs(), p, got.IDs())
			}
		}
	}
}

func TestFlopOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hand, flop := drawSpot(t)
		want := features.Of(hand, flop)
		for _, order := range [][3]int{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			shuffled := [3]cards.Card{flop[order[0]], flop[order[1]], flop[order[2]]}
			if got := features.Of(hand, shuffled); got != want {
				t.Fatalf("%v on %s has %v, on %s %v", hand, cards.Format(flop[:]), want.IDs(),
					cards.Format(shuffled[:]), got.IDs())
			}
		}
	})
}

// partitions are sets of features of which every hand has exactly one on every flop.
var partitions = [][]int{
	{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}, {13, 14, 15}, // aces to tens
	{16, 17, 18},     // suits
	{20, 21, 22},     // ranks
	{23, 24, 32},     // paint cards
	{26, 27, 28, 29}, // broadway cards
	{54, 55, 56},     // flop cards above ours
}

// implications are pairs of features of which the first never comes without the second.
var implications = [][2]int{
	{19, 17}, {25, 24}, {30, 32}, {31, 32}, {33, 31}, {33, 22},
	{34, 22}, {35, 22}, {36, 22}, {20, 38}, {57, 54}, {58, 54},
	{41, 16}, {42, 17}, {43, 16}, {43, 46}, {44, 46}, {45, 46}, {46, 48}, {59, 46},
	{47, 22}, {50, 22}, {52, 22}, {53, 21}, {52, 48},
	{67, 62}, {68, 62}, {69, 62}, {70, 62}, {70, 39}, {71, 62}, {71, 40}, {72, 40}, {73, 40},
	{72, 57}, {73, 58}, {68, 57}, {69, 58},
}

// exclusions are sets of features of which at most one is true.
var exclusions = [][]int{
	{39, 40, 41, 43}, {40, 41, 42, 43}, {34, 35, 36, 37, 38}, {44, 45, 47, 59}, {57, 58}, {52, 53},
	{59, 62, 63, 64, 65}, {60, 62, 63, 64, 65}, {61, 62, 63, 64, 65}, {66, 59}, {66, 60}, {66, 61},
	{66, 62}, {66, 63}, {66, 40}, {66, 43}, {67, 68, 69}, {70, 71}, {72, 73},
}

func TestLogicOfFeatures(t *testing.T) {
	mask := func(ids []int) (v features.Vector) {
		for _, id := range ids {
			v = v.With(id)
		}
		return v
	}
	common := func(v, w features.Vector) int { return v.And(w).Size() }
	var exactlyOne, atMostOne []features.Vector
	for _, ids := range partitions {
		exactlyOne = append(exactlyOne, mask(ids))
	}
	for _, ids := range exclusions {
		atMostOne = append(atMostOne, mask(ids))
	}
	eachSpot(flopsUpToSuits(), false, func(hand cards.Combo, flop [3]cards.Card) bool {
		v := features.Of(hand, flop)
		fails := func(what string, ids []int) bool {
			t.Errorf("%v on %s: want %s of %v, have %v", hand, cards.Format(flop[:]), what, ids, v.IDs())
			return false
		}
		for i, ids := range exactlyOne {
			if common(v, ids) != 1 {
				return fails("exactly one", partitions[i])
			}
		}
		for i, ids := range atMostOne {
			if common(v, ids) > 1 {
				return fails("at most one", exclusions[i])
			}
		}
		for _, p := range implications {
			if v.Has(p[0]) && !v.Has(p[1]) {
				return fails("both or not the first", p[:])
			}
		}
		return true
	})
}
