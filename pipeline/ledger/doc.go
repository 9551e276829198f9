// Package ledger holds what is believed: it reads, judges, keeps and compares answers. Everything that enters the store
// or leaves it as checked passes here: answers of workers, imported results, files that a command reads, and every row
// that feltlab verify judges. It trusts no bound: model/proof decides whether one holds.
//
// [Judge] judges what an answer states, from its rows: features that exist under their names, weights that the rules
// allow, the program's limits, errors, objective, status and gap. [Check] also replays the proof of the bound. It
// does so through prove.Replay, which finds a dual vector for each cut and asks model/proof whether the bound
// follows: CheckHeader, Shows, Bound and Cover of proof.Instance. model/proof shares no code with the solvers, and
// computes the errors of formulas too. An answer costs some 10 ms; a proof one to three milliseconds a cut and up to
// some seconds for the cover search.
//
// # What is known
//
// A [Ledger] keeps the best known formulas and bounds: for every hand, range and loss one record in the cache that only
// gets better. A record has a rung for each number of features N: the best known formula with at most N features, and
// the highest proved bound on the error of all of these. A formula counts on every higher rung, a bound on every lower
// one. So AVGERR(N), FEAT_AVGERR(E) and the points of a curve are read off the same record and help each other:
// FEAT_AVGERR(E) is N if the formula of rung N is within E and the bound of rung N-1 is above it.
//
// The record names its question and has a seal, a digest of its content and of the judge's version. In a record of
// another version, or without this seal, nothing counts until Rejudge has computed its errors and
// replayed its proofs. A proved answer is never solved again, an open one only with more time or another seed. A record
// is a file of some kilobytes with its proofs next to it; reading it takes a tenth of a millisecond.
//
// # Files
//
// A [Checker] checks files of results, tables and proofs. It trusts nothing that a file says, and reads neither the
// artifact store nor the records: it takes the rows of every subject from the cards. It decides on every bound:
//
//   - a better formula anywhere in the file refutes it;
//   - a stored proof shows it, once it is replayed; or a dual vector found now, of the relaxation or of
//     all features together;
//   - that a program is infeasible is such a bound for all features;
//   - errors do not rise with the number of features.
//
// Each statement is a claim: proved, unproved or false. What nothing judges, such as the engine and the time of a
// solve or a report of HiGHS that nothing refutes, and every file that was seen and not judged, is listed in
// [Report]. The record of a proof is compared with the proof. A table or page (of a sweep, an export, an
// experiment) is rendered again from the results next to it and compared. Missing proofs can be made
// ([Options]); they are stored next to the results.
//
// Cost: 0.7 CPU-seconds for one hand and range, 3 for all hands against four ranges; some 10 ms a
// formula; for a bound the replay of its proof. A Checker replays a proof once that several folders have.
package ledger
