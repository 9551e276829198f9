// Package disk is the file system as those use it whose files must survive a crash. It is the
// operating system's; package disktest puts one in its place that loses power.
package disk
