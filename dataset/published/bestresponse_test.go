package published

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/model/strategy"
)

func TestTrivialOpponents(t *testing.T) {
	rows := TrivialOpponents()
	must.Equal(t, len(rows), len(strategy.TrivialNames))
	for _, r := range rows {
		if _, ok := strategy.Trivial(r.Opponent); !ok || r.Millibigblinds < 750 || r.Millibigblinds > 3698 {
			t.Errorf("%+v", r)
		}
	}
}
