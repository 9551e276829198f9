// Package proofs makes, keeps and replays proofs of lower bounds on the error of every formula with
// at most N features. What a proof is, and when its claim follows, is model/proof's to say; nothing
// here is believed.
//
// [Make] has a solver (solvers/prove) search and judges the cuts that it returns: their dual
// vectors, the solver's or, where those do not show the bound, others that are found by a relaxation
// each, are evaluated in integers, and the cover search is made from nothing. What does not hold is
// no proof, whatever the solver says; what holds for a little less than it says becomes a proof of
// that.
//
// Proofs are kept without dual vectors (pipeline/prooffile). [Replay] finds these again, by a
// finder of one's choice, such as package prove's ([BySimplex]) or HiGHS ([ByHiGHS]); [Expand]
// writes them out.
package proofs
