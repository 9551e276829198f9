//go:build slow

package equity

import "testing"

func TestWeightsOnFlops(t *testing.T) { checkWeights(t, 3, 50) }
