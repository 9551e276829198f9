// Command release builds feltlab and feltcheck for the usual systems, without cgo, and packs them into dist: a
// .tar.gz, or a .zip for Windows, each, and SHA256SUMS. Archives also have the README, all licenses, the scripts by
// which shells complete command lines, and the manual pages. Their names have the version, and the commit if it is
// not the version's tag. The same commit and the same Go give the same bytes: all times are the commit's.
//
// Nearly all of its time is the compiler's, for six systems. `make release` runs it.
package main
