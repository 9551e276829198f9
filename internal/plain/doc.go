// Package plain prints text that others wrote: names of files and workers, ranges, what agents say. A terminal obeys
// some characters of a text instead of showing them: escape sequences clear the screen, controls of direction print
// words backwards. This package replaces each such character by its number, as in \u001b, which JSON reads as the
// character itself.
package plain
