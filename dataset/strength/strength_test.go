package strength

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
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

func board(t testing.TB, text string) []cards.Card {
	t.Helper()
	return must.Get(cards.ParseBoard(text))(t)
}

func opponent(t testing.TB, text string, m Mode) *ranges.Range {
	t.Helper()
	return must.Get(ParseOpponent(text, m))(t)
}

func enumerate(t testing.TB, h cards.Combo, b []cards.Card, m Mode) *Matchups {
	t.Helper()
	return must.Get(Enumerate(background, []cards.Combo{h}, b, m, 0))(t)
}

func against(t testing.TB, s *Matchups, r *ranges.Range) equity.Count {
	t.Helper()
	return must.Get(s.Against(r))(t)
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

// randomRange gives about half of all combos weights of 1..9.
func randomRange(t testing.TB, rng *rand.Rand) *ranges.Range {
	t.Helper()
	var w [cards.NumCombos]uint32
	for h := range w {
		if rng.IntN(2) == 0 {
			w[h] = 1 + rng.Uint32N(9)
		}
	}
	return must.Get(ranges.FromWeights(&w))(t)
}

func TestEnumerateEqualsEquity(t *testing.T) {
	rng := seeded(t, 1)
	for _, tc := range []struct{ cards, spots int }{{3, 10}, {4, 40}, {5, 100}} {
		for range tc.spots {
			h, b := deal(rng, tc.cards)
			r := randomRange(t, rng)
			want := must.Get(equity.Against(background, h, r, b))(t)
			must.Equal(t, against(t, enumerate(t, h, b, Rules), r), want, h, cards.Format(b), r)
		}
	}
}

// Before the flop the images of a pair, a suited and an offsuit hand are 6, 4 and 12.
func TestEnumeratePreflopEqualsEquity(t *testing.T) {
	classes := preflop(t, Uniform, Rules)
	for _, text := range []string{"KdTd", "AcKh"} {
		h := hand(t, text)
		s := enumerate(t, h, nil, Rules)
		must.Equal(t, against(t, s, Uniform.Range(Rules)), classes[h.Class()], h)
		for _, o := range []string{"AhQh", "8d7d", "2s2c"} {
			want, err := equity.Against(background, h, opponent(t, o, Rules), nil)
			if got := s.Combo(hand(t, o)); err != nil || got != want {
				t.Errorf("%v against %s: %+v, want %+v, %v", h, o, got, want, err)
			}
		}
	}
}

func TestClassesAddUp(t *testing.T) {
	rng := seeded(t, 2)
	for _, n := range []int{3, 4, 5} {
		h, b := deal(rng, n)
		r := randomRange(t, rng)
		s := enumerate(t, h, b, Rules)
		var sum equity.Count
		for k, v := range s.Classes(r) {
			sum.Wins, sum.Ties, sum.Deals = sum.Wins+v.Wins, sum.Ties+v.Ties, sum.Deals+v.Deals
			var held uint64
			for _, o := range cards.Class(k).Combos() {
				if o.Set()&(h.Set()|cards.SetOf(b...)) == 0 {
					held += uint64(r.Weight(o)) * s.runouts
				}
			}
			must.Equal(t, v.Deals, held, h, cards.Format(b), cards.Class(k))
		}
		whole := against(t, s, r)
		must.Equal(t, sum, whole, "classes add up to", h, cards.Format(b))
		losses, last := uint64(0), ^uint64(0)
		for _, threat := range s.Threats(r) {
			if threat.Losses() > last || threat.Losses() == 0 {
				t.Errorf("%v on %s: threat %v with %d losses after one with %d", h, cards.Format(b), threat.Class,
					threat.Losses(), last)
			}
			last = threat.Losses()
			losses += last
		}
		must.Equal(t, losses, whole.Losses(), h, cards.Format(b))
	}
}

// Each class alone is a range of its own.
func TestClassesEqualEquity(t *testing.T) {
	h, b := hand(t, "QcQd"), board(t, "AhJcAcKs")
	for k, v := range enumerate(t, h, b, Rules).Classes(Chen.Range(Rules)) {
		class := cards.Class(k)
		want := must.Get(equity.Against(background, h, opponent(t, class.String(), Rules), b))(t)
		weight := uint64(ranges.ChenWeight(class))
		want.Wins, want.Ties, want.Deals = weight*want.Wins, weight*want.Ties, weight*want.Deals
		must.Equal(t, v, want, class)
	}
}

// TestStreets: ExampleStreets has the published ones.
func TestStreets(t *testing.T) {
	streets := must.Get(Streets(background, []cards.Combo{hand(t, "QcQd")}, board(t, "AhJcAcKsJd"),
		Uniform.Range(Rules), Rules, 0))(t)
	var got []string
	for _, s := range streets {
		got = append(got, fmt.Sprintf("%.4f", s.Equity()))
	}
	must.Equal(t, fmt.Sprint(got), "[0.7993 0.8619 0.7875 0.7015]")
}

func TestErrors(t *testing.T) {
	h := hand(t, "AhKd")
	for _, tc := range []struct {
		board []cards.Card
		want  string
	}{
		{[]cards.Card{0, 1}, "has 2 cards"},
		{[]cards.Card{0, 1, 2, 3, 4, 5}, "has 6 cards"},
		{[]cards.Card{0, 1, 0}, "duplicate card"},
		{board(t, "Ah2c3c"), "duplicate card"},
	} {
		must.Fails(Enumerate(background, []cards.Combo{h}, tc.board, Rules, 0))(t, tc.want)
		must.Fails(Streets(background, []cards.Combo{h}, tc.board, Uniform.Range(Rules), Rules, 0))(t, tc.want)
	}
	must.Fails(enumerate(t, h, board(t, "As2c3c"), Rules).Against(opponent(t, "AhAs", Rules)))(t, equity.ErrEmptyRange)
	cancelled, cancel := context.WithCancel(background)
	cancel()
	must.Fails(Enumerate(cancelled, []cards.Combo{h}, nil, Rules, 0))(t, context.Canceled)
	must.Fails(Preflop(cancelled, Uniform, AsPublished, 0))(t, context.Canceled)
}

func TestParseOpponent(t *testing.T) {
	for _, m := range Modes() {
		for _, w := range Weightings() {
			if got := opponent(t, string(w), m); !got.Equal(w.Range(m)) {
				t.Errorf("%v, %v: %v", m, w, got)
			}
		}
	}
	for text, same := range map[string]string{"uniform": "ATC", "Chen": "chen", "QQ+": "QQ+"} {
		want, err := ranges.Parse(same)
		if err != nil || !opponent(t, text, Rules).Equal(want) {
			t.Errorf("%q is not %q", text, same)
		}
	}
	aks := hand(t, "AhKh")
	if Chen.Range(Rules).Weight(aks) != 12 || Chen.Range(AsPublished).Weight(aks) != 11 {
		t.Error("weights of AKs are not 12 as stated and 11 as published")
	}
}

// countNaive counts a hand under a comparison of sets of seven cards, by the definition.
func countNaive(h cards.Combo, r *ranges.Range, b cards.Set, rank func(cards.Set) uint32) (v equity.Count) {
	var runOut func(b cards.Set, from cards.Card, o cards.Set, weight uint64)
	runOut = func(b cards.Set, from cards.Card, o cards.Set, weight uint64) {
		if b.Len() < 5 {
			for c := from; c < cards.NumCards; c++ {
				if !(b | o | h.Set()).Has(c) {
					runOut(b.With(c), c+1, o, weight)
				}
			}
			return
		}
		v.Deals += weight
		switch mine, theirs := rank(b|h.Set()), rank(b|o); {
		case mine > theirs:
			v.Wins += weight
		case mine == theirs:
			v.Ties += weight
		}
	}
	for o := range cards.Combo(cards.NumCombos) {
		if weight := r.Weight(o); weight != 0 && o.Set()&(h.Set()|b) == 0 {
			runOut(b, 0, o.Set(), uint64(weight))
		}
	}
	return v
}

// Every mode on turns and rivers, by the definition and the reference comparison.
func TestModesEqualNaive(t *testing.T) {
	rng := seeded(t, 3)
	for _, m := range Modes() {
		for _, n := range []int{4, 5, 5, 5} {
			h, b := deal(rng, n)
			r := randomRange(t, rng)
			want := countNaive(h, r, cards.SetOf(b...), func(seven cards.Set) uint32 { return referenceBest(seven, m) })
			must.Equal(t, against(t, enumerate(t, h, b, m), r), want, m, h, cards.Format(b))
		}
	}
	// The reference by the rules agrees with the evaluator.
	h, b := deal(rng, 5)
	r := Uniform.Range(Rules)
	byRules := countNaive(h, r, cards.SetOf(b...), func(seven cards.Set) uint32 { return uint32(eval.Of(seven)) })
	if got := countNaive(h, r, cards.SetOf(b...), func(seven cards.Set) uint32 {
		return referenceBest(seven, Rules)
	}); got != byRules {
		t.Errorf("the reference: %+v, want %+v", got, byRules)
	}
}
