// Package known keeps what is known of the best formulas: for every hand, range and loss one record
// in the cache that only gets better.
//
// A record is a ladder with a rung for each number of features N: the best formula known with at
// most N, and the highest bound on the error of all of these, with its proof. A formula counts on
// every rung above, a bound on every one below. So AVGERR(N), FEAT_AVGERR(E) and the points of a
// curve are read off the same ladder and inform each other: FEAT_AVGERR(E) is N if the formula of
// rung N is within E and the bound of rung N-1 beyond it. Formulas are evaluated and proofs replayed
// by model/proof before they are kept; the record names the judge, and what another one let pass is
// replayed before it is used again. Whoever asks begins with the record and adds to it; a proved
// answer is never solved again, an open one only by a solve with more time or another seed. A record
// is a file of some kilobytes with its proofs beside it: an answer takes a tenth of a millisecond.
//
// The record is a cache of this machine: pipeline/verify never reads it.
package known
