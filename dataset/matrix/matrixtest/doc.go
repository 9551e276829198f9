// Package matrixtest has the matrices of a few hands and ranges as files, for tests that want a real
// one: to count the flops of a hand takes longer than most tests do with them. What counts is tested
// in the packages that count; a slow test holds the files to it.
package matrixtest
