package featureset

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

func deal(t *testing.T, hand, board string) (cards.Combo, cards.Set) {
	t.Helper()
	h := must.Get(cards.ParseCombo(hand))(t)
	b := must.Get(cards.ParseBoard(board))(t)
	return h, cards.SetOf(b...)
}

func TestPaper2IsTheTable(t *testing.T) {
	s := Paper2()
	for i, f := range features.All() {
		if s.Count() != features.Count || s.Features[i].Name != f.Name || s.Features[i].Sentence != f.Sentence {
			t.Fatalf("feature %d: %q, want %q", i+1, s.Features[i].Name, f.Name)
		}
	}
	random, reader := rand.New(rand.NewPCG(1, 2)), s.NewReader()
	for range 20_000 {
		p := random.Perm(cards.NumCards)[:5]
		if i := random.IntN(3); i == 0 { // few ranks: pairs and straights
			lowest := random.IntN(cards.NumRanks - 4)
			for k, j := range random.Perm(20)[:5] {
				p[k] = j + 4*lowest
			}
		} else if i == 1 { // few suits
			for k, j := range random.Perm(26)[:5] {
				p[k] = j/2*4 + j%2
			}
		}
		hand := cards.ComboOf(cards.Card(p[0]), cards.Card(p[1]))
		same(t, reader, hand, [3]cards.Card{cards.Card(p[2]), cards.Card(p[3]), cards.Card(p[4])})
	}
}

func same(t *testing.T, r *Reader, hand cards.Combo, flop [3]cards.Card) {
	t.Helper()
	want := features.Of(hand, flop)
	got := must.Get(r.Of(hand, cards.SetOf(flop[:]...)))(t)
	for id := 1; got != want && id <= features.Count; id++ {
		if got.Has(id) != want.Has(id) {
			t.Fatalf("%v on %s: F%d %q is %v, want %v", hand, cards.Format(flop[:]), id, r.set.Features[id-1].When,
				got.Has(id), want.Has(id))
		}
	}
}

// holds evaluates an expression on a spot.
func holds(t *testing.T, when, hand, board string) bool {
	t.Helper()
	h, b := deal(t, hand, board)
	s := must.Get(Parse("test", []byte(fmt.Sprintf("name: test\nstreets: [%s]\nfeatures:\n  - {name: a, when: %q}\n",
		Streets[b.Len()-3], when))))(t)
	v := must.Get(s.NewReader().Of(h, b))(t)
	return v.Has(1)
}

func TestWordsOnSpots(t *testing.T) {
	for _, c := range []struct{ when, hand, board string }{
		{"outs.straight == 8 and draw.open and outs.better == 8 + 6", "9s8d", "7h6c2s"},
		// eight straights and six pairs
		{"draw.inside and outs.straight == 4", "9s8d", "6h5c2s"},
		{"draw.double_inside and outs.straight == 8", "9s7d", "Jh8c5s"},
		{"not draw.flush and outs.flush == 0", "9s8d", "7h6h2hKh"},
		{"draw.flush and outs.flush == 9 and outs.clean >= 9", "AhKh", "7h6h2s3c"},
		{"made.category == straight_flush and straight.high == five", "Ah2h", "3h4h5hKdKs"},
		{"made.category == full_house and made.board == trips and made.ours", "AhAd", "KsKhKd2c3c"},
		{"made.category == a_straight and not made.ours", "2h2d", "6s7h8d9cTc"},
		{"kicker.rank == queen and kicker.better == 1", "KhQd", "Ks7h2d"},
		{"pair.over and not pair.under", "AhAd", "Ks7h2d"},
		{"pair.under and over.board == 3", "2h2d", "Ks7h3d"},
		{"pair.both and pair.hits == 2 and pair.second and pair.bottom", "7h2d", "Ks7c2s"},
		{"blocker.straight == 2 and straight.best == nine", "9h8d", "7s6c5h"},
		{"straight.high == straight.best", "9h8d", "7s6c5h"},
		{"flush.nut and blocker.flush == 1 and flush.held == 1", "As2d", "Ks7s2s"},
		{"hand.gap == 0", "Ah2d", "Ks7s3s"},
		{"hand.gap == 0", "AhKd", "Ks7s3s"},
		{"board.rank(4) == three and board.rank(5) == 0 and board.rank(0) == 0", "AhKd", "Ks7s4s3d"},
		{"board.pairs == 2 and board.most == 2", "AhKd", "QsQd4s4d"},
		{"board.missing == 2 and board.straight == 3", "KhKd", "As2s5d"},
		{"board.count(two, 99) == 3 and min(1, 2) == 1 and abs(-1) == max(0, 1)", "KhKd", "As2s5d"},
	} {
		if !holds(t, c.when, c.hand, c.board) {
			t.Errorf("%s on %s: %q is false", c.hand, c.board, c.when)
		}
	}
}

func TestNoWordDependsOnSuitNames(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	f, g := features.NewFacts(), features.NewFacts()
	for range 2000 {
		p := random.Perm(cards.NumCards)
		hand := cards.ComboOf(cards.Card(p[0]), cards.Card(p[1]))
		var board cards.Set
		for _, c := range p[2 : 5+random.IntN(3)] {
			board = board.With(cards.Card(c))
		}
		suits := cards.SuitPerms[random.IntN(24)]
		f.Read(hand, board)
		g.Read(hand.Permute(suits), suits.Set(board))
		must.Equal(t, text(f), text(g), hand, board)
	}
}

func text(f *features.Facts) string {
	b, h := f.Board, f.Hand
	rank := b.Rank
	b.Rank, b.Count, h.Count = nil, nil, nil
	return fmt.Sprint(b, h, f.Pair, f.Kicker, f.Over, f.Made, f.Flush, f.Straight, f.Draw, f.Outs, f.Blocker,
		rank(1), rank(2), rank(3), rank(4), rank(5))
}

func TestErrorsNameTheirPlace(t *testing.T) {
	const head = "name: mine\nfeatures:\n"
	many := "name: many\nbase: paper-2\nfeatures:\n"
	for i := range 56 {
		many += fmt.Sprintf("  - {name: n%d, when: pair.top}\n", i)
	}
	for _, c := range []struct{ text, want string }{
		{head + `  - {name: a, when: "outs.claen >= 8"}`,
			`f.yaml:3:22: feature "a": unknown word "outs.claen", did you mean "outs.clean"?`},
		{head + `  - {name: a, when: "pair.top and bord.high == ace"}`,
			`f.yaml:3:35: feature "a": unknown word "bord.high", did you mean "board.high"?`},
		{head + "  - name: a\n    when: >\n      pair.top and\n      kickr.rank == ace",
			`f.yaml:6:7: feature "a": unknown word "kickr.rank", did you mean "kicker.rank"?`},
		{head + `  - {name: a, when: outs.clean}`, `f.yaml:3:21: feature "a": want a yes/no question`},
		{head + `  - {name: a, when: "pair.top == 3"}`, `f.yaml:3:31: feature "a": invalid operation`},
		{head + `  - {name: a, when: "pair.top and"}`, `f.yaml:3:`},
		{head + `  - {name: a, when: "len([1]) == 1"}`, `f.yaml:3:22: feature "a": unknown`},
		{head + `  - {name: a, when: "board.rank(1, 2) == 1"}`, `f.yaml:3:`},
		{head + `  - {nam: a, when: pair.top}`,
			`f.yaml:3:6: unknown key "nam", want name, when, says, did you mean "name"?`},
		{head + `  - {name: a, when: pair.top}` + "\n" + `  - {name: a, when: pair.top}`,
			`f.yaml:4:5: two features are named "a"`},
		{"name: x\nstreets: [tunr]\n",
			`f.yaml:2:11: unknown street "tunr", want flop, turn or river, did you mean "turn"?`},
		{"name: x\nstreets: [river]\nfeatures:\n  - {name: a, when: draw.flush}",
			`f.yaml:4:21: feature "a": draw.flush is for the flop and the turn, and the set is for the river too`},
		{"name: x\nbase: [F74]\n", `f.yaml:2:8: base: "F74", want features from F1 to F73, each once`},
		{"name: x\n", "f.yaml:1:1: no features"},
		{"features: []\n", "f.yaml:1:1: name is missing"},
		{many, "f.yaml:4:3: 129 features, want at most 128; leave 1 out"},
		{"", "f.yaml: empty"},
	} {
		_, err := Parse("f.yaml", []byte(c.text))
		if !errors.Is(err, ErrSet) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestDigest(t *testing.T) {
	read := func(text string) *Set { return must.Get(Parse("f", []byte(text)))(t) }
	a := read("name: x\nfeatures:\n  - {name: a, when: \"pair.top\", says: b}\n")
	b := read("# c\nname: y\nstreets: flop\nfeatures:\n  - name: a\n    when:   pair.top\n    says: b\n")
	must.Equal(t, a.Reading, b.Reading, "the layout changes the digest")
	for _, text := range []string{
		"name: x\nfeatures:\n  - {name: a, when: \"pair.second\", says: b}\n",
		"name: x\nfeatures:\n  - {name: a, when: \"pair.top\", says: c}\n",
		"name: x\nstreets: [flop, turn]\nfeatures:\n  - {name: a, when: \"pair.top\", says: b}\n",
	} {
		if read(text).Reading == a.Reading {
			t.Errorf("the digest is the same for %q", text)
		}
	}
}

// The words mean on the flop what they meant in version 1, so proofs about sets for the flop still hold.
func TestVersions(t *testing.T) {
	// As in results/any-hand.
	const anyHand = "words-1:cb2c4ef47c7c27e2ebb9c1ee0117b9f461f9983bcbe9007f6cba4af71a4a982c"
	if got := AnyHand().Reading; got != anyHand || !IsReading(got) {
		t.Errorf("%s is %s, want %s", AnyHandName, got, anyHand)
	}
	both := []byte("name: x\nstreets: [flop, turn]\nfeatures:\n  - {name: a, when: pair.top}\n")
	s, err := Parse("f", both)
	if err != nil || !strings.HasPrefix(s.Reading, "words-2:") ||
		!strings.HasPrefix(Default(cards.River).Reading, "words-2:") {
		t.Errorf("%v, %v", s, err)
	}
	for _, other := range []string{anyHand[:70], anyHand + "0", "words-3" + anyHand[7:],
		"words-1:" + strings.ToUpper(anyHand[8:]), ""} {
		if IsReading(other) {
			t.Errorf("%q is a reading", other)
		}
	}
}

func TestRows(t *testing.T) {
	s, err := Parse("f", []byte(`
name: rows
base: [F40, f21]
features:
  - {name: never, when: outs.clean > 52}
  - {name: draws, when: flush.all == 4}
  - {name: divides, when: 1 % (board.high - two) >= 0}
`))
	if err != nil {
		t.Fatal(err)
	}
	hand, _ := deal(t, "AsKs", "2c2d2h")
	_, err = s.NewReader().Of(hand, cards.SetOf(0, 1, 2))
	must.Fail(t, err, ErrSet, `feature "divides"`)
	s.Features = s.Features[:4]
	var boards []cards.Set
	for a := range cards.Card(cards.NumCards) {
		for b := range a {
			if set := cards.SetOf(a, b, 0); set.Len() == 3 && set&hand.Set() == 0 {
				boards = append(boards, set)
			}
		}
	}
	r := s.NewReader()
	var rows []proof.Vector
	for _, b := range boards {
		rows = append(rows, must.Get(r.Of(hand, b))(t))
	}
	if d := regression.TwinsOf(s.Names(), rows); fmt.Sprint(d.Constant,
		d.Duplicates) != "[never] [[draws "+s.Features[0].Name+"]]" {
		t.Errorf("dull: %v", d)
	}
	if s.For(4) || !s.For(3) {
		t.Error("a set for the flop")
	}
	must.Fails(r.Of(hand, boards[0].With(40)))(t, ErrSet)
	if len(rows) == 0 || rows[0] == (proof.Vector{}) && rows[1] == rows[0] && rows[2] == rows[0] {
		t.Log("rows may be empty") // deuces pair rarely
	}
}

// BenchmarkFortyFeaturesOnAllFlops has forty expressions on the 19,600 flops of a hand, and for comparison the 73
// features of the paper, written in Go.
func BenchmarkFortyFeaturesOnAllFlops(b *testing.B) {
	var text strings.Builder
	text.WriteString("name: forty\nfeatures:\n")
	for i := range 40 {
		fmt.Fprintf(&text, "  - {name: n%d, when: \"outs.clean >= %d and board.count(two, %d) >= 1 or pair.top\"}\n", i,
			i%12, 3+i%10)
	}
	s := must.Get(Parse("forty", []byte(text.String())))(b)
	hand, _ := cards.ParseCombo("AsKh")
	var boards []cards.Set
	for x := range cards.Card(52) {
		for y := range x {
			for z := range y {
				if set := cards.SetOf(x, y, z); set&hand.Set() == 0 {
					boards = append(boards, set)
				}
			}
		}
	}
	b.Run("each flop", func(b *testing.B) {
		r := s.NewReader()
		for b.Loop() {
			for _, board := range boards {
				must.Get(r.Of(hand, board))(b)
			}
		}
	})
	b.Run("the paper's in Go", func(b *testing.B) {
		for b.Loop() {
			for _, board := range boards {
				features.Of(hand, [3]cards.Card(board.Cards()))
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("name: x\nfeatures:\n  - {name: a, when: \"pair.top\", says: b}\n")
	f.Add("name: x\nbase: [1]\nstreets: [flop]\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("f", []byte(text))
		if err == nil && (s.Count() == 0 || s.Count() > proof.MaxColumns || s.Reading == "") {
			t.Errorf("%d features, reading %q", s.Count(), s.Reading)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("an error of several lines: %q", err)
		}
	})
}
