// Package parallel shares loops out among goroutines. Items are handed out in ascending order, one
// or a block at a time, to whoever is free; what is done with an item must not depend on who does
// it. An error stops the handing out, and that of the lowest item is returned: since all lower
// items were handed out before and are finished, it is the one that a plain loop would meet. A
// block costs an atomic addition and a look at the context.
package parallel
