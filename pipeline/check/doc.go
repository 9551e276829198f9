// Package check recomputes what a solver claims about a formula, from the matrix alone.
//
// A formula estimates a row's equity by the sum of the weights of the features that the row
// has. Over rows i with multiplicity w_i and error e_i = |estimate_i - equity_i|, [Evaluate]
// computes
//
//	average  sum(w_i e_i) / sum(w_i)
//	p90      the least e such that rows with e_i <= e hold at least 90% of sum(w_i)
//	max      the largest e_i
//
// by one plain loop over rows and features with compensated (Neumaier) summation, and one
// sort: O(rows (features + log rows)). [Verify] holds claimed numbers against these and the
// formula against the constraints of its program: ids that exist, each at most once, no
// |weight| above 1, no more features than allowed, no larger error than allowed. A difference
// above [Tolerance] is an error.
//
// The package imports nothing under solvers and uses none of the code that builds or solves
// the programs, only the types that state them; a test holds it to that. The programs are
// those of Dalpasso & Lancia, "Estimating the strength of poker hands by integer linear
// programming techniques", CEJOR 23(3), 2015.
package check
