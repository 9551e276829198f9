// Package matrixtest has instances for tests. Those of a few hands and ranges are files, since counting the flops of a
// hand takes longer than most tests; a slow test compares the files with the counts. Others are random, with few
// features, so that a test can try all sets of them, and with ties and dependent columns; the flag -seed sets their
// seed, which every source logs, so that a failure can be repeated.
package matrixtest
