package ranges

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
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
		got := must.Get(Parse(text))(t)
		want := must.Get(Parse(strings.Join(names, ",")))(t)
		if *got.Weights() != *want.Weights() {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	top := must.Get(Parse("22+, A2s+, ATo+, KQ"))(t)
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
