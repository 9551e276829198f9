package allin

import (
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

// slowWinners is Winners by dealing every board.
func slowWinners(hands []cards.Combo, dead cards.Set) []uint64 {
	out := make([]uint64, 1<<len(hands))
	for _, h := range hands {
		dead |= h.Set()
	}
	var deal func(board cards.Set, below cards.Card)
	deal = func(board cards.Set, below cards.Card) {
		if board.Len() < boardCards {
			for c := range below {
				if !dead.Has(c) {
					deal(board.With(c), c)
				}
			}
			return
		}
		best, winners := eval.Strength(0), 0
		for i, h := range hands {
			switch s := eval.HandOf(board | h.Set()).Strength(); {
			case s > best:
				best, winners = s, 1<<i
			case s == best:
				winners |= 1 << i
			}
		}
		out[winners]++
	}
	deal(0, cards.NumCards)
	return out
}

func combosOf(t testing.TB, texts ...string) (hands []cards.Combo) {
	t.Helper()
	for _, text := range texts {
		hands = append(hands, must.Get(cards.ParseCombo(text))(t))
	}
	return hands
}

func TestWinners(t *testing.T) {
	for _, c := range []struct {
		hands []string
		dead  string
	}{
		{[]string{"AsKs", "QsJs", "5d4s"}, ""},
		{[]string{"7h6h", "7d6d", "7c6c", "AhKd"}, "9h8h2d"},
	} {
		dead := cards.SetOf(must.Get(cards.ParseCards(c.dead))(t)...)
		hands := combosOf(t, c.hands...)
		if got, want := Winners(hands, dead), slowWinners(hands, dead); !slices.Equal(got, want) {
			t.Errorf("%v without %q: %d boards by winners, want %d", c.hands, c.dead, got, want)
		}
	}
}

// The table has the boards of pairs of hands as they are counted, suits and all.
func TestVersus(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 100 {
		deck := rng.Perm(cards.NumCards)
		a := cards.ComboOf(cards.Card(deck[0]), cards.Card(deck[1]))
		b := cards.ComboOf(cards.Card(deck[2]), cards.Card(deck[3]))
		n, got := Winners([]cards.Combo{a, b}, 0), VersusOf(a).Against(b)
		if uint64(got.Wins) != n[1] || uint64(got.Ties) != n[3] {
			t.Errorf("%v against %v: %+v, want %d", a, b, got, n)
		}
	}
	aces := combosOf(t, "AsAh", "AsKd")
	if got := VersusOf(aces[0]).Against(aces[1]); got != (Result{}) {
		t.Errorf("hands that share a card: %+v", got)
	}
}

// Every deal has the boards that its hands have when they are counted alone.
func TestDeals(t *testing.T) {
	dead := cards.SetOf(must.Get(cards.ParseCards("2c"))(t)...)
	seats := [][]cards.Combo{combosOf(t, "KdKh", "KsKh", "AdKd"), class(t, "QQ").Combos()[:4],
		combosOf(t, "KdKh", "KsKh", "QhQd")}
	d := NewDeals(seats, dead, 1000)
	var deals, want int
	must.Do(t, d.Count(background, 1, nil, func(at []int, winners []uint64) {
		deals++
		hands := []cards.Combo{seats[0][at[0]], seats[1][at[1]], seats[2][at[2]]}
		if alone := Winners(hands, dead); !slices.Equal(winners, alone) {
			t.Errorf("%v: %d, want %d", hands, winners, alone)
		}
	}))
	for _, a := range seats[0] {
		for _, b := range seats[1] {
			for _, c := range seats[2] {
				if (a.Set() | b.Set() | c.Set()).Len() == 6 {
					want++
				}
			}
		}
	}
	if deals != want || d.Len() >= want {
		t.Errorf("%d deals, of which %d differ; want %d", deals, d.Len(), want)
	}
	if NewDeals(seats, dead, d.Len()) == nil || NewDeals(seats, dead, d.Len()-1) != nil {
		t.Errorf("the most deals that differ are not %d", d.Len())
	}
}

func BenchmarkWinners(b *testing.B) {
	for _, hands := range [][]string{{"AsAh", "KdKc"}, {"AsKs", "QdQh"}, {"AsKs", "QcQd", "JhTh"}} {
		h := combosOf(b, hands...)
		b.Run(hands[0]+hands[1], func(b *testing.B) {
			for b.Loop() {
				Winners(h, 0)
			}
		})
	}
}
