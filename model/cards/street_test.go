package cards

import (
	"testing"

	"feltlab/internal/must"
)

func TestStreets(t *testing.T) {
	for i, name := range Streets {
		s, err := ParseStreet(name)
		if err != nil || int(s) != i || s.String() != name || s.Cards() != 3+i {
			t.Errorf("%s: %v with %d cards, %v", name, s, s.Cards(), err)
		}
		boards := 1
		for k := range s.Cards() {
			boards = boards * (50 - k) / (k + 1)
		}
		must.Equal(t, s.Boards(), boards, s)
	}
	must.Fails(ParseStreet("preflop"))(t)
}
