// Package fit answers the main question end to end: from a hand and a range to the best
// formula.
//
// One fit takes the matrix of all 19,600 flops (cached as an artifact), finds a good formula
// by greedy selection and exchange (solvers/subset), hands it to HiGHS as the incumbent of
// the integer program in the chosen formulation (model/regression, solvers/highs), solves
// the weights of the final support once more exactly (solvers/lad), and believes the result
// only after pipeline/check has recomputed its errors from the matrix. Because the search
// comes first, a time limit never ends without a formula. A fit is bounded by its time
// limit; it runs on one thread, so that many run side by side.
//
// Source of the programs: Dalpasso & Lancia, CEJOR 23(3), 2015.
package fit
