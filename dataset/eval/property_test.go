package eval

import (
	"testing"

	"pgregory.net/rapid"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// drawCards draws fewest to most different cards in random order.
func drawCards(t *rapid.T, fewest, most int) []cards.Card {
	card := rapid.Custom(func(t *rapid.T) cards.Card {
		return cards.Card(rapid.IntRange(0, cards.NumCards-1).Draw(t, "card"))
	})
	return rapid.SliceOfNDistinct(card, fewest, most, rapid.ID[cards.Card]).Draw(t, "hand")
}

// TestSuitsAreEqual: renaming suits changes no strength.
func TestSuitsAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := cards.SetOf(drawCards(t, 5, 7)...)
		for _, p := range cards.SuitPerms {
			if got, want := Of(p.Set(set)), Of(set); got != want {
				t.Fatalf("%v has strength %d, %v has %d", p.Set(set), got, set, want)
			}
		}
	})
}

// TestMoreCardsAreNoWorse: a hand is as strong as its best part.
func TestMoreCardsAreNoWorse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hand := drawCards(t, 6, 7)
		set := cards.SetOf(hand...)
		var best Strength
		for _, c := range hand {
			best = max(best, Of(set.Without(c)))
		}
		if got := Of(set); got != best {
			t.Fatalf("%v has strength %d, its best part %d", set, got, best)
		}
	})
}

// TestAddingUp: a hand does not depend on the order of its cards or on how it is put
// together, and knows how many it has.
func TestAddingUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hand := drawCards(t, 0, 7)
		var whole Hand
		for _, c := range hand {
			whole = whole.Add(c)
		}
		if sorted := HandOf(cards.SetOf(hand...)); whole != sorted {
			t.Fatalf("%v: %x in order, %x sorted", hand, whole, sorted)
		}
		if whole.Len() != len(hand) {
			t.Fatalf("%v has length %d", hand, whole.Len())
		}
		if len(hand) >= 2 {
			combo, rest := cards.ComboOf(hand[0], hand[1]), cards.SetOf(hand[2:]...)
			if merged := HandOf(rest).Merge(HandOfCombo(combo)); merged != whole {
				t.Fatalf("%v: %x merged, %x added", hand, merged, whole)
			}
		}
	})
}

// TestFewCards: hands of fewer than five cards have strength 0, whatever they are.
func TestFewCards(t *testing.T) {
	must.Equal(t, (Hand{}).Strength(), 0, "the empty hand has strength")
	for a := range cards.Card(cards.NumCards) {
		for b := range a {
			for c := range b {
				for d := range c {
					h := Hand{}
					for _, card := range []cards.Card{a, b, c, d} {
						if h = h.Add(card); h.Strength() != 0 {
							t.Fatalf("%d of %v%v%v%v have strength %d", h.Len(), a, b, c, d, h.Strength())
						}
					}
				}
			}
		}
	}
	must.Equal(t, Of(0xff), 0, "eight cards have strength")
}

// FuzzReference holds any hand equal to the reference.
func FuzzReference(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4})
	f.Add([]byte{51, 47, 43, 39, 35, 2, 1})
	ladder := referenceLadder()
	f.Fuzz(func(t *testing.T, numbers []byte) {
		var set cards.Set
		for _, n := range numbers {
			set = set.With(cards.Card(n % cards.NumCards))
		}
		if n := set.Len(); n < 5 || n > 7 {
			if Of(set) != 0 {
				t.Fatalf("%d cards have strength %d", n, Of(set))
			}
			return
		}
		if got, want := Of(set), reference(set.Cards()); got == 0 || ladder[got] != want {
			t.Fatalf("%v has strength %d, which stands for %06x, not %06x", set, got, ladder[got], want)
		}
	})
}
