package cards

import (
	"testing"

	"feltlab/internal/must"
)

func TestCardRoundTrip(t *testing.T) {
	for c := range Card(NumCards) {
		got, err := ParseCard(c.String())
		if err != nil || got != c {
			t.Fatalf("ParseCard(%v) = %v, %v", c, got, err)
		}
		must.Equal(t, New(c.Rank(), c.Suit()), c, "New does not rebuild")
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
			must.Equal(t, must.Get(ParseCombo(h.String()))(t), h)
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
	must.Equal(t, total, NumCombos)
	for name, want := range map[string]Class{"AA": 0, "AKs": 1, "AKo": 13, "22": 168, "kas": 1} {
		must.Equal(t, must.Get(ParseClass(name))(t), want, name)
	}
}

func TestSuitPermutations(t *testing.T) {
	must.Equal(t, SuitPerms[0], SuitPerm{Clubs, Diamonds, Hearts, Spades}, "the identity is not first")
	sample, _ := ParseCards("AsKh2c2d9h9s")
	for _, p := range SuitPerms {
		var want Set
		for _, c := range sample {
			want = want.With(p.Card(c))
		}
		must.Equal(t, p.Set(SetOf(sample...)), want, p)
		for _, q := range SuitPerms {
			for _, c := range sample {
				must.Equal(t, p.Then(q).Card(c), q.Card(p.Card(c)), p, q, c)
			}
		}
		must.Equal(t, p.Then(p.Inverse()), SuitPerms[0], p)
		for h := range Combo(NumCombos) {
			must.Equal(t, h.Permute(p).Class(), h.Class(), "changes its class", h, p)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{"AhXd": `"Xd"`, "Ah Kd Ah": "character 7", "AhK": "character 3",
		"Q♠ K☃": `"K☃"`, "10h 10x": "character 5", "Q♠,qs": "character 4"} {
		must.Fails(ParseCards(text))(t, want)
	}
	must.Fails(ParseCombo("AhKdQc"))(t, "has 3")
	must.Fails(ParseBoard("AhKd"))(t, "has 2")
	must.Fails(ParseFlop("AhKd2c3c"))(t, "want 3")
	for text, want := range map[string]string{"AK": "add s", "AAs": "pair", "A": "two ranks", "X9s": rankLetters} {
		must.Fails(ParseClass(text))(t, want)
	}
}

// TestCardsAsPeopleWriteThem reads suit signs and the ten in two digits.
func TestCardsAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"Q♠ 7♥ 2♦": "Qs7h2d", "a♣k♡": "AcKh", "10h9h": "Th9h", "10♠,T♦": "TsTd", "A\u2665\ufe0fK\u2660\ufe0f": "AhKs",
	} {
		must.Equal(t, Format(must.Get(ParseCards(text))(t)), want, text)
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
