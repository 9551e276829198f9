package experiments

import (
	"errors"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, e := range All() {
		found, err := Find(e.Name)
		if err != nil || found.Name != e.Name || e.Short == "" || e.Run == nil {
			t.Errorf("%q: %+v, %v", e.Name, found, err)
		}
	}
	_, err := Find("strenght")
	if !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), `did you mean "strength"`) {
		t.Error(err)
	}
}
