//go:build slow

package verify

func init() { *mutations = 1000 } // unless the flag says otherwise
