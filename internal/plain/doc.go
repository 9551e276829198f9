// Package plain prints text that others wrote: names of files and workers, ranges, what agents say. A terminal obeys
// some characters of a text instead of showing them: escape sequences clear the screen, controls of direction print
// words backwards. This package replaces each such character by its number, as in \u001b, which JSON reads as the
// character itself.
//
// It also finds the valid name closest to a misspelt one, for error messages. The distance counts insertions,
// deletions, replacements and swaps of neighbours, each place edited at most once and without regard to case (optimal
// string alignment), by dynamic programming in O(len(a)·len(b)). A name is suggested within one edit, plus one for
// every five letters.
package plain
