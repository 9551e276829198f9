// Package disk is the file system as those use it whose files must survive a crash. It is the
// operating system's; package disktest puts one in its place that loses power.
//
// It also writes files that appear whole or not at all: under a temporary name in
// the same folder, synced, then renamed. The cost is that of writing plus one fsync of the
// file and one of its folder.
package disk
