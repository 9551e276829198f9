// Package disk is the file system for files that must survive a crash. It calls the operating
// system. Tests replace it with package disktest, which simulates a power cut.
//
// Write writes files that appear complete or not at all: under a temporary name in the same folder,
// synced, then renamed. The cost is that of writing, one fsync of the file and one of its folder.
package disk
