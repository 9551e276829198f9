// Package feltlab answers questions about hold'em exactly. From a starting hand to a proved formula for its equity on
// the flop it goes in five calls:
//
//   - [Equities] counts wins and ties of a hand on all 19,600 flops,
//   - [NewMatrix] adds their 73 features,
//   - [Fit] finds the best formula that a [Program] asks for, and a bound on all others,
//   - [Prove] returns a proof of the bound,
//   - [Check] says whether the proof holds, by a kernel that trusts no solver.
//
// Single questions take one call each:
//
//   - [Equity]: a hand or range against a range, on any board,
//   - [Strength]: the same, with the hands that beat it,
//   - [JamFold]: equilibrium play of a hand of jam or fold,
//   - [BestResponse]: what a strategy can lose,
//   - [ParseRange]: the hands of a range.
//
// Hands, ranges and boards are texts, such as "AKs", "TT+,AKs" and "2s6cQc". All calls end when their context does.
// They return the types of the packages that do the work. A program may use these packages directly;
// docs/architecture.md lists them, and says how another module imports this one.
package feltlab
