// Package fittest fills stores for tests with the matrices of package matrixtest, so that they are not
// counted.
package fittest
