//go:build slow

package ledger_test

func init() { *mutations = 1000 } // unless the flag says otherwise
