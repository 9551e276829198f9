// Package stochastictest has a rollout by formula, for tests: three hands of the 169 classes finish in the 13
// orders with artificial but plausible counts, at once and without cards. Better hands win more often,
// equal classes tie more often, and classes that share ranks are dealt together less often. Like a real
// rollout it is the same for every sequence of the same classes.
package stochastictest
