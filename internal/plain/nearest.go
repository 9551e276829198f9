package plain

import (
	"fmt"
	"math"
	"strings"
)

// Nearest returns the entry of names that is closest to got, and whether it is close enough to be suggested.
// Of equally close entries it takes one as long as got, and then the first.
func Nearest(got string, names []string) (string, bool) {
	got = strings.ToLower(got)
	best, bestCost := "", math.MaxInt
	for _, name := range names {
		reach := 1 + len(name)/5
		if len(got) > len(name)+reach {
			continue
		}
		edits := distance(got, strings.ToLower(name))
		if edits > reach || edits >= len(name) {
			continue
		}
		cost := 2 * edits
		if len(name) != len(got) {
			cost++
		}
		if cost < bestCost {
			best, bestCost = name, cost
		}
	}
	return best, best != ""
}

// Hint returns `, did you mean "name"?` for the closest name, or "" if none is close.
func Hint(got string, names []string) string {
	if name, ok := Nearest(got, names); ok {
		return ", did you mean \"" + name + "\"?"
	}
	return ""
}

// Either lists names as in "a, b or c".
func Either(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Few lists names, the first dozen of them.
func Few(names []string) string {
	const shown = 12
	if len(names) > shown {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:shown], ", "), len(names)-shown)
	}
	return strings.Join(names, ", ")
}

func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
				continue
			}
			d[i][j] = 1 + min(d[i-1][j-1], d[i-1][j], d[i][j-1])
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], 1+d[i-2][j-2])
			}
		}
	}
	return d[len(a)][len(b)]
}
