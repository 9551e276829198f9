package published

import (
	"testing"

	"feltlab/model/strategy"
)

func TestTrivialOpponents(t *testing.T) {
	rows := TrivialOpponents()
	if len(rows) != len(strategy.TrivialNames) {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows {
		if _, ok := strategy.Trivial(r.Opponent); !ok || r.Millibigblinds < 750 || r.Millibigblinds > 3698 {
			t.Errorf("%+v", r)
		}
	}
}
