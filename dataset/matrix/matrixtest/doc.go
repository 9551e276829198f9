// Package matrixtest has the matrices of a few hands and ranges as files, for tests: counting the flops of a hand takes
// longer than most tests. A slow test compares the files with the counts.
package matrixtest
