//go:build slow

package buckets

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
)

// On the turn too a dump has the bucket of a single call, for 10,000 random hands and boards.
func TestDumpTurn(t *testing.T) {
	b := must.Get(Lookup(game.LimitHoldem(), "strength-200"))(t)
	checkDump(t, b, 2, 10_000, 13_960_050)
}
