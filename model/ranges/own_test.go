package ranges

import (
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestKinds holds the names that players use to the same hands in other words.
func TestKinds(t *testing.T) {
	for name, same := range map[string]string{
		"Axs": "A2s+", "kXO": "K2o+", "Qx": "Q2+", "3x": "32", "pairs": "22+", "suited": "ATC, !offsuit, !pairs",
		"offsuit": "A2o+,K2o+,Q2o+,J2o+,T2o+,92o+,82o+,72o+,62o+,52o+,42o+,32o", "Broadway": "AT+,KT+,QT+,JT",
		"connectors": "AK-32", "connectors,!offsuit": "AKs-32s", "broadway@50, 22": "AT+:0.5,KT+:0.5,QT+:0.5,JT:0.5,22",
	} {
		a := must.Get(Parse(name))(t)
		if b, err := Parse(same); err != nil || !a.Equal(b) {
			t.Errorf("%s is %v and %s is %v; %v", name, a, same, b, err)
		}
		if text := strings.ToLower(a.String()); strings.Contains(text, "x") || strings.Contains(text, "suited") {
			t.Errorf("%s is printed as %s, which older readers do not know", name, text)
		}
	}
}

// TestDefine names ranges that use each other, and reads them as parts of others.
func TestDefine(t *testing.T) {
	t.Cleanup(func() { _ = Define(nil) })
	err := Define(map[string]string{"Tight": "QQ+, AK", "loose-1": "tight, Axs:0.5, !AKs", "points": "chen", "k": "77"})
	if err != nil {
		t.Fatal(err)
	}
	for text, same := range map[string]string{
		"TIGHT": "QQ+,AK", "loose-1": "QQ+,AKo,A2s-AQs:0.5", "loose-1:0.5, JJ": "QQ+:0.5,AKo:0.5,A2s-AQs:0.25,JJ",
		"22+, !tight": "22-JJ", "points, !any, AA:1": "", "points": "chen", "[50]tight[/50] k": "QQ+:0.5,AK:0.5,77",
	} {
		got, err := ParseTyped(text)
		if same == "" {
			must.Fail(t, err)
			continue
		}
		want, bad := Parse(same)
		if err != nil || bad != nil || !got.Equal(want) {
			t.Errorf("%s is %v, want %v; %v, %v", text, got, want, err, bad)
		}
	}
	if _, err := Parse("tight"); err == nil || !OwnName(err) {
		t.Errorf("stored text: %v, want an error about a name", err)
	}
	must.Fails(ParseTyped("tigth"))(t, "did you mean tight?")
	must.Equal(t, must.Get(ParseTyped("loose-1:0.000001"))(t).String(), "QQ+,AKo,AQs-A2s:0.5")
}

// TestDefineErrors refuses names that are taken, have no form or stand for themselves, and keeps the names before.
func TestDefineErrors(t *testing.T) {
	t.Cleanup(func() { _ = Define(nil) })
	must.Do(t, Define(map[string]string{"before": "AA"}))
	for says, texts := range map[string]map[string]string{
		`"RS": the name is taken`:                                {"RS": "AA"},
		`"Axs": the name is taken`:                               {"Axs": "AA"},
		`"ak": the name is taken`:                                {"ak": "AA"},
		`"top": the name is taken`:                               {"top": "AA"},
		`"suited": the name is taken`:                            {"suited": "AA"},
		`"a b": want a letter`:                                   {"a b": "AA"},
		`"1st": want a letter`:                                   {"1st": "AA"},
		`"": want a letter`:                                      {"": "AA"},
		`"mine": it has two texts`:                               {"MINE": "AA", "mine": "KK"},
		`"one" stands for itself: one needs two needs one`:       {"one": "AA, two@50", "two": "!one, 22+"},
		`"self" stands for itself: self needs self`:              {"self": "self"},
		`range "mine": "yours" at character 5: want a hand such`: {"mine": "AA, yours"},
		`range "mine": range "" is empty`:                        {"mine": ""},
	} {
		must.Fail(t, Define(texts), says)
	}
	if _, err := ParseTyped("before"); err != nil {
		t.Errorf("an error lost the earlier names: %v", err)
	}
}
