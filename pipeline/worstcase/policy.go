package worstcase

import (
	"crypto/sha256"
	"fmt"

	"feltlab/model/strategy"
)

// Digest tells strategies apart: it is the hash of a table's canonical file. The error is that
// of an incomplete table.
func Digest(t *strategy.Table) (string, error) {
	h := sha256.New()
	if err := strategy.Write(h, t); err != nil {
		return "", err
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil)), nil
}
