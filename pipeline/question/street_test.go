package question

import (
	"testing"

	"feltlab/model/cards"
	"feltlab/model/featureset"
	"feltlab/model/weights"
)

// Subjects on a street are read back from their canonical texts. The features that feltlab has for the street may be
// named, as claims name them.
func TestStreets(t *testing.T) {
	flop := MustSubject("AKs", "QQ+")
	for _, street := range []cards.Street{cards.Turn, cards.River} {
		s := MustSubject("AKs", "QQ+ on the "+street.String())
		reading := featureset.Default(street).Reading
		if s.Definitions() != reading || s.Is(flop) || s.Key() != "AKs; QQ+ on the "+street.String() {
			t.Errorf("%s by %s", s.Key(), s.Definitions())
		}
		for _, w := range []weights.Weights{"", "step 5"} {
			for _, rng := range []string{"QQ+ on the " + street.String(), "QQ+ on the " + street.String() + " by " +
				reading} {
				if w != "" {
					rng += weights.Word + string(w)
				}
				if got, err := ParseSubject("AKs", rng); err != nil || !got.Is(s.With(w)) {
					t.Errorf("%s: %v, %v", rng, got, err)
				}
			}
		}
		if other := s.Against().By(FeatureSet{Reading: featureset.Default(cards.Flop).Reading}); !other.Own() {
			t.Errorf("%v has the features of the street", other)
		}
	}
	for _, rng := range []string{"QQ+ on the rail", "QQ+ on the flop", "QQ+ on the turn by words-1:12",
		"QQ+ on the turn estimating win"} {
		if s, err := ParseSubject("AKs", rng); err == nil {
			t.Errorf("%s is read as %v", rng, s)
		}
	}
}
