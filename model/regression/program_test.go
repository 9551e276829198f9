package regression

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestProgramText writes programs and reads them back; limits of whole tens of points have no exponent.
func TestProgramText(t *testing.T) {
	for e, want := range map[float64]string{0.1: "10%", 0.2: "20%", 0.3: "30%", 0.9: "90%", 0.025: "2.5%", 0.07: "7%",
		0.123: "0.123", 0: "0%", 0.01: "1%", 0.05: "5%"} {
		p := Program{Kind: FeatAvgErr, E: e}
		if got := p.String(); got != "FEAT_AVGERR("+want+")" {
			t.Errorf("%v: %s, want %s", e, got, want)
		}
		if back, err := ParseProgram(p.String()); err != nil || back != p {
			t.Errorf("%v became %v, %v", p, back, err)
		}
	}
	if p, err := ParseProgram("FEAT_AVGERR(1e+01%)"); err != nil || p.E != 0.1 {
		t.Errorf("an earlier text: %v, %v", p, err)
	}
}

func TestNames(t *testing.T) {
	for _, k := range []Kind{MaxErr, AvgErr, FeatMaxErr, FeatAvgErr} {
		for _, text := range []string{k.String(), strings.ToLower(k.String()), strings.ReplaceAll(k.String(), "_",
			"-")} {
			if got, err := ParseKind(text); err != nil || got != k {
				t.Errorf("ParseKind(%q) = %v, %v", text, got, err)
			}
		}
	}
	for _, f := range []Formulation{Plain, Merged, Pattern} {
		text, err := f.MarshalText()
		var back Formulation
		if err != nil || back.UnmarshalText(text) != nil || back != f {
			t.Errorf("%v became %q, %v and %v", f, text, err, back)
		}
	}
	if _, err := Kind(9).MarshalText(); !errors.Is(err, ErrName) {
		t.Error(err)
	}
	var k Kind
	if err := k.UnmarshalText([]byte("avg")); !errors.Is(err, ErrName) {
		t.Error(err)
	}
	if _, err := ParseFormulation("patern"); !errors.Is(err, ErrName) || !strings.Contains(err.Error(),
		`did you mean "pattern"`) {
		t.Error(err)
	}
	two := Formula{{ID: 3, Weight: -0.125}, {ID: 54, Weight: 0.85}}
	if got := fmt.Sprint(two, Formula{}, two[:1]); got != "-.125 F3 + .850 F54 0 -.125 F3" {
		t.Error(got)
	}
}
