package eval

import (
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// seed of the random hands; failures are reproduced by it.
const seed = 20150612

func newRand(t testing.TB) *rand.Rand {
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// fiveCardHands calls yield with all 2,598,960 hands of five cards.
func fiveCardHands(yield func(hand [5]cards.Card)) {
	for a := range cards.Card(cards.NumCards) {
		for b := range a {
			for c := range b {
				for d := range c {
					for e := range d {
						yield([5]cards.Card{a, b, c, d, e})
					}
				}
			}
		}
	}
}

// referenceLadder returns the reference score of each strength: entry 0 is below all.
func referenceLadder() []referenceScore {
	var isScore [1 << 24]bool
	fiveCardHands(func(hand [5]cards.Card) { isScore[referenceFive(hand)] = true })
	ladder := []referenceScore{0}
	for score, ok := range isScore {
		if ok {
			ladder = append(ladder, referenceScore(score))
		}
	}
	return ladder
}

// TestFiveCards holds all five-card hands equal to the reference: the strengths are 1 to
// 7462 in the reference's order, without gaps.
func TestFiveCards(t *testing.T) {
	scores := make([]referenceScore, NumStrengths+1)
	var counts [NumCategories]int
	fiveCardHands(func(hand [5]cards.Card) {
		s := HandOf(cards.SetOf(hand[:]...)).Strength()
		score := referenceFive(hand)
		if s == 0 || s > NumStrengths {
			t.Fatalf("%v has strength %d", hand, s)
		}
		if scores[s] == 0 {
			scores[s] = score
		}
		if scores[s] != score || s.Category() != score.category() {
			t.Fatalf("%v has strength %d (%v), which stands for %06x, not %06x", hand, s, s.Category(), scores[s],
				score)
		}
		counts[s.Category()]++
	})
	for s := 1; s < len(scores); s++ {
		if scores[s] <= scores[s-1] {
			t.Fatalf("strengths %d and %d stand for %06x and %06x", s-1, s, scores[s-1], scores[s])
		}
	}
	want := [NumCategories]int{1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40}
	must.Equal(t, counts, want)
}

// TestRandomSixAndSeven holds random hands of six and seven cards equal to the reference.
func TestRandomSixAndSeven(t *testing.T) {
	const hands = 50_000
	ladder := referenceLadder()
	rng := newRand(t)
	deck := make([]cards.Card, cards.NumCards)
	for i := range deck {
		deck[i] = cards.Card(i)
	}
	for range hands {
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		for _, hand := range [][]cards.Card{deck[:6], deck[:7]} {
			if got, want := Of(cards.SetOf(hand...)), reference(hand); ladder[got] != want {
				t.Fatalf("%s has strength %d, which stands for %06x, not %06x", cards.Format(hand), got, ladder[got],
					want)
			}
		}
	}
}

// maxTableBytes is the limit for the embedded tables.
const maxTableBytes = 1_000_000

func TestTableSize(t *testing.T) {
	if len(tables) > maxTableBytes {
		t.Errorf("the embedded tables take %d bytes", len(tables))
	}
	want := 2 * (len(sevenShifts) + len(smallShifts) + len(flushTable) + len(sevenTable) + len(smallTable))
	must.Equal(t, len(tables), want)
}

func TestCategoryString(t *testing.T) {
	for c, want := range map[Category]string{HighCard: "high card", StraightFlush: "straight flush", 9: "no category"} {
		must.Equal(t, c.String(), want, c)
	}
}
