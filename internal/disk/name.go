package disk

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// Name makes a name for a file of a text, without extension: its letters, digits, - and _, with some
// digits of a hash where that leaves something out or is long.
func Name(text string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return -1
	}, text)
	const longest = 60
	if plain != text || len(text) > longest {
		plain = fmt.Sprintf("%s-%x", plain[:min(len(plain), longest)], sha256.Sum256([]byte(text)))[:min(len(plain), longest)+9]
	}
	return plain
}
