//go:build slow

package features_test

import "testing"

func TestOfEqualsLiteralReadingEverywhere(t *testing.T) {
	const handsOnFlops = 1326 * 19600
	holdEqual(t, allFlops(), true, handsOnFlops)
}
