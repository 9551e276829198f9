// Package judge decides whether an answer holds. Everything that enters the store or leaves it as
// checked passes here: answers of workers, imported results, files that a command reads, and every row
// that feltlab verify judges.
//
// [Answer] judges what an answer states, from its matrix: features that exist under their names,
// weights in [-1, 1], the program's limits, errors, objective, status, gap, and the answers in
// multiples of a step. [Accept] also replays the proof of the bound. Numbers and proofs are judged by
// model/proof, which shares no code with the solvers. Package verify adds the bounds of whole files:
// which stored proof, dual vector or other formula decides each of them.
//
// An answer costs some 10 ms; a proof one to three milliseconds a cut and up to some seconds for the
// cover search.
package judge
