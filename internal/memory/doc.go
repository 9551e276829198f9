// Package memory returns how much memory the machine has left, so that a computation that needs more
// fails before it starts, and saves memory for large files. It reads /proc/meminfo of Linux; on other
// systems every computation may start.
package memory
