package mip

import (
	"strconv"
	"strings"
)

// maxNameLength is the length to which names are cut; some readers stop at 255 bytes.
const maxNameLength = 200

// mpsNames makes unique names for free-format MPS: without spaces, and without anything that a reader
// could take for a number, a quote or a comment.
type mpsNames struct {
	used map[string]bool
}

// unique returns a safe form of name, or fallback if that is empty, followed by the first _2, _3, ...
// that makes it new.
func (n *mpsNames) unique(name, fallback string) string {
	base := safeName(name)
	if base == "" {
		base = fallback
	}
	result := base
	for k := 2; n.used[result]; k++ {
		result = base + "_" + strconv.Itoa(k)
	}
	n.used[result] = true
	return result
}

// safeName keeps ASCII letters, digits and _ . [ ] ( ), makes everything else an underscore,
// and puts an underscore before a name that does not start with a letter or an underscore.
func safeName(name string) string {
	if len(name) > maxNameLength {
		name = name[:maxNameLength]
	}
	safe := strings.Map(func(r rune) rune {
		switch {
		case isLetter(r), '0' <= r && r <= '9', strings.ContainsRune("_.[]()", r):
			return r
		}
		return '_'
	}, name)
	if safe != "" && safe[0] != '_' && !isLetter(rune(safe[0])) {
		safe = "_" + safe
	}
	return safe
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
