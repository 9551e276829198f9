// Package known keeps the best known formulas and bounds: for every hand, range and loss one record in
// the cache that only gets better.
//
// A record is a ladder with a rung for each number of features N: the best known formula with at most N
// features, and the highest proved bound on the error of all of these. A formula counts on every higher
// rung, a bound on every lower one. So AVGERR(N), FEAT_AVGERR(E) and the points of a curve are read off
// the same ladder and help each other: FEAT_AVGERR(E) is N if the formula of rung N is within E and the
// bound of rung N-1 is above it.
//
// Package judge decides on every formula and proof before it enters. The record names the judge's version and
// its question, and has a seal by a key of this machine, which is not in the cache. In a record of another
// version, or without this seal, nothing counts until Rejudge has computed its errors and replayed its proofs. A
// proved answer is never solved again, an open one only with more time or another seed. A record is a file of
// some kilobytes with its proofs next to it; reading it takes a tenth of a millisecond.
//
// The record is a cache of this machine: package verify does not read it.
package known
