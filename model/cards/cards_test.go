package cards

import (
	"strings"
	"testing"
)

func TestCardRoundTrip(t *testing.T) {
	for c := range Card(NumCards) {
		got, err := ParseCard(c.String())
		if err != nil || got != c {
			t.Fatalf("ParseCard(%v) = %v, %v", c, got, err)
		}
		if New(c.Rank(), c.Suit()) != c {
			t.Fatalf("New does not rebuild %v", c)
		}
	}
}

func TestComboNumbering(t *testing.T) {
	seen := map[Combo]bool{}
	for a := range Card(NumCards) {
		for b := range a {
			h := ComboOf(a, b)
			if h != ComboOf(b, a) || seen[h] || h >= NumCombos {
				t.Fatalf("ComboOf(%v,%v) = %d", a, b, h)
			}
			seen[h] = true
			if low, high := h.Cards(); low != b || high != a {
				t.Fatalf("%d.Cards() = %v %v", h, low, high)
			}
			if got, err := ParseCombo(h.String()); err != nil || got != h {
				t.Fatalf("ParseCombo(%v) = %v, %v", h, got, err)
			}
		}
	}
}

func TestClasses(t *testing.T) {
	total := 0
	for k := range Class(NumClasses) {
		got, err := ParseClass(k.String())
		if err != nil || got != k {
			t.Fatalf("ParseClass(%v) = %v, %v", k, got, err)
		}
		if len(k.Combos()) != k.Size() || k.Representative().Class() != k {
			t.Fatalf("%v: %d combos, want %d", k, len(k.Combos()), k.Size())
		}
		total += k.Size()
	}
	if total != NumCombos {
		t.Fatalf("classes hold %d combos, want %d", total, NumCombos)
	}
	for name, want := range map[string]Class{"AA": 0, "AKs": 1, "AKo": 13, "22": 168, "kas": 1} {
		t.Run(name, func(t *testing.T) {
			if got, err := ParseClass(name); err != nil || got != want {
				t.Errorf("ParseClass(%q) = %d, %v, want %d", name, got, err, want)
			}
		})
	}
}

func TestSuitPermutations(t *testing.T) {
	if SuitPerms[0] != (SuitPerm{Clubs, Diamonds, Hearts, Spades}) {
		t.Fatal("the identity is not first")
	}
	sample, _ := ParseCards("AsKh2c2d9h9s")
	for _, p := range SuitPerms {
		var want Set
		for _, c := range sample {
			want = want.With(p.Card(c))
		}
		if got := p.Set(SetOf(sample...)); got != want {
			t.Errorf("%v.Set = %v, want %v", p, got, want)
		}
		for _, q := range SuitPerms {
			for _, c := range sample {
				if p.Then(q).Card(c) != q.Card(p.Card(c)) {
					t.Fatalf("Then(%v,%v) on %v", p, q, c)
				}
			}
		}
		if p.Then(p.Inverse()) != SuitPerms[0] {
			t.Errorf("inverse of %v", p)
		}
		for h := range Combo(NumCombos) {
			if h.Permute(p).Class() != h.Class() {
				t.Fatalf("%v under %v changes its class", h, p)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		parse func() error
		text  string
	}{
		{func() error { _, err := ParseCards("AhXd"); return err }, `"Xd"`},
		{func() error { _, err := ParseCards("Ah Kd Ah"); return err }, "character 7"},
		{func() error { _, err := ParseCards("AhK"); return err }, "character 3"},
		{func() error { _, err := ParseCards("Q♠ K☃"); return err }, `"K☃"`},
		{func() error { _, err := ParseCards("10h 10x"); return err }, "character 5"},
		{func() error { _, err := ParseCards("Q♠,qs"); return err }, "character 4"},
		{func() error { _, err := ParseCombo("AhKdQc"); return err }, "has 3"},
		{func() error { _, err := ParseBoard("AhKd"); return err }, "has 2"},
		{func() error { _, err := ParseFlop("AhKd2c3c"); return err }, "want 3"},
		{func() error { _, err := ParseClass("AK"); return err }, "add s"},
		{func() error { _, err := ParseClass("AAs"); return err }, "pair"},
		{func() error { _, err := ParseClass("A"); return err }, "two ranks"},
		{func() error { _, err := ParseClass("X9s"); return err }, "23456789TJQKA"},
	} {
		t.Run(c.text, func(t *testing.T) {
			err := c.parse()
			if err == nil || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %v, want %q", err, c.text)
			}
		})
	}
}

// TestCardsAsPeopleWriteThem reads suit signs and the ten in two digits.
func TestCardsAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"Q♠ 7♥ 2♦": "Qs7h2d", "a♣k♡": "AcKh", "10h9h": "Th9h", "10♠,T♦": "TsTd", "A\u2665\ufe0fK\u2660\ufe0f": "AhKs",
	} {
		t.Run(text, func(t *testing.T) {
			if got, err := ParseCards(text); err != nil || Format(got) != want {
				t.Errorf("%q: %v, %v, want %s", text, got, err, want)
			}
		})
	}
}

func FuzzParseCards(f *testing.F) {
	f.Add("Qs7h2d")
	f.Add("Qs 7h, 2d")
	f.Add("Q♠10♥2♢")
	f.Fuzz(func(t *testing.T, s string) {
		cards, err := ParseCards(s)
		if err != nil {
			return
		}
		again, err := ParseCards(Format(cards))
		if err != nil || Format(again) != Format(cards) || SetOf(cards...).Len() != len(cards) {
			t.Fatalf("%q: %v, %v", s, again, err)
		}
	})
}
