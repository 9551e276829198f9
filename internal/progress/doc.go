// Package progress shows a progress bar on a terminal, with counts, time left and the latest result. It writes nothing
// to other files, and no bar in the first two seconds. Calls cost O(1) and are safe for concurrent use.
package progress
