package dalpasso

import (
	"testing"
)

func TestPairList(t *testing.T) {
	got := pairList([]pair{{"AA", "RUS"}, {"AA", "RS"}, {"KK", "ATC"}})
	if want := "AA against RUS, RS; KK against ATC"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
