// Package proofcheck judges proofs of lower bounds on AVGERR(N) and MAXERR(N) while they are made. It shares no
// code with the solver (package prove) that makes them: it reads the instance by itself, checks
// that the steps of the proof cover all choices of at most N features, and evaluates every dual
// vector in integers.
//
// The tree. A node is a set of features that are in, a set that is still free and the number k of
// free ones that may be chosen. A proof starts at the node with nothing in, everything free and k
// = N; a split replaces a node by the two with and without a feature; a leaf is proved by a dual
// vector. Stacks of nodes are proved side by side: a node that is skipped on one must be the first
// of another, and every skipped node has fewer free features than the first of its stack, so
// no proof is circular. A dual vector is evaluated once, for all leaves that refer to it.
//
// A leaf. For each pattern p, the rows with the same features, let L_p(s) be the sum of w_i |e_i - s|
// and mu_p any slope in [-W_p, W_p]. Then every formula x loses at least
//
//	sum_p min_s (L_p(s) - mu_p s)  +  sum_j g_j x_j,     g_j = sum of mu_p over the patterns with j
//
// and so with |x_j| <= 1 at least the first sum, less |g_j| for the features that are in, less the k
// largest |g_j| of the free ones. Features that are true on the same rows are interchangeable, so the
// smallest free one is split off first, and the others go with it.
//
// For the largest error a dual vector has multipliers u_p >= 0 and d_p >= 0 for the largest and the smallest equity
// of each pattern. Somewhere a formula errs by at least their weighted mean of high_p - x and x - low_p, so by
//
//	(sum_p (u_p high_p - d_p low_p)  -  sum_j |g_j| |x_j|) / sum_p (u_p + d_p),     g_j = sum of d_p - u_p over patterns with j
//
// Arithmetic. Weights and multipliers are integers in units of the grain, a power of two of which the
// total weight has at most 2^31; a multiplier is rounded and then clamped, which keeps it valid.
// Equities are rounded to 2^-30, which moves no average error by more than 2^-31; that is taken off
// the bound. Everything between is exact in 64 bits, and the last division is rounded down. A leaf costs
// about 100 ns, a dual vector a pass over the patterns.
//
// Source: weak duality, as in any text on linear programming.
package proofcheck
