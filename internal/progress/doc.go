// Package progress shows how far a task is: on a terminal as a bar with counts, time left and the latest result, from
// two seconds on; in any other file as lines, the first after five seconds and each after twice as long as the last. It
// writes nothing to other writers. Calls cost O(1) and are safe for concurrent use.
package progress
