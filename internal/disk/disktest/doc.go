// Package disktest lets a computer lose power at every call of the disk in turn, as SQLite's tests
// do, and holds what is left to be read.
//
// A [Disk] does at once what it is asked, so that readers see it, and remembers what was synced:
// the bytes of a file by a sync of the file, the names in a folder by a sync of the folder. A crash
// takes the folder back to that, in one of several ways that file systems have.
package disktest
