// Package nearest finds the valid name closest to a misspelt one, for error messages.
//
// The distance counts insertions, deletions, replacements and swaps of neighbours, each place edited
// at most once and without regard to case (optimal string alignment), by dynamic programming in
// O(len(a)·len(b)). A name is suggested within one edit, plus one for every five letters.
package nearest
