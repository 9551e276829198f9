package cards

import "testing"

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
		if s.Boards() != boards {
			t.Errorf("%v: %d boards, want %d", s, s.Boards(), boards)
		}
	}
	if _, err := ParseStreet("preflop"); err == nil {
		t.Error("preflop is read")
	}
}
