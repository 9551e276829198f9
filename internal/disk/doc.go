// Package disk is the file system for files that must survive a crash. It is the operating system's;
// tests replace it with that of package disktest, which loses power.
//
// Write writes files that appear complete or not at all: under a temporary name in the same folder,
// synced, then renamed. The cost is that of writing, one fsync of the file and one of its folder.
package disk
