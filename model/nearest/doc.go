// Package nearest finds the valid name closest to a misspelt one, for error messages.
//
// Closeness is the Levenshtein distance without regard to case, computed by the usual
// dynamic programme in O(len(a)·len(b)); a name further off than a third of its length
// (at least two edits) is no suggestion.
package nearest
