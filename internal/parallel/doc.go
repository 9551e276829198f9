// Package parallel runs loops on several goroutines. Each goroutine takes the next item, or block of items, in
// ascending order; the result of an item must not depend on which goroutine computes it. After an error no goroutine
// takes more items, and the loop returns the error of the lowest failed item: all lower items were taken before and are
// finished, so it is the error that a plain loop would return. A block costs an atomic addition and a check of the
// context. A panic of a goroutine is repeated in the caller's, so that the caller can recover it ([Guard]).
package parallel
