// Package disktest simulates a power failure at every call of the disk in turn, as SQLite's tests do,
// and checks what is left.
//
// A [Disk] carries out each call at once, so that readers see its effect, and remembers what was synced:
// the bytes of a file by a sync of the file, the names in a folder by a sync of the folder. A crash
// takes the folder back to that state, in one of the ways in which file systems do it.
package disktest
