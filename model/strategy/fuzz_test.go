package strategy

import (
	"strings"
	"testing"

	"feltlab/model/game"
)

// Whatever is read is a complete table of proper probabilities.
func FuzzReadOpenSpiel(f *testing.F) {
	f.Add(`{"0": [[0, 0.5], [1, 0.5]], "1pb": {"0": 1}}`)
	f.Add(`TabularPolicy:0<~>0=0x1p-1,1=0x1p-1<~>1<~>0=1,1=0`)
	f.Fuzz(func(t *testing.T, text string) {
		if table, err := wholeSpiel(strings.NewReader(text), game.Kuhn()); err == nil && table.Check() != nil {
			t.Fatalf("an improper table was read: %v", table.Check())
		}
	})
}
