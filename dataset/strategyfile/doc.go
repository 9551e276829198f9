// Package strategyfile reads and writes strategies in three formats: the text of package strategy, Parquet with the
// same rows, and, for Kuhn and Leduc, OpenSpiel's tables by information state. Read recognises the format by the first
// bytes, Writer by the extension of the name. docs/strategy-format.md describes the formats.
//
// Parquet keeps all bits of probabilities. Its metadata are the format's version, the game, both bucketings and a
// checksum, strategy.Digest, which is the same in all formats. Reading takes one pass over the rows and one over the
// table for the checksum.
package strategyfile
