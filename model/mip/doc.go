// Package mip holds mixed-integer linear programs as plain data: columns with bounds, costs and
// integrality, rows with bounds, and a sparse matrix by rows. [Build] and [Covering] make models and solvers read
// them. [WriteMPS] exports a model for other solvers, [WriteOPB] a pseudo-Boolean one; [ReadSolution] reads what a
// solver found.
//
// The objective is minimised. Infinite bounds are ±math.Inf. Building takes amortised O(1) a nonzero;
// Check, WriteMPS, Objective and Violation take time linear in the columns and nonzeros.
//
// The file format is free MPS, restricted to what CBC, GLPK (glpsol --freemps), SCIP, HiGHS, CPLEX and
// Gurobi read alike.
//
// # The programs of formulas
//
// [Build] writes a program of package regression in one of three equivalent formulations, with its symbols.
//
// # Plain
//
// As published. The AVG programs have an error column d_i >= 0 a flop, the MAX programs one error column e for all:
//
//	over_i   s_i + d_i >= e_i      (d_i is e in the MAX programs)
//	under_i  s_i - d_i <= e_i
//	up_j     x_j - z_j <= 0
//	down_j   x_j + z_j >= 0
//	budget   sum_j z_j <= N,  or
//	error    sum_i w_i d_i <= E W,  or  e <= E
//
// These are 2(n+m)+1 rows for all four, and 2m+n columns (AVG) or 2m+1 (MAX). The error row of
// FEAT_MAXERR bounds a single column; it stays a row to have the published count.
//
// # Merged
//
// The same rows for a smaller instance. Flops with the same features and the same equity have the same error for every
// formula, so they become one row with the sum of their weights. A feature that is never true changes no estimate, so
// its column is dropped. Features that are true on the same flops act only through the sum of their weights, so g of
// them share the column of the first, with x in [-g, g] and an integer z in [0, g] that bounds |x|: z counts how many
// of the g are used, and a sum of absolute value at most k splits into k weights in [-1, 1]. The wider bounds keep the
// programs equivalent: an optimal formula may give a feature and its duplicate 0.8 each. With n' rows and m' columns
// left there are 2(n'+m')+1 rows.
//
// # Pattern
//
// Columns as in merged. The flops form P patterns, one a feature vector. A formula estimates all flops of
// a pattern by the same s, so their error is the convex piecewise-linear loss
//
//	L(s) = sum_k w_k |y_k - s|      y_1 < ... < y_K its equities, w_k their weights
//
// whose slope grows from -(w_1+...+w_K) to +(w_1+...+w_K) by 2 w_k at y_k. L is least at the weighted
// median y_c. Steps lead from there to s: r_1, r_2, ... to the right, each in [0, y_{k+1} - y_k] with the
// slope of L on that piece as its cost, and l_1, l_2, ... to the left:
//
//	pattern p   sum_j a_pj x_j - sum_k r_k + sum_k l_k = y_c
//	L(s)        = L(y_c) + sum_k slope_k r_k + sum_k slope_k l_k
//
// Slopes grow outwards, so the cheapest steps to s fill the pieces in order, on one side only, and cost L(s); an upper
// bound on the cost (FEAT_AVGERR) can be met exactly if the cheapest steps meet it. The outermost pieces end at |s| <=
// R, where R is the number of features in the pattern (at most N), which no formula exceeds. The result has one
// equality row a pattern and only boxed columns with costs >= 0: the slack basis is dual feasible, and long steps of
// the dual simplex flip bounds. Rows: P+2m'+1; columns: 2m' and K+1 a pattern.
//
// In the MAX programs |y_k - s| <= e holds for all k if it holds for y_1 and y_K:
//
//	MAXERR       s + e >= y_K,  s - e <= y_1        2P+2m'+1 rows, 2m'+1 columns
//	FEAT_MAXERR  y_K - E <= s <= y_1 + E            P+2m' rows, 2m' columns
//
// A pattern of FEAT_MAXERR with y_K - y_1 > 2E has no solution and is written as two rows.
// MAXERR also has the bound e >= (y_K - y_1)/2 for all patterns.
//
// # Cost
//
// Build takes time and space linear in the nonzeros that it writes, after [PatternsOf] has sorted the
// rows by feature vector and equity.
//
// # Round weights
//
// Under rules with a step u every weight, and a round intercept, has an integer column k and a row x_j - u k_j = 0.
// Under a list of values it has a 0-1 column for each value v but 0, at most one of which is 1, and a row
// x_j - sum_v v b_jv = 0. The columns of a whole group share one z.
package mip
