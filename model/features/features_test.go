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
	if len(all) != features.Count {
		t.Fatalf("%d features, want %d", len(all), features.Count)
	}
	for i, f := range all {
		if f.ID != i+1 {
			t.Errorf("feature %d of the table has number %d", i+1, f.ID)
		}
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
		if f, err := features.ByID(id); err != nil || f.ID != id {
			t.Errorf("ByID(%d) = F%d, %v", id, f.ID, err)
		}
	}
	for _, id := range []int{-1, 0, 74} {
		must.Fails(features.ByID(id))(t, features.ErrID, "1 to 73")
	}
}
