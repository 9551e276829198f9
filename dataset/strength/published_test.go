package strength

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

// referenceBest scores seven cards under a mode's comparison: the best of all choices of
// five, each by its type and then by its ranks, which are sorted as the mode has it.
func referenceBest(seven cards.Set, m Mode) uint32 {
	best := uint32(0)
	list := seven.Cards()
	for i := range list {
		for j := range i {
			five := seven.Without(list[i]).Without(list[j])
			best = max(best, referenceFive(five.Cards(), m))
		}
	}
	return best
}

func referenceFive(five []cards.Card, m Mode) uint32 {
	category := eval.Of(cards.SetOf(five...)).Category()
	count := map[cards.Rank]int{}
	for _, c := range five {
		count[c.Rank()]++
	}
	byRank := m == AsWritten || m == AsPublished && category == eval.TwoPair
	var ranks []cards.Rank
	for _, c := range five {
		ranks = append(ranks, c.Rank())
	}
	slices.SortFunc(ranks, func(a, b cards.Rank) int {
		if !byRank && count[a] != count[b] {
			return count[b] - count[a]
		}
		return int(b) - int(a)
	})
	straight := category == eval.Straight || category == eval.StraightFlush
	if straight && ranks[0] == cards.Ace && ranks[1] == cards.Five {
		ranks = append(ranks[1:], cards.Two) // the ace plays below the deuce, which is 0 already
	}
	score := uint32(category)
	for _, r := range ranks {
		score = score<<4 | uint32(r)
	}
	return score
}

func TestRankingEqualsReference(t *testing.T) {
	rng := seeded(t, 4)
	for _, m := range []Mode{AsPublished, AsWritten} {
		ranking := m.ranking()
		for range 20_000 {
			deck := rng.Perm(cards.NumCards)
			var a, b cards.Set // five cards in common, as at a showdown
			for i, c := range deck[:9] {
				if i < 7 {
					a = a.With(cards.Card(c))
				}
				if i >= 2 {
					b = b.With(cards.Card(c))
				}
			}
			ra, rb := referenceBest(a, m), referenceBest(b, m)
			ga, gb := ranking[eval.Of(a)], ranking[eval.Of(b)]
			if (ra < rb) != (ga < gb) || (ra == rb) != (ga == gb) {
				t.Fatalf("%v: %v and %v rank %d and %d, want the order of %x and %x", m, a, b, ga, gb, ra, rb)
			}
		}
	}
}

func TestRankingIsPermutation(t *testing.T) {
	for _, m := range []Mode{AsPublished, AsWritten} {
		var seen [eval.NumStrengths + 1]bool
		moved := 0
		for s, r := range m.ranking() {
			if s == 0 {
				continue
			}
			if seen[r] || r < 1 || r.Category() != eval.Strength(s).Category() {
				t.Fatalf("%v: strength %d has rank %d", m, s, r)
			}
			seen[r] = true
			if int(r) != s {
				moved++
				if m == AsPublished && r.Category() != eval.TwoPair {
					t.Fatalf("strength %d, a %v, has moved to %d", s, r.Category(), r)
				}
			}
		}
		if moved < 500 {
			t.Errorf("%v: only %d strengths have moved", m, moved)
		}
	}
}

// printed is Kumar & Keshner's tables 1 and 2.
var printed = map[string][2]float64{
	"AA": {.854, .846}, "KK": {.812, .756}, "QQ": {.778, .707}, "JJ": {.746, .669}, "TT": {.719, .636},
	"99": {.689, .603}, "AKs": {.674, .655}, "AQs": {.670, .637}, "AJs": {.661, .620}, "88": {.660, .579},
	"AKo": {.659, .636}, "ATs": {.654, .608}, "AQo": {.651, .618}, "AJo": {.642, .599}, "A9s": {.639, .588},
}

// difference is the root mean square difference of strengths from a printed column.
func difference(t testing.TB, values *[cards.NumClasses]equity.Count, column int) float64 {
	t.Helper()
	sum := 0.0
	for name, want := range printed {
		k := must.Get(cards.ParseClass(name))(t)
		d := values[k].Equity() - want[column]
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(printed)))
}

// preflop computes each table once for all tests.
func preflop(t testing.TB, w Weighting, m Mode) *[cards.NumClasses]equity.Count {
	t.Helper()
	preflopLock.Lock()
	defer preflopLock.Unlock()
	key := [2]string{string(w), string(m)}
	if preflopTables[key] == nil {
		values := must.Get(Preflop(background, w, m, 0))(t)
		preflopTables[key] = &values
	}
	return preflopTables[key]
}

var (
	preflopLock   sync.Mutex
	preflopTables = map[[2]string]*[cards.NumClasses]equity.Count{}
)

func TestPreflopByRules(t *testing.T) {
	values := preflop(t, Uniform, Rules)
	for class, want := range map[string]string{"AA": "0.8520", "KK": "0.8240", "QQ": "0.7993", "AKs": "0.6704",
		"AKo": "0.6532"} {
		t.Run(class, func(t *testing.T) {
			k := must.Get(cards.ParseClass(class))(t)
			must.Equal(t, fmt.Sprintf("%.4f", values[k].Equity()), want, class)
		})
	}
}

// The published program is recognised by its tables: the difference is the standard error
// of the 100,000 deals it sampled, 0.0013, for table 1 and little more for table 2.
func TestPublishedTables(t *testing.T) {
	const standardError = 0.0013
	for column, limit := range []float64{standardError, 1.5 * standardError} {
		if d := difference(t, preflop(t, Weightings()[column], AsPublished), column); d > limit {
			t.Errorf("table %d differs by %.5f, want at most %.5f", column+1, d, limit)
		}
	}
	if d := difference(t, preflop(t, Uniform, Rules), 0); d < 10*standardError {
		t.Errorf("by the rules table 1 differs by %.5f alone", d)
	}
}

// The board sweep and the tally by hand know nothing of each other.
func TestPreflopEqualsEnumerate(t *testing.T) {
	h := hand(t, "KsQs")
	s := enumerate(t, h, nil, AsPublished)
	for _, w := range Weightings() {
		want := preflop(t, w, AsPublished)[h.Class()]
		must.Equal(t, against(t, s, w.Range(AsPublished)), want, "by the sweep", w)
	}
}
