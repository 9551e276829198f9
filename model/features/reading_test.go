package features

import (
	"testing"

	"feltlab/model/cards"
)

// Another reading is the default's tables and the rows that differ; nothing else changes.
func TestLaterRowsReplaceEarlierOnes(t *testing.T) {
	always := []Feature{{37, "always", "always", func(view) bool { return true }}}
	other := newReading("other-1", flopFeatures[:], handFeatures[:], always)
	if other.Name() != "other-1" || Paper.Name() != Version {
		t.Errorf("names are %q and %q", other.Name(), Paper.Name())
	}
	hand, _ := cards.ParseCombo("AhKd")
	flop, _ := cards.ParseFlop("Qs7h2d")
	was := Paper.Of(hand, flop)
	if was.Has(37) {
		t.Fatal("the default reading must not have F37 here")
	}
	if got := other.Of(hand, flop); got != was.With(37) {
		t.Errorf("the other reading has %v, want %v and 37", got.IDs(), was.IDs())
	}
	if f, err := other.ByID(37); err != nil || f.Name != "always" {
		t.Errorf("ByID(37) = %v, %v", f, err)
	}
}
