// Package lad fits targets by a weighted sum of given features, with the least average or the least largest absolute
// error:
//
//	Average:  min  1/W sum_i w_i |e_i - x_0 - sum_j a_ij x_j|      l_j <= x_j <= u_j
//	Max:      min  max_i         |e_i - x_0 - sum_j a_ij x_j|
//
// In poker all |x_j| <= 1 and x_0 = 0. The rules of other instances bound each weight and have an intercept x_0, or fix
// it where 0 is not the least target. All numbers are fractions of the target's range.
//
// Package subset chooses the features; here the set S is given. The optimum over the weights is exact
// up to rounding, and comes with a dual vector that proves it.
//
// Cells. Rows with the same features are a pattern, and patterns with the same features of S are a cell. All rows of a
// cell have the same prediction t, so a cell is one convex piecewise-linear function of t whose kinks are its targets,
// or, for Max, a smallest and a largest target. With ten features the 19,600 flops have about a hundred cells. A new
// feature splits the cells in one pass over the patterns and, for Average, one over the distinct (pattern, target)
// pairs in order of target, which keeps the kinks of every cell sorted.
//
// Simplex. A vertex is |S| independent equations: a cell at one of its kinks, a weight at a bound, or a weight fixed at
// its start value, whose multiplier must become zero. An intercept is a weight without bounds. The multipliers of the
// equations are subgradients. Where one leaves the interval between the slopes beside its kink, the vertex moves along
// that edge: for Average to the exact minimum on the edge, a weighted median over all cells, found by bracketing and
// binary search among kinks; for Max to the first blocking row. Each cell is shifted by its own tiny amount, so that no
// two vertices coincide and every step descends; the shifts are removed at the end. With n features and c cells a pivot
// costs O(n^2 + nc + c log rows).
//
// Sources: I. Barrodale and F. D. K. Roberts, "An improved algorithm for discrete L1 linear approximation", SIAM J.
// Numer. Anal. 10 (1973), for passing several kinks in one step; P. Bloomfield and W. L. Steiger, "Least Absolute
// Deviations" (1983), for the line search by weighted median along the edge of steepest normalised descent; for Max the
// exchange of one row at a time is E. Stiefel's (1959) in its modern form, the primal simplex on the dual of Chebyshev
// approximation.
//
// A [Stack] holds a set that grows and shrinks by one feature at a time and solves each set from the vertex of the set
// with one feature less. Exchange and depth-first enumeration need this.
package lad
