// Package regressiontest makes random instances for tests, of few features, so that all sets of
// them can be tried, and with as many ties and dependent columns as a test asks for. It brings the
// flag -seed; every source logs it, so that a failure can be run again.
package regressiontest
