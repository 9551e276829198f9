// Package atomicfile writes files that appear whole or not at all: under a temporary name in
// the same folder, synced, then renamed. The cost is that of writing plus one fsync of the
// file and one of its folder.
package atomicfile
