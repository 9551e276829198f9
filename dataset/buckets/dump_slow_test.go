//go:build slow

package buckets

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
)

// On turn and river too a dump has the bucket of a single call, for 10,000 random hands and boards each.
func TestDumpLaterStreets(t *testing.T) {
	b := must.Get(Lookup(game.LimitHoldem(), "strength-200"))(t)
	checkDump(t, b, 2, 10_000, 13_960_050)
	checkDump(t, b, 3, 10_000, 123_156_254)
}
