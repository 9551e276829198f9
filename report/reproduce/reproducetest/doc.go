// Package reproducetest has what the tests of experiments share: an environment in temporary
// folders and a look at the files that were left there. It computes nothing.
package reproducetest
