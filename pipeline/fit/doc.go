// Package fit answers the main question end to end: from a hand and a range to the best formula.
//
// One fit takes the matrix of all 19,600 flops (cached as an artifact), finds a good formula by greedy selection and
// exchange (solvers/subset), and then proves how good any formula can be: by learned cuts (solvers/prove), which
// model/proof replays, or, if asked to, by HiGHS on the integer program in the chosen formulation, with the formula as
// its incumbent (model/regression, solvers/highs). The weights of the final support are solved once more exactly
// (solvers/lad), and the result is believed only after model/proof has recomputed its errors from the matrix. Because
// the search comes first, a time limit never ends without a formula.
//
// Source of the programs: Dalpasso & Lancia, CEJOR 23(3), 2015.
package fit
