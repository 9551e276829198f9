package eval

import (
	"slices"
	"testing"

	"feltlab/model/cards"
)

// TestOfSevens compares the kernel and the portable code with Of: on random hands, on hands with many cards of a suit
// and on hands of few ranks, for numbers of hands around multiples of 32.
func TestOfSevens(t *testing.T) {
	hands := randomSevens(t, 4000)
	rng := newRand(t)
	for i := range 2000 { // of one suit and six cards of the others
		deck := rng.Perm(cards.NumRanks + 6)
		for k := range hands[i] {
			if c := cards.Card(deck[k]); c < cards.NumRanks {
				hands[i][k] = c<<2 | cards.Card(i)%4
			} else {
				hands[i][k] = (c-cards.NumRanks)<<2 | cards.Card(i+1)%4
			}
		}
	}
	for i := range hands[2000:3000] { // of two to four ranks
		ranks := rng.Perm(cards.NumRanks)
		for k, c := range rng.Perm(cards.NumSuits * (2 + i%3))[:7] {
			hands[2000+i][k] = cards.Card(ranks[c/cards.NumSuits]<<2 | c%cards.NumSuits)
		}
	}
	want := make([]Strength, len(hands))
	for i, h := range hands {
		want[i] = Of(cards.SetOf(h[:]...))
	}
	portable := make([]Strength, len(hands))
	if ofSevens(hands, portable); !slices.Equal(portable, want) {
		t.Fatal("the portable code differs from Of")
	}
	for _, n := range []int{0, 1, 31, 32, 33, 63, 64, 65, 130, 1040, len(hands)} {
		for _, from := range []int{0, 3, 1990, 2950} {
			from = min(from, len(hands)-n)
			got := make([]Strength, n+1)
			got[n] = untouched
			if OfSevens(hands[from:from+n], got); !slices.Equal(got[:n], want[from:from+n]) || got[n] != untouched {
				t.Fatalf("the strengths of %d hands from number %d differ from those of Of", n, from)
			}
		}
	}
}

// TestOfSevensShort gives OfSevens fewer strengths than hands, with capacity for all: it panics and writes nothing.
func TestOfSevensShort(t *testing.T) {
	strengths := make([]Strength, 40)
	defer func() {
		if recover() == nil || slices.Max(strengths) > 0 {
			t.Error("no panic, or strengths were written")
		}
	}()
	OfSevens(randomSevens(t, 40), strengths[:3])
}

// untouched is no strength.
const untouched = Strength(9999)

// randomSevens returns n random hands of seven cards.
func randomSevens(tb testing.TB, n int) [][7]cards.Card {
	hands := make([][7]cards.Card, n)
	rng := newRand(tb)
	deck := cards.FullDeck.Cards()
	for i := range hands {
		for j := range hands[i] {
			k := j + rng.IntN(len(deck)-j)
			deck[j], deck[k] = deck[k], deck[j]
		}
		copy(hands[i][:], deck)
	}
	return hands
}
