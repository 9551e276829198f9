// Package nearest finds the valid name closest to a misspelt one, for error messages.
//
// Closeness counts insertions, deletions, replacements and swaps of neighbours, each place edited
// at most once and without regard to case, by the usual dynamic programme in O(len(a)·len(b)). A
// short name may be one edit off, and one more for every five letters; anything further is no
// suggestion.
package nearest
