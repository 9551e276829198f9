// Command release builds feltlab and feltcheck for the usual systems, without cgo, and packs them
// with the README and all licenses into dist: a .tar.gz, or a .zip for Windows, each, and
// SHA256SUMS. The same commit and the same Go give the same bytes: all times are the commit's.
//
// It takes a minute or two, most of it the compiler's. `make release` runs it.
package main
