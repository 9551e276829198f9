//go:build slow

package tournament

import "testing"

// TestICMOf25 holds the integral equal to the sums over 33 million sets of 25 players.
func TestICMOf25(t *testing.T) { holdToSubsets(t, 25) }
