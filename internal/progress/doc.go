// Package progress shows how far long work has come: a bar on a terminal, with counts, time
// left and the latest result; silence anywhere else. The bar appears only once the work has
// taken two seconds. Calls cost O(1) and may come from many goroutines.
package progress
