// Package regression defines instances, which are rows of yes/no columns with a target, and the four
// programs that fit a formula with few columns to them, as published by Dalpasso and Lancia ("Estimating
// the strength of poker hands by integer linear programming techniques", CEJOR 23, 2015). Package mip writes them as
// integer programs.
//
// # The programs
//
// Row (flop) i = 1..n has the target (equity) e_i in [0, 1], the weight w_i > 0 (all 1 for the 19,600 flops; their sum
// is W) and features a_ij in {0, 1}, j = 1..m; poker has m = 73. A formula gives feature j the weight x_j in [-1, 1],
// without intercept, and estimates e_i by s_i = sum_j a_ij x_j. The binary z_j says whether feature j is used:
//
//	-z_j <= x_j <= z_j
//
//	AVGERR(N)       minimise (1/W) sum_i w_i |e_i - s_i|   with  sum_j z_j <= N
//	MAXERR(N)       minimise max_i |e_i - s_i|             with  sum_j z_j <= N
//	FEAT_AVGERR(E)  minimise sum_j z_j  with  (1/W) sum_i w_i |e_i - s_i| <= E
//	FEAT_MAXERR(E)  minimise sum_j z_j  with  max_i |e_i - s_i| <= E
//
// Errors and E are fractions of 1, so 2.5 percentage points are 0.025.
package regression
