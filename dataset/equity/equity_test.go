package equity

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"feltlab/internal/must"
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
	return must.Get(cards.ParseCombo(text))(t)
}

func parse(t testing.TB, text string) *ranges.Range {
	t.Helper()
	return must.Get(ranges.Parse(text))(t)
}

func board(t testing.TB, text string) []cards.Card {
	t.Helper()
	return must.Get(cards.ParseBoard(text))(t)
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
	return must.Get(ranges.FromWeights(&w))(t)
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
	wholeDeck(t)
	rng := seeded(t, 1)
	for _, tc := range []struct{ cards, spots int }{{3, 6}, {4, 30}, {5, 100}} {
		for range tc.spots {
			h, b := deal(rng, tc.cards)
			r := randomRange(t, rng, rng.Float64(), 1+rng.Uint32N(1000))
			got, err := Against(background, h, r, b)
			want := countNaive(h, r.Weights(), cards.SetOf(b...))
			if want.Deals == 0 {
				must.Fail(t, err, ErrEmptyRange)
			} else if err != nil || got != want {
				t.Errorf("%v on %s against %v: %+v, %v, want %+v", h, cards.Format(b), r, got, err, want)
			}
		}
	}
}

// Values known to four digits. The classes come from one sweep; a hand alone, whose range
// has too many combos to enumerate, from the other.
func TestKnownValues(t *testing.T) {
	wholeDeck(t)
	atc := parse(t, "ATC")
	queens := hand(t, "QcQd")
	before, err := Against(background, queens, atc, nil)
	if err != nil || fmt.Sprintf("%.4f", before.Equity()) != "0.7993" {
		t.Errorf("queens: %.6f, %v", before.Equity(), err)
	}
	got, err := Against(background, queens, atc, board(t, "AhJcAc"))
	if err != nil || fmt.Sprintf("%.4f", got.Equity()) != "0.8619" {
		t.Errorf("queens on AhJcAc: %.6f, %v", got.Equity(), err)
	}
}

func TestRangeAgainst(t *testing.T) {
	wholeDeck(t)
	rng := seeded(t, 3)
	for _, n := range []int{3, 4, 4, 5, 5, 5} {
		_, b := deal(rng, n)
		hero, villain := randomRange(t, rng, 0.01, 9), randomRange(t, rng, 0.5, 9)
		var want Count
		for h, weight := range hero.Weights() {
			if weight != 0 && cards.Combo(h).Set()&cards.SetOf(b...) == 0 {
				c := must.Get(Against(background, cards.Combo(h), villain, b))(t)
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

// Before the flop the sweep over canonical boards is held against enumeration, with which
// it shares nothing but the evaluator, for ranges of which neither is suit-symmetric.
func TestRangeAgainstPreflop(t *testing.T) {
	wholeDeck(t)
	checkAllIn(t, parse(t, "AhKh, 7s6s:0.5"), parse(t, "QsQc, AcKd:0.25, 8h7h, TT:0.3"))
}

func checkAllIn(t *testing.T, hero, villain *ranges.Range) {
	t.Helper()
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
		t.Errorf("%v against %v: %+v, %v, want %+v", hero, villain, got, err, want)
	}
}

// Before the flop with dead cards, hands that differ by more than suits and the sweep of the boards with a dead card
// give for each combo what enumeration gives; so does the sweep of the other boards.
func TestDeadBeforeFlop(t *testing.T) {
	wholeDeck(t)
	one, most := must.Get(cards.ParseCards("2c"))(t), (cards.FullDeck &^ cards.Set(0x3ff00ff)).Cards()
	for _, dead := range [][]cards.Card{one, most} {
		set := cards.SetOf(dead...)
		hero, villain := parse(t, "44,33:0.5"), parse(t, "55,54s:0.25,22")
		got, err := ByCombo(background, hero, villain, nil, set, 0, nil)
		c := &rangeCount{heroes: HandsOf(hero, set), villains: HandsOf(villain, set), dead: set}
		for i := range c.villains {
			c.opponents[c.villains[i].Combo] = c.villains[i].Weight
		}
		err = errors.Join(err, c.sweepBeside(background, set.Stabilizer(), len(dead) == 1))
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.heroes {
			h := &c.heroes[i]
			var wins, ties uint64
			if len(dead) > 1 || i%4 == 0 { // enumeration takes most of the time
				if wins, ties, err = enumerate(background, h.Combo, villain, 0, set); err != nil {
					t.Fatal(err)
				}
			} else {
				wins, ties = c.sums[h.Combo].Below, c.sums[h.Combo].Tied
			}
			swept, count := c.sums[h.Combo], got[h.Combo]
			if swept.Below != wins || swept.Tied != ties || count.Wins != Product(h.Weight, wins) ||
				count.Ties != Product(h.Weight, ties) {
				t.Errorf("%v without %v: swept %+v, counted %+v, want %d and %d", h.Combo, set, swept, count, wins,
					ties)
			}
		}
	}
}

func TestNoRange(t *testing.T) {
	atc := parse(t, "ATC")
	for _, pair := range [][2]*ranges.Range{{nil, atc}, {atc, nil}, {nil, nil}} {
		must.Fails(RangeAgainst(background, pair[0], pair[1], nil))(t, "nil")
	}
	must.Fails(Against(background, hand(t, "AsAh"), nil, nil))(t)
}

func countEnumerated(t *testing.T, h cards.Combo, r *ranges.Range) Count {
	t.Helper()
	wins, ties, err := enumerate(background, h, r, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return Count{wins, ties, NewLive(r.Weights()).Avoiding(h.Set()) * Runouts(0)}
}

func TestSuitPermutationChangesNothing(t *testing.T) {
	wholeDeck(t)
	rng := seeded(t, 4)
	for range 10 {
		h, b := deal(rng, 4)
		r := randomRange(t, rng, 0.3, 5)
		p := cards.SuitPerms[rng.IntN(len(cards.SuitPerms))]
		var w weights
		for o, weight := range r.Weights() {
			w[cards.Combo(o).Permute(p)] = weight
		}
		renamed := must.Get(ranges.FromWeights(&w))(t)
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
	wholeDeck(t)
	r := parse(t, "AA, 76s:0.3, T4o:0.7")
	counts := must.Get(Preflop(background, r, nil, 0))(t)
	rng := seeded(t, 5)
	for range 3 {
		h, _ := deal(rng, 0)
		must.Equal(t, counts[h.Class()], countEnumerated(t, h, r), h)
	}
	// Zero-sum: over all hands of the range against itself, wins and losses are the same.
	var wins, losses uint64
	for h, w := range r.Weights() {
		c := counts[cards.Combo(h).Class()]
		wins += uint64(w) * c.Wins
		losses += uint64(w) * c.Losses()
	}
	must.Equal(t, wins, losses, "the range against itself wins")
}

func TestErrors(t *testing.T) {
	atc := parse(t, "ATC")
	aa := hand(t, "AsAh")
	of := func(h cards.Combo, r string, b string) error {
		return second(Against(background, h, parse(t, r), must.Get(cards.ParseCards(b))(t)))
	}
	between := func(hero, villain, b string) error {
		return second(RangeAgainst(background, parse(t, hero), parse(t, villain), must.Get(cards.ParseCards(b))(t)))
	}
	must.Fail(t, of(aa, "ATC", "Ah7c2d"), cards.ErrDuplicate, "Ah is in hand AsAh and on board Ah7c2d")
	must.Fail(t, of(aa, "ATC", "7c2d"), "7c2d has 2 cards, want 0, 3, 4 or 5")
	must.Fail(t, of(aa, "ATC", "7c2d3d4d5d6d"), "has 6")
	must.Fail(t, of(aa, "AdAc", "Ad7c2d"), ErrEmptyRange, "AsAh", "Ad7c2d")
	must.Fail(t, of(aa, "AhKh", ""), ErrEmptyRange, "AsAh", "before the flop")
	must.Fail(t, between("AsAh", "AhKh, AsKs", "7c5d2d"), ErrEmptyRange, "7c5d2d")
	must.Fail(t, between("ATC", "ATC", "7c5d"), "has 2 cards")
	must.Fails(FlopsOf(background, aa, parse(t, "QQ"), 1))(t, ErrEmptyRange, "AsAh", "QhQdQc")
	must.Fails(AllFlops(background, []*ranges.Range{atc, parse(t, "AhKh")}, 1, nil))(t, "AhKh tells suits apart")
	must.Fails(Preflop(background, parse(t, "AhKh"), nil, 1))(t, "AhKh tells suits apart")
	twice := []cards.Card{1, 2, 1}
	must.Fails(Against(background, aa, atc, twice))(t, cards.ErrDuplicate)
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
		"Preflop":              second(Preflop(cancelled, atc, nil, 2)),
		"FlopsOf":              second(FlopsOf(cancelled, aa, atc, 2)),
		"AllFlops":             second(AllFlops(cancelled, []*ranges.Range{atc}, 2, nil)),
	} {
		t.Run(name, func(t *testing.T) { must.Fail(t, err, context.Canceled) })
	}
	const patience = 10 * time.Millisecond
	soon, cancel := context.WithTimeout(background, patience)
	defer cancel()
	must.Fails(FlopsOf(soon, aa, atc, 1))(t, context.DeadlineExceeded)
}

func second[T any](_ T, err error) error { return err }
