// Package judge decides whether an answer holds. Everything that enters the store or leaves it as
// checked passes here: answers of workers, imported results, files that a command reads, and every row
// that feltlab verify judges. It trusts no bound: model/proof decides whether one holds.
//
// [Answer] judges what an answer states, from its matrix: features that exist under their names,
// weights in [-1, 1], the program's limits, errors, objective, status, gap, and the answers in
// multiples of a step. [Accept] also replays the proof of the bound. It does so through prove.Replay,
// which finds a dual vector for each cut and asks model/proof whether the bound follows: CheckHeader,
// Shows, Bound and Cover of proof.Instance. model/proof shares no code with the solvers, and computes
// the errors of formulas too. Package verify judges the bounds in a file, each by a stored proof, a
// dual vector or a better formula.
//
// An answer costs some 10 ms; a proof one to three milliseconds a cut and up to some seconds for the
// cover search.
package judge
