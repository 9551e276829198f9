package featureset

import (
	"math/rand/v2"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/proof"
)

// The questions about any hand differ from each other, and only the first is true for all hands and flops.
func TestAnyHand(t *testing.T) {
	s := AnyHand()
	if s.Count() > features.Count || s.Name != AnyHandName {
		t.Errorf("%s has %d features", s.Name, s.Count())
	}
	random, reader := rand.New(rand.NewPCG(5, 7)), s.NewReader()
	rows := make([]proof.Vector, 40_000)
	for i := range rows {
		p := random.Perm(cards.NumCards)
		if i%2 == 0 {
			p = random.Perm(24) // few ranks: pairs, straights and flushes
		}
		var err error
		hand := cards.ComboOf(cards.Card(min(p[0], p[1])), cards.Card(max(p[0], p[1])))
		rows[i], err = reader.Of(hand, cards.SetOf(cards.Card(p[2]), cards.Card(p[3]), cards.Card(p[4])))
		if err != nil {
			t.Fatal(err)
		}
	}
	dull := s.Dull(rows)
	if len(dull.Constant) != 1 || dull.Constant[0] != 1 || len(dull.Duplicate) > 0 {
		t.Errorf("%+v", dull)
	}
}

func TestAnyHandOnFlops(t *testing.T) {
	s := AnyHand()
	reader := s.NewReader()
	for _, c := range []struct{ hand, flop, question string }{
		{"AsKd", "Kh7c2d", "top pair, good kicker"}, {"9s9d", "8h7c2d", "overpair or better"},
		{"9s9d", "Th7c2d", "second pair or better"}, {"2s2d", "Th7c3d", "pocket pair under the flop"},
		{"7s6s", "8h5c2d", "open-ended or double inside draw"}, {"AsTs", "8s5s2d", "nut flush draw"},
		{"AsQd", "8h5c2d", "two overcards"}, {"Kd4c", "9h8s2h", "king high or better"}, {"8d3c", "QhTs3h", "bottom pair"},
	} {
		hand, err := cards.ParseCombo(c.hand)
		if err != nil {
			t.Fatal(err)
		}
		flop, err := cards.ParseFlop(c.flop)
		if err != nil {
			t.Fatal(err)
		}
		v, err := reader.Of(hand, cards.SetOf(flop[:]...))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, id := range v.IDs() {
			found = found || s.Features[id-1].Name == c.question
		}
		if !found {
			t.Errorf("%s on %s: not %q", c.hand, c.flop, c.question)
		}
	}
}
