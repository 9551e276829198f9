package ranges

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/model/cards"
)

func TestPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 200 {
		var classes []cards.Class
		var names []string
		for k := range cards.Class(cards.NumClasses) {
			if rng.IntN(3) > 0 {
				classes, names = append(classes, k), append(names, k.String())
			}
		}
		text := Plain(classes)
		got, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Parse(strings.Join(names, ","))
		if err != nil {
			t.Fatal(err)
		}
		if *got.Weights() != *want.Weights() {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	top, err := Parse("22+, A2s+, ATo+, KQ")
	if err != nil {
		t.Fatal(err)
	}
	var classes []cards.Class
	for combo, w := range top.Weights() {
		if k := cards.Combo(combo).Class(); w > 0 && !slices.Contains(classes, k) {
			classes = append(classes, k)
		}
	}
	if got := Plain(classes); got != "22+, A2s+, AT+, KQ" {
		t.Errorf("%q", got)
	}
	if Plain(nil) != "" {
		t.Errorf("no hand: %q", Plain(nil))
	}
}
