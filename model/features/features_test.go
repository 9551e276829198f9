package features_test

import (
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/features"
)

func TestTableIsComplete(t *testing.T) {
	names := map[string]int{}
	all := features.All()
	must.Equal(t, len(all), features.Count)
	for i, f := range all {
		must.Equal(t, f.ID, i+1)
		if f.Name == "" || f.Sentence == "" || strings.HasSuffix(f.Sentence, ".") {
			t.Errorf("F%d: name %q and sentence %q must be there, without a full stop", f.ID, f.Name, f.Sentence)
		}
		if other, taken := names[f.Name]; taken {
			t.Errorf("F%d and F%d are both called %q", other, f.ID, f.Name)
		}
		names[f.Name] = f.ID
	}
	all[0].Name = "scribble"
	if first, _ := features.ByID(1); first.Name == "scribble" {
		t.Error("All hands out the table itself")
	}
}

func TestByID(t *testing.T) {
	for id := 1; id <= features.Count; id++ {
		must.Equal(t, must.Get(features.ByID(id))(t).ID, id)
	}
	for _, id := range []int{-1, 0, 74} {
		must.Fails(features.ByID(id))(t, features.ErrID, "1 to 73")
	}
}
