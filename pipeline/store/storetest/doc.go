// Package storetest holds the stages of a package to what they computed at their versions, so
// that none computes anything else under a version at which the store may have old bytes.
//
// The test of a package with stages calls [Stages] with a small output of each. What the outputs must be is in the
// package's testdata/stages.txt, a line a stage: its version, the SHA-256 of the output and its name. Numbers are
// hashed to nine decimals, which processors agree on. [Fill] puts matrices into a store.
package storetest
