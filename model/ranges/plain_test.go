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
		must.Equal(t, *got.Weights(), *want.Weights(), text)
	}
	top := must.Get(Parse("22+, A2s+, ATo+, KQ"))(t)
	var classes []cards.Class
	for combo, w := range top.Weights() {
		if k := cards.Combo(combo).Class(); w > 0 && !slices.Contains(classes, k) {
			classes = append(classes, k)
		}
	}
	must.Equal(t, Plain(classes), "22+, A2s+, AT+, KQ")
	must.Equal(t, Plain(nil), "")
}
