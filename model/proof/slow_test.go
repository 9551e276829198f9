//go:build slow

package proof

func init() { randomTrees, wideClaims = 500, 20 }
