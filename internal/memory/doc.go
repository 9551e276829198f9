// Package memory tells how much memory a machine has left, so that a computation that needs more
// can say so before it starts.
//
// Linux tells in /proc/meminfo; where the system does not tell, nothing is refused.
package memory
