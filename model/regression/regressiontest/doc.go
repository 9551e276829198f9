// Package regressiontest makes random instances for tests, with few features, so that a test can try all
// sets of them, and with ties and dependent columns. Its flag -seed sets the seed, which every source
// logs, so that a failure can be repeated.
package regressiontest
