package equity

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

var background = context.Background()

func seeded(t testing.TB, seed uint64) *rand.Rand {
	t.Helper()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

func hand(t testing.TB, text string) cards.Combo {
	t.Helper()
	h, err := cards.ParseCombo(text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func parse(t testing.TB, text string) *ranges.Range {
	t.Helper()
	r, err := ranges.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func board(t testing.TB, text string) []cards.Card {
	t.Helper()
	b, err := cards.ParseBoard(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// randomRange has about the given share of all combos, with weights 1..limit.
func randomRange(t testing.TB, rng *rand.Rand, share float64, limit uint32) *ranges.Range {
	t.Helper()
	var w weights
	w[rng.IntN(cards.NumCombos)] = 1
	for h := range w {
		if rng.Float64() < share {
			w[h] = 1 + rng.Uint32N(limit)
		}
	}
	r, err := ranges.FromWeights(&w)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomSymmetricRange gives each class a weight in 0..limit.
func randomSymmetricRange(t testing.TB, rng *rand.Rand, limit uint32) *ranges.Range {
	t.Helper()
	var w weights
	for k := range cards.Class(cards.NumClasses) {
		weight := rng.Uint32N(limit + 1)
		for _, h := range k.Combos() {
			w[h] = weight
		}
	}
	r, err := ranges.FromWeights(&w)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// deal draws a hand and a board of n cards.
func deal(rng *rand.Rand, n int) (cards.Combo, []cards.Card) {
	deck := rng.Perm(cards.NumCards)
	dealt := make([]cards.Card, n)
	for i := range dealt {
		dealt[i] = cards.Card(deck[2+i])
	}
	return cards.ComboOf(cards.Card(deck[0]), cards.Card(deck[1])), dealt
}

func TestAgainstEqualsNaive(t *testing.T) {
	rng := seeded(t, 1)
	for _, tc := range []struct{ cards, spots int }{{3, 6}, {4, 30}, {5, 100}} {
		for range tc.spots {
			h, b := deal(rng, tc.cards)
			r := randomRange(t, rng, rng.Float64(), 1+rng.Uint32N(1000))
			got, err := Against(background, h, r, b)
			want := countNaive(h, r.Weights(), cards.SetOf(b...))
			if want.Deals == 0 {
				if !errors.Is(err, ErrEmptyRange) {
					t.Errorf("%v on %s against %v: error %v", h, cards.Format(b), r, err)
				}
			} else if err != nil || got != want {
				t.Errorf("%v on %s against %v: %+v, %v, want %+v", h, cards.Format(b), r, got, err, want)
			}
		}
	}
}

func TestAgainstKnownValues(t *testing.T) {
	for _, tc := range []struct{ hand, opponents, board, equity string }{
		// Exact values known to four digits.
		{"AsAh", "ATC", "", "0.8520"},
		{"KdKc", "ATC", "", "0.8240"},
		{"QcQd", "ATC", "", "0.7993"},
		{"AhKh", "ATC", "", "0.6704"},
		{"AhKd", "ATC", "", "0.6532"},
		{"QcQd", "ATC", "AhJcAc", "0.8619"},
	} {
		got, err := Against(background, hand(t, tc.hand), parse(t, tc.opponents), board(t, tc.board))
		if err != nil || fmt.Sprintf("%.4f", got.Equity()) != tc.equity {
			t.Errorf("%s against %s on %q: %.6f, %v, want %s", tc.hand, tc.opponents, tc.board, got.Equity(), err, tc.equity)
		}
	}
}

// The two ways to count before the flop share nothing but the evaluator.
func TestPreflopEnumerationEqualsSweep(t *testing.T) {
	rng := seeded(t, 2)
	for range 2 {
		h, _ := deal(rng, 0)
		w := randomRange(t, rng, 0.008, 1000).Weights()
		deals := newLive(w).avoiding(h.Set()) * runouts(0)
		wins, ties, err := enumerate(background, h, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		var hero weights
		hero[h] = 1
		gotWins, gotTies, err := allIn(background, &hero, w, deals, 0)
		if err != nil || gotWins != wins || gotTies != ties {
			t.Errorf("%v: sweep %d, %d, %v; enumeration %d, %d", h, gotWins, gotTies, err, wins, ties)
		}
	}
}

func TestRangeAgainst(t *testing.T) {
	rng := seeded(t, 3)
	for _, n := range []int{3, 4, 4, 5, 5, 5} {
		_, b := deal(rng, n)
		hero, villain := randomRange(t, rng, 0.01, 9), randomRange(t, rng, 0.5, 9)
		var want Count
		for h, weight := range hero.Weights() {
			if weight != 0 && cards.Combo(h).Set()&cards.SetOf(b...) == 0 {
				c, err := Against(background, cards.Combo(h), villain, b)
				if err != nil {
					t.Fatal(err)
				}
				want.Wins += uint64(weight) * c.Wins
				want.Ties += uint64(weight) * c.Ties
				want.Deals += uint64(weight) * c.Deals
			}
		}
		got, err := RangeAgainst(background, hero, villain, b)
		if err != nil || got != want {
			t.Errorf("on %s: %+v, %v, want %+v", cards.Format(b), got, err, want)
		}
		back, err := RangeAgainst(background, villain, hero, b)
		if err != nil || back.Wins != got.Losses() || back.Ties != got.Ties || back.Deals != got.Deals {
			t.Errorf("on %s: %+v one way, %+v, %v the other", cards.Format(b), got, back, err)
		}
	}
}

// Before the flop: range against range is the sum over the hero's hands, one by one, and
// the mirror image the other way round; neither range is suit-symmetric.
func TestRangeAgainstPreflop(t *testing.T) {
	hero, villain := parse(t, "AhKh, 7d7c:0.5"), parse(t, "QsQc, AcKd:0.25, 8h7h")
	var want Count
	for h, weight := range hero.Weights() {
		if weight != 0 {
			c := countEnumerated(t, cards.Combo(h), villain)
			want.Wins += uint64(weight) * c.Wins
			want.Ties += uint64(weight) * c.Ties
			want.Deals += uint64(weight) * c.Deals
		}
	}
	got, err := RangeAgainst(background, hero, villain, nil)
	if err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

func countEnumerated(t *testing.T, h cards.Combo, r *ranges.Range) Count {
	t.Helper()
	wins, ties, err := enumerate(background, h, r.Weights(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return Count{wins, ties, newLive(r.Weights()).avoiding(h.Set()) * runouts(0)}
}

func TestSuitPermutationChangesNothing(t *testing.T) {
	rng := seeded(t, 4)
	for range 10 {
		h, b := deal(rng, 4)
		r := randomRange(t, rng, 0.3, 5)
		p := cards.SuitPerms[rng.IntN(len(cards.SuitPerms))]
		var w weights
		for o, weight := range r.Weights() {
			w[cards.Combo(o).Permute(p)] = weight
		}
		renamed, err := ranges.FromWeights(&w)
		if err != nil {
			t.Fatal(err)
		}
		renamedBoard := make([]cards.Card, len(b))
		for i, c := range b {
			renamedBoard[i] = p.Card(c)
		}
		got, err1 := Against(background, h, r, b)
		want, err2 := Against(background, h.Permute(p), renamed, renamedBoard)
		if err1 != nil || err2 != nil || got != want {
			t.Errorf("%v on %s under %v: %+v, %v, became %+v, %v", h, cards.Format(b), p, got, err1, want, err2)
		}
	}
}

func TestPreflop(t *testing.T) {
	rng := seeded(t, 5)
	r := randomSymmetricRange(t, rng, 20)
	counts, err := Preflop(background, r, 0)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		h, _ := deal(rng, 0)
		got, err := Against(background, h, r, nil)
		if err != nil || got != counts[h.Class()] {
			t.Errorf("%v: alone %+v, %v, as a class %+v", h, got, err, counts[h.Class()])
		}
	}
	// Zero-sum: over all hands of the range against itself, wins and losses are the same.
	var wins, losses uint64
	for h, w := range r.Weights() {
		c := counts[cards.Combo(h).Class()]
		wins += uint64(w) * c.Wins
		losses += uint64(w) * c.Losses()
	}
	if wins != losses {
		t.Errorf("the range against itself wins %d and loses %d", wins, losses)
	}
}

func TestErrors(t *testing.T) {
	atc := parse(t, "ATC")
	aa := hand(t, "AsAh")
	of := func(h cards.Combo, r string, b string) error {
		_, err := Against(background, h, parse(t, r), mustCards(t, b))
		return err
	}
	between := func(hero, villain, b string) error {
		_, err := RangeAgainst(background, parse(t, hero), parse(t, villain), mustCards(t, b))
		return err
	}
	for _, tc := range []struct {
		name string
		err  error
		want error
		says []string
	}{
		{"clash", of(aa, "ATC", "Ah7c2d"), ErrDuplicate, []string{"Ah is in hand AsAh and on board Ah7c2d"}},
		{"two cards", of(aa, "ATC", "7c2d"), ErrBoard, []string{"7c2d has 2"}},
		{"six cards", of(aa, "ATC", "7c2d3d4d5d6d"), ErrBoard, []string{"has 6"}},
		{"empty", of(aa, "AdAc", "Ad7c2d"), ErrEmptyRange, []string{"AsAh", "Ad7c2d"}},
		{"empty preflop", of(aa, "AhKh", ""), ErrEmptyRange, []string{"AsAh", "preflop"}},
		{"empty pairs", between("AsAh", "AhKh, AsKs", "7c5d2d"), ErrEmptyRange, []string{"7c5d2d"}},
		{"range on two cards", between("ATC", "ATC", "7c5d"), ErrBoard, nil},
		{"flops of", second(FlopsOf(background, aa, parse(t, "QQ"), 1)), ErrEmptyRange, []string{"AsAh", "QhQdQc"}},
		{"all flops", second(AllFlops(background, []*ranges.Range{atc, parse(t, "AhKh")}, 1, nil)), ErrNotSymmetric, []string{"AhKh", "FlopsOf"}},
		{"preflop", second(Preflop(background, parse(t, "AhKh"), 1)), ErrNotSymmetric, []string{"AhKh", "Against"}},
	} {
		if !errors.Is(tc.err, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, tc.err, tc.want)
			continue
		}
		for _, s := range tc.says {
			if !strings.Contains(tc.err.Error(), s) {
				t.Errorf("%s: %v does not say %q", tc.name, tc.err, s)
			}
		}
	}
	twice := []cards.Card{1, 2, 1}
	if _, err := Against(background, aa, atc, twice); !errors.Is(err, ErrDuplicate) {
		t.Errorf("a card twice on the board: %v", err)
	}
}

// The heaviest ranges are refused where their products might wrap.
func TestOverflow(t *testing.T) {
	var w weights
	for h := range w {
		w[h] = ranges.MaxWeight - uint32(h)%2
	}
	heavy, err := ranges.FromWeights(&w)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RangeAgainst(background, heavy, heavy, nil); !errors.Is(err, ErrOverflow) {
		t.Errorf("error %v", err)
	}
	if _, err := RangeAgainst(background, heavy, heavy, board(t, "2c7d9hJsKc")); err != nil {
		t.Errorf("on the river: %v", err)
	}
}

func TestCancellation(t *testing.T) {
	atc := parse(t, "ATC")
	aa := hand(t, "AsAh")
	cancelled, cancel := context.WithCancel(background)
	cancel()
	for name, err := range map[string]error{
		"Against":              second(Against(cancelled, aa, atc, nil)),
		"Against on flop":      second(Against(cancelled, aa, atc, board(t, "2c7d9h"))),
		"Against few":          second(Against(cancelled, aa, parse(t, "KK"), nil)),
		"RangeAgainst":         second(RangeAgainst(cancelled, atc, atc, nil)),
		"RangeAgainst on flop": second(RangeAgainst(cancelled, atc, atc, board(t, "2c7d9h"))),
		"Preflop":              second(Preflop(cancelled, atc, 2)),
		"FlopsOf":              second(FlopsOf(cancelled, aa, atc, 2)),
		"AllFlops":             second(AllFlops(cancelled, []*ranges.Range{atc}, 2, nil)),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	const patience = 10 * time.Millisecond
	soon, cancel := context.WithTimeout(background, patience)
	defer cancel()
	if _, err := FlopsOf(soon, aa, atc, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("FlopsOf after %v: %v", patience, err)
	}
}

func second[T any](_ T, err error) error { return err }

func mustCards(t *testing.T, text string) []cards.Card {
	t.Helper()
	c, err := cards.ParseCards(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
