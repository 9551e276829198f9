package stochastic

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// TestEarlier holds the deals of the seats before a decision to complete deals of which those that act otherwise are
// left out: the mean of each seat's class, as a number, and how often two seats hold a card of the same rank.
func TestEarlier(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	table := &tournament.Table{Stacks: []int{20, 20, 20, 20, 20}, SmallBlind: 1, BigBlind: 2}
	x, d := NewStrategy(table), tournament.Decision{Seat: 3, Jammed: 1 << 1}
	jam, fold := &x[tournament.Node(1, 0)], &x[tournament.Node(2, 1<<1)]
	for k := range cards.NumClasses {
		jam[k] = max(0, 1-float64(k)/60)
		fold[k] = float64(k%3) / 2
	}
	e, err := x.Earlier(table, d)
	if err != nil || len(e.from) != 2 || e.places[1] != 0 || e.places[2] != 1 || e.places[0] != 2 {
		t.Fatalf("%+v, %v", e, err)
	}
	if got := x.Holders(d, 5); len(got) != 4 || got[0] != 1 {
		t.Errorf("hands of seats %v", got)
	}
	type sums struct{ n, first, second, shared float64 }
	add := func(s *sums, deck []cards.Card) {
		a, b := deck[:2], deck[2:4]
		s.n++
		s.first += float64(cards.ClassOf(a[0].Rank(), a[1].Rank(), a[0].Suit() == a[1].Suit()))
		s.second += float64(cards.ClassOf(b[0].Rank(), b[1].Rank(), b[0].Suit() == b[1].Suit()))
		if a[0].Rank() == b[0].Rank() || a[1].Rank() == b[0].Rank() {
			s.shared++
		}
	}
	var got, want sums
	var deck [cards.NumCards]cards.Card
	for c := range deck {
		deck[c] = cards.Card(c)
	}
	source := rand.NewPCG(2, 2)
	for range 100_000 {
		e.Deal(source, &deck)
		if rng.IntN(2) == 0 { // the order of a hand's cards means nothing
			deck[2], deck[3] = deck[3], deck[2]
		}
		add(&got, deck[:])
	}
	if cards.SetOf(deck[:]...).Len() != cards.NumCards {
		t.Error("cards come twice")
	}
	for want.n < 100_000 {
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		a := cards.ClassOf(deck[0].Rank(), deck[1].Rank(), deck[0].Suit() == deck[1].Suit())
		b := cards.ClassOf(deck[2].Rank(), deck[3].Rank(), deck[2].Suit() == deck[3].Suit())
		if rng.Float64() < jam[a] && rng.Float64() >= fold[b] {
			add(&want, deck[:])
		}
	}
	for name, pair := range map[string][3]float64{ // and six standard errors of the difference
		"class of the jam":  {got.first / got.n, want.first / want.n, 0.7},
		"class of the fold": {got.second / got.n, want.second / want.n, 1.4},
		"shared ranks":      {got.shared / got.n, want.shared / want.n, 0.009},
	} {
		if math.Abs(pair[0]-pair[1]) > pair[2] {
			t.Errorf("%s: %v, want %v", name, pair[0], pair[1])
		}
	}
	*jam = [cards.NumClasses]float64{}
	if _, err := x.Earlier(table, d); !errors.Is(err, ErrUnreached) {
		t.Errorf("a jam without hands: %v", err)
	}
	jam[0] = 1 // three seats that hold aces
	x[tournament.Node(0, 0)][0], x[tournament.Node(1, 1)][0], x[tournament.Node(2, 3)][0] = 1, 1, 1
	if _, err := x.Earlier(table, tournament.Decision{Seat: 3, Jammed: 7}); !errors.Is(err, ErrUnreached) {
		t.Errorf("three hands of aces: %v", err)
	}
}
