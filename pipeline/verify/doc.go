// Package verify checks stored results of this program: it believes nothing that a file says.
//
// For every result the flops of hand and range are counted again from the cards, in no artifact
// store, and formula, proofs and bounds are judged by model/proof, which shares no code with the
// solvers. Each of these is a claim, and proved, unproved or false:
//
//   - the formula is one of its program: features that exist, weights in [-1, 1], no more features
//     or no larger error than it allows;
//   - the errors are those that are written;
//   - the lower bound follows: from a proof beside the file that was replayed now, or from a dual
//     vector that was found now (of the relaxation, or of all features together). A formula
//     anywhere in the file that is better refutes it;
//   - that a program is infeasible is such a bound for all features;
//   - gap and status follow from error and bound;
//   - errors do not rise with the number of features.
//
// A table or page (of a sweep, an export, an experiment) is rendered again from the results beside
// it and compared. Proofs that are missing can be made ([Options]); they are stored beside the
// results.
//
// Cost: 0.7 CPU-seconds for one hand and range, 3 for all hands against four ranges; some 10 ms a
// formula; and for a bound the replay of its proof, one to three milliseconds a cut and up to some
// seconds for the cover search.
package verify
