// Package strategyfile reads and writes strategies in every format that there is: the text of
// package strategy, Parquet with the same rows, and, for Kuhn and Leduc, OpenSpiel's tables by
// information state (package openspiel). Read finds out by the first bytes which one a file is,
// Writer by the end of its name. docs/strategy-format.md describes all of them.
//
// In Parquet, doubles keep all their bits, and the metadata hold the format's version, the game,
// both bucketings and a checksum, strategy.Digest: that of the same strategy in any format. Reading
// takes one pass over the rows and one over the table for the checksum.
package strategyfile
