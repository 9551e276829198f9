package nearest

import "strings"

// minReach is the number of edits that is always close enough to suggest.
const minReach = 2

// Name returns the entry of names closest to got, the first of equals, and whether any is
// close enough to be worth suggesting.
func Name(got string, names []string) (string, bool) {
	got = strings.ToLower(got)
	best, bestDistance := "", -1
	for _, name := range names {
		d := distance(got, strings.ToLower(name))
		if d <= max(minReach, len(name)/3) && d < max(len(name), 1) && (bestDistance < 0 || d < bestDistance) {
			best, bestDistance = name, d
		}
	}
	return best, bestDistance >= 0
}

// Hint returns `, did you mean "name"?` for the closest name, or nothing.
func Hint(got string, names []string) string {
	if name, ok := Name(got, names); ok {
		return ", did you mean \"" + name + "\"?"
	}
	return ""
}

func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
