package allin

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

var background = context.Background()

func class(t testing.TB, name string) cards.Class {
	t.Helper()
	return must.Get(cards.ParseClass(name))(t)
}

func classes(t testing.TB, names ...string) []cards.Class {
	var out []cards.Class
	for _, name := range names {
		out = append(out, class(t, name))
	}
	return out
}

func triple(t testing.TB, hands [3]cards.Class) Counts {
	t.Helper()
	return must.Get(Triple(background, hands[0], hands[1], hands[2]))(t)
}

// TestPublished has counts of the jam-or-fold reference by the code of the order; ExampleTriple has others.
func TestPublished(t *testing.T) {
	want := map[string]uint64{
		"210": 6089076, "120": 15168380, "201": 11614528, "102": 13293260, "021": 10406796,
		"012": 30161956, "110": 138568, "101": 101388, "011": 396792, "000": 357512,
	}
	for o, n := range triple(t, [3]cards.Class(classes(t, "AKs", "QJs", "T9s"))) {
		if code := tournament.Order(o).String(); n != want[code] {
			t.Errorf("order %s %d times, want %d", code, n, want[code])
		}
	}
}

// Hands that share ranks, suits, or whole classes, in sequences that are not sorted.
func TestTripleEqualsNaive(t *testing.T) {
	for _, names := range [][3]string{
		{"AQs", "AKs", "AKs"},
		{"32s", "AA", "AA"},
		{"54s", "A5s", "55"},
		{"KK", "KJs", "KQs"},
		{"22", "66", "22"},
		{"AKs", "AA", "AKo"},
	} {
		hands := [3]cards.Class(classes(t, names[:]...))
		if got, want := triple(t, hands), naiveTriple(hands); got != want {
			t.Errorf("%v:\ngot  %v\nwant %v", names, got, want)
		}
	}
}

// subset is some classes of all kinds, sharing ranks.
var subset = []string{"AA", "AKs", "AKo", "KK", "A5s", "55", "54o", "54s", "72o", "AQo", "22"}

func subsetTable(t testing.TB, workers int) *Table {
	t.Helper()
	table := newTable()
	must.Do(t, table.fill(background, classes(t, subset...), workers, nil))
	return table
}

// Every sequence of three classes: the sum rule, the same counts whatever the sequence, and
// what Triple gives.
func TestTable(t *testing.T) {
	table, ks := subsetTable(t, 0), classes(t, subset...)
	for i, a := range ks {
		for j, b := range ks {
			for k, c := range ks {
				counts := table.Orders(a, b, c)
				checkCombos(t, table, a, b, c)
				if counts != renamed(table.Orders(b, c, a), [3]int{1, 2, 0}) || counts != renamed(table.Orders(b, a, c),
					[3]int{1, 0, 2}) {
					t.Fatalf("%v %v %v: another sequence, other counts", a, b, c)
				}
				if (i+3*j+5*k)%97 == 0 && counts != triple(t, [3]cards.Class{a, b, c}) {
					t.Fatalf("%v %v %v: Table and Triple differ", a, b, c)
				}
			}
		}
	}
}

// renamed turns the counts of hands h[from[0]], h[from[1]], h[from[2]] into those of h.
func renamed(counts Counts, from [3]int) (out Counts) {
	for o, n := range counts {
		var strengths [3]int
		for i, rank := range tournament.Order(o).Ranks() {
			strengths[from[i]] = -int(rank)
		}
		out[tournament.OrderOf(strengths[0], strengths[1], strengths[2])] += n
	}
	return out
}

// checkCombos holds the sum of a triple's counts to a count of its disjoint combos.
func checkCombos(t *testing.T, table *Table, a, b, c cards.Class) {
	t.Helper()
	var combos uint64
	for _, x := range a.Combos() {
		for _, y := range b.Combos() {
			if x.Set()&y.Set() != 0 {
				continue
			}
			for _, z := range c.Combos() {
				if z.Set()&(x.Set()|y.Set()) == 0 {
					combos++
				}
			}
		}
	}
	if deals := table.Orders(a, b, c).Deals(); deals != combos*BoardsAvoidingThree {
		t.Fatalf("%v %v %v: %d deals, want %d", a, b, c, deals, combos*BoardsAvoidingThree)
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	one, three := subsetTable(t, 1), subsetTable(t, 3)
	for i, n := range one.counts {
		if n != three.counts[i] {
			t.Fatalf("number %d: %d with one worker, %d with three", i, n, three.counts[i])
		}
	}
}

func TestTripleIndex(t *testing.T) {
	next := 0
	for c := range cards.Class(cards.NumClasses) {
		for b := range c + 1 {
			for a := range b + 1 {
				if got := tripleIndex(a, b, c); got != next {
					t.Fatalf("%v %v %v: index %d, want %d", a, b, c, got, next)
				}
				next++
			}
		}
	}
	if next != NumTriples {
		t.Fatalf("%d triples, want %d", next, NumTriples)
	}
}

func TestProgressAndCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	table, calls := newTable(), 0
	err := table.fill(ctx, classes(t, subset...), 2, func(done, total int) {
		calls++
		if done != calls || done > total {
			t.Errorf("call %d says %d of %d", calls, done, total)
		}
		if done == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if got, err := Compute(ctx, 0, nil); got != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("Compute: %v, %v", got, err)
	}
	if _, err := Triple(ctx, 0, 1, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("Triple: %v", err)
	}
}

// The tables of the method have the sizes the derivation says.
func TestSizes(t *testing.T) {
	const numPatterns = 6_175
	if n := len(patterns().boards); n != numPatterns {
		t.Errorf("%d board patterns, want %d", n, numPatterns)
	}
	boards, types := 0, 0
	for i, want := range [3]int{286 * 91, 715 * 13, 1287} {
		l := newLevel(i + 3)
		if n := len(l.sets) * len(l.slices); n != want {
			t.Errorf("%d spades: %d boards, want %d", i+3, n, want)
		}
		boards += len(l.sets) * len(l.slices)
	}
	for p := range rankPair(numRankPairs) {
		types += int(numSuitingsOf(p))
	}
	if boards != 36_608 || types != 338 {
		t.Errorf("%d boards and %d hand types", boards, types)
	}
	if n := len(cells().full); n != 583 {
		t.Errorf("%d cells, want 583", n)
	}
}

// randomHands draws a class for each of three hands.
func randomHands(rng *rand.Rand) (hands [3]cards.Class) {
	for i := range hands {
		hands[i] = cards.Class(rng.IntN(cards.NumClasses))
	}
	return hands
}

func TestSomeTriplesEqualNaive(t *testing.T) { testRandomTriples(t, 1, 2) }

func testRandomTriples(t *testing.T, seed uint64, n int) {
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range n {
		hands := randomHands(rng)
		if got, want := triple(t, hands), naiveTriple(hands); got != want {
			t.Errorf("%v:\ngot  %v\nwant %v", hands, got, want)
		}
	}
}
