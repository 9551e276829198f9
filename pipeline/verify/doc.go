// Package verify checks files of results, tables and proofs. It trusts nothing that a file says.
//
// It counts the flops of every hand and range again from the cards, without the artifact store. Package
// judge decides on every row: formula, errors, status, gap. Verify decides on every bound:
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
// formula; for a bound the replay of its proof, one to three milliseconds a cut and up to some seconds
// for the cover search. A [Checker] replays a proof once that several folders have.
package verify
