package ranges

import (
	"errors"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

func mustParse(t testing.TB, text string) *Range {
	t.Helper()
	return must.Get(Parse(text))(t)
}

// TestParseCounts counts combos, worked out by hand.
func TestParseCounts(t *testing.T) {
	for text, want := range map[string]int{
		"AA": 6, "AKs": 4, "AKo": 12, "AK": 16, "KA": 16, "kas": 4, "AhKh": 1, "KhAh": 1,
		"77+": 48, "AA+": 6, "22+": 78, "ATs+": 16, "ATo+": 48, "AT+": 64, "AK+": 16, "32s+": 4,
		"99-66": 24, "66-99": 24, "77-77": 6, "A5s-A2s": 16, "A2s-A5s": 16, "A5o-A2o": 48, "A5-A2": 64,
		"any": 1326, "random": 1326, "ATC": 1326, "chen": 1326, "top 100%": 1326, "sklansky:1-9": 1326,
		"RUS": 28, "RS": 58, "RML": 236, "sklansky:1": 28, "sklansky:2": 30, "sklansky:5-1": 236,
		"top 0.000001%": 6, "top 0.45%": 6, "top 0.46%": 12, "TOP  15%": 200,
		"77+, ATs+, A5s-A2s, KQo, AhKh": 48 + 16 + 16 + 12,
		"AA\tKK\nQQ\r\nJJ,":             24, "AKs,AK,AsKs": 16,
		"65s-98s": 16, "T9s-65s": 20, "JTo-54o": 84, "64-86": 48, "22+, !KK": 72, "!AhKh, AKs": 3,
		"ATC, !RS, !72o": 1256, "A♠K♥": 1, "10h9h 10d9d": 2, "[50]AA,KK[/50], QQ": 18,
		"AK, suited": 324, "connectors, !offsuit, !pairs": 48, "pairs ,suited\noffsuit": 1326, "[50] suited [/50]": 312,
	} {
		r, err := Parse(text)
		if err != nil || r.Len() != want {
			t.Errorf("Parse(%q): %v, %v, want %d combos", text, r, err, want)
		}
	}
}

// TestParseSame lists texts of one range.
func TestParseSame(t *testing.T) {
	for _, same := range [][]string{
		{"RUS", "rus", "sklansky:1", "JJ+,AKs"},
		{"RS", "Sklansky:1-2", "sklansky:1,sklansky:2", "TT+,AJs+,KQs,AKo"},
		{"ATC", "any", "RANDOM", "aNy:0.3", "ATC,AA,72o"},
		{"AKs", "AcKc,AdKd,AhKh,AsKs", "AKs:0.5", "AKs:1", "AKs:1.000000"},
		{"AK", "AKs,AKo", "AK+", "AKs:0.5,AKo:0.5"},
		{"top 15%", "top 15.0%", "Top 15.000000%", "top\t15%"},
		{"AA:0.5,KK:0.25", "AA,KK:0.5", "KK:0.000001,AA:0.000002"},
		{"chen", "CHEN", "chen:0.5", "chen:0.05,AA", "chen:0.1,72o:0.1"},
		{"sklansky:1-5:0.5 72o", "RML:0.5,72o"},
		{"top 15%:0.5,72o", "top 15%:0.25,72o:0.5"},
		{"T9s,98s,87s,76s,65s", "T9s-65s", "65s-T9s"},
		{"AA:0.5,KK", "AA@50,KK", "[50]AA[/50]KK", "KK [50.00] AA [/50]", "AA@50% KK@100"},
		{"RML:0.5,72o", "sklansky:1-5@50,72o", "[50]sklansky:1-5[/50%],72o"},
		{"22+,AK", "!72o,22+,AKs,AKo", "22+ AK !72o 72o:0.5"},
		{"QQ+,AK:0.25", "AK@25, QQ+", "[25]AKs,AKo[/25]QQ-AA"},
	} {
		first := mustParse(t, same[0])
		for _, text := range same[1:] {
			if r := mustParse(t, text); !r.Equal(first) || r.String() != first.String() {
				t.Errorf("%q and %q differ: %v, %v", same[0], text, first, r)
			}
		}
	}
}

func TestWeights(t *testing.T) {
	r := mustParse(t, "AKo:0.5,AKs:0.75,72o:0.000004")
	weight := func(class string) uint32 {
		k := must.Get(cards.ParseClass(class))(t)
		return r.Weight(k.Representative())
	}
	if weight("AKo") != 125_000 || weight("AKs") != 187_500 || weight("72o") != 1 || weight("AA") != 0 {
		t.Errorf("weights %d %d %d %d", weight("AKo"), weight("AKs"), weight("72o"), weight("AA"))
	}
	if r.Uniform() || !r.SuitSymmetric() || r.Len() != 28 {
		t.Errorf("uniform %v, symmetric %v, %d combos", r.Uniform(), r.SuitSymmetric(), r.Len())
	}
	if r := mustParse(t, "AK,QhQd"); !r.Uniform() || r.SuitSymmetric() {
		t.Error("AK,QhQd: want a uniform range that is not suit-symmetric")
	}
	if r := mustParse(t, "AKs:0.5,AhKh:0.5"); !r.Uniform() || !r.SuitSymmetric() {
		t.Error("AKs:0.5,AhKh:0.5: want a uniform and suit-symmetric range")
	}
	for h, w := range mustParse(t, "chen").Weights() {
		must.Equal(t, int(w), max(ChenScore(cards.Combo(h).Class()), 1), w)
	}
}

func TestFromWeights(t *testing.T) {
	var w [cards.NumCombos]uint32
	must.Fails(FromWeights(&w))(t, "empty range")
	w[0], w[7] = 6, 4
	r, err := FromWeights(&w)
	if err != nil || r.Weight(0) != 3 || r.Weight(7) != 2 || r.Len() != 2 {
		t.Errorf("6 and 4: %v, %v", r, err)
	}
	if w[0] = 100; r.Weight(0) != 3 {
		t.Error("the range changes with the caller's array")
	}
	w[0], w[7] = 1, MaxWeight+1
	must.Fails(FromWeights(&w))(t, "largest weight")
	w[0], w[7] = 4, 4*MaxWeight
	must.Equal(t, must.Get(FromWeights(&w))(t).Weight(7), MaxWeight, "1 and MaxWeight")
}

// TestParseErrors checks that errors name the token, its position and what was expected.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text     string
		token    string
		position int
		says     string
	}{
		{"AA, KK, AKx", "AKx", 9, "AKs (suited), AKo (offsuit) or AK (both)"},
		{"AA RSU", "RSU", 4, "did you mean RUS?"},
		{"RMLL", "RMLL", 1, "did you mean RML?"},
		{"ATX", "ATX", 1, "did you mean ATC?"},
		{"ayn", "ayn", 1, "did you mean any?"},
		{"tandom", "tandom", 1, "did you mean random?"},
		{"chem", "chem", 1, "did you mean chen?"},
		{"AA,sklanski:1-5:0.5", "sklanski:1-5:0.5", 4, "did you mean sklansky?"},
		{"tpo 15%", "tpo", 1, "did you mean top?"},
		{"top", "top", 1, "such as top 15%"},
		{"top,15%", "top", 1, "such as top 15%"},
		{"top 15", "top 15", 1, "such as top 15%"},
		{"top 0%", "top 0%", 1, "above 0 and up to 100"},
		{"top 100.1%", "top 100.1%", 1, "above 0 and up to 100"},
		{"AA,sklansky:0", "sklansky:0", 4, "groups 1 to 9"},
		{"sklansky", "sklansky", 1, "sklansky:3 or sklansky:1-5"},
		{"sklansky:1-10", "sklansky:1-10", 1, "groups 1 to 9"},
		{"AAs", "AAs", 1, "a pair takes no suffix"},
		{"10s", "10s", 1, "T for a ten"},
		{"A", "A", 1, "want a hand such as"},
		{"As", "As", 1, "want two cards such as AhKd"},
		{"AhAh", "AhAh", 1, "two different cards"},
		{"AhKdQc", "AhKdQc", 1, "two cards"},
		{"AhKh+", "AhKh+", 1, "a class such as AKs before +"},
		{"77++", "77++", 1, "a pair takes no suffix"},
		{"99-", "99-", 1, "right of the dash"},
		{"-99", "-99", 1, "left of the dash"},
		{"99-AKs", "99-AKs", 1, "pairs at both ends"},
		{"A5s-A2o", "A5s-A2o", 1, "same suffix"},
		{"JTs-97s", "JTs-97s", 1, "same high card at both ends of a dash, as in A5s-A2s, or the same gap"},
		{"0%", "0%", 1, "above 0"},
		{"20%-10%", "20%-10%", 1, "for a band, such as 10%-20%"},
		{"10%-10.1%", "10%-10.1%", 1, "no class lies in the band"},
		{"AA@", "AA@", 1, "such as AA:0.5, or percent, such as AA@50"},
		{"KK AA@101", "AA@101", 4, "from 0 to 1"},
		{"AA:0.5@50", "AA:0.5@50", 1, "want a hand"},
		{"QQ [50]AA", "[50]", 4, "want [/50] after"},
		{"AA[/50]", "[/50]", 3, "want [50] before"},
		{"[50]AA[/40]", "[/40]", 7, "want [/50]"},
		{"[50]AA[40]KK[/40]", "[40]", 7, "want [/50] before"},
		{"[]AA[/]", "[]", 1, "want percent"},
		{"[50]AA:0.5[/50]", "AA:0.5", 5, "want one weight"},
		{"[50 AA", "[50", 1, "want a hand"},
		{"AA !KK:0.5", "!KK:0.5", 4, "takes no weight: want"},
		{"AA !KZ", "!KZ", 4, "want"},
		{"77+-99", "77+-99", 1, "left of the dash"},
		{"suited T9", "suited T9", 1, "or T9 suited"},
		{"[50]AA suited[/50]", "AA suited", 5, "no hand of AA is suited: want a comma"},
		{"AK:0.5 suited:0.5", "AK:0.5", 1, "want one weight for AK suited"},
		{"100: AA:0.5", "AA:0.5", 6, "want one weight"}, {"101: AA", "101:", 1, "from 0 to 100"},
		{"75: [50]AA[/50]", "[50]", 5, "want one weight"}, {"AA:-0.5", "AA:-0.5", 1, "from 0 to 1"},
		{"AA:99999999999999999999", "AA:99999999999999999999", 1, "from 0 to 1"},
		{"KK, AA:", "AA:", 5, "such as AA:0.5"},
		{"AA:x", "AA:x", 1, "want a weight"},
		{"AA:0.5:0.5", "AA:0.5:0.5", 1, "want a weight"},
		{"AA:1.5", "AA:1.5", 1, "from 0 to 1"},
		{"AKs:0.5, AK", "AK", 10, `"AKs:0.5" at character 1 gave it 0.5`},
		{"AK, AKs:0.5", "AKs:0.5", 5, "gives AcKc weight 0.5"},
		{"chen, AA", "AA", 7, "gave it 20"},
		{"AA é", "é", 4, "want a hand"},
		{"ééé AA", "ééé", 1, "want a hand"},
		{"AA: KK ☃, x", "AA:", 1, "want a weight"},
	} {
		_, err := Parse(c.text)
		var at *TokenError
		if !errors.As(err, &at) {
			t.Fatalf("%q: got %v, want a TokenError", c.text, err)
		}
		if at.Token != c.token || at.Position != c.position || !strings.Contains(at.Problem, c.says) {
			t.Errorf("%q: got %v, want %q at %d with %q", c.text, err, c.token, c.position, c.says)
		}
		if !strings.Contains(at.Problem, "want") && !strings.Contains(at.Problem, "mean") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %q does not say what was expected, on one line", c.text, err)
		}
	}
	for _, text := range []string{"", " ", ",,", "\n", "!KK", "AA !AA", "[50][/50]", "AA:0", "AA@0", "0: AA", "50:"} {
		must.Fails(Parse(text))(t, "is empty")
	}
	must.Fails(Parse("é AA,☃☃"))(t, "character 1:")
	if _, err := Parse("AA: " + strings.Repeat("é", 1000)); len(err.Error()) > 400 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
	if _, err := Parse(strings.Repeat("é", 100_000)); len(err.Error()) > 400 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
}

// TestPositionsCountCharacters puts letters of several bytes before a bad token's place.
func TestPositionsCountCharacters(t *testing.T) {
	tokens := must.Get(scan("é, ☃☃ top\t5%  x"))(t)
	want := []token{{text: "é", position: 1}, {text: "☃☃", position: 4}, {text: "top 5%", position: 7, beside: true},
		{text: "x", position: 15, beside: true}}
	must.Equal(t, len(tokens), len(want), tokens)
	for i := range want {
		must.Equal(t, tokens[i], want[i])
	}
}

func TestParseHand(t *testing.T) {
	for text, want := range map[string]Hand{
		"AA":    {Text: "AA", Class: 0},
		"kas":   {Text: "AKs", Class: 1},
		"T9O":   {Text: "T9o", Class: cards.ClassOf(cards.Ten, cards.Nine, false)},
		"kdAH":  {Text: "AhKd", Class: cards.ClassOf(cards.Ace, cards.King, false), Specific: true},
		"Ts Th": {Text: "TsTh", Class: cards.ClassOf(cards.Ten, cards.Ten, false), Specific: true},
	} {
		got, err := ParseHand(text)
		if want.Specific {
			want.Combo, _ = cards.ParseCombo(text)
		} else {
			want.Combo = want.Class.Representative()
		}
		if err != nil || got != want {
			t.Errorf("ParseHand(%q) = %+v, %v, want %+v", text, got, err, want)
		}
		must.Equal(t, must.Get(ParseHand(got.Text))(t), got, got.Text)
	}
	for text, want := range map[string]string{
		"": "two ranks", "A": "two ranks", "AK": "add s", "AAs": "no suffix", "AKx": "the suffix is",
		"Ah":  "1 cards, want 2",
		"AhK": "not a card", "AhAh": "duplicate card", "AhKdQc": "3 cards, want 2", "AKss": "not a card",
		"é": "ranks are",
	} {
		must.Fails(ParseHand(text))(t, want, "want a class")
	}
}
