//go:build slow

package extensive

import (
	"math/rand/v2"
	"testing"

	"feltlab/model/game"
)

// A whole flop subtree of hold'em, with suits to permute, for one hand; minutes.
func TestFlopSubtreeEqualsExpectimax(t *testing.T) {
	const seed = 6
	t.Log("seed", seed)
	g := game.LimitHoldem()
	s := play(t, g, "/rc/", "7c7dQh")
	checkSubtree(t, g, hashed{g, seed, true}, s, 1, []ResponseOptions{{}}, 1, rand.New(rand.NewPCG(seed, 0)))
}
