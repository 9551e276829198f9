//go:build slow

package proof

func init() { randomTrees, wideClaims, tightClaims, wrongTables = 500, 20, 50, 500 }
