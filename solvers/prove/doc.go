// Package prove proves that no formula with at most N features has a smaller average error, or
// gives the best lower bound that it can certify in the time it has:
//
//	AVGERR(N) = min over sets S of N features and |x_j| <= 1 of  1/W sum_i w_i |e_i - sum_S a_ij x_j|
//
// Certificates. Every bound comes from a dual vector: rows with the same features are a pattern p
// with the convex piecewise-linear loss L_p, and for slopes mu_p of these losses
//
//	loss(x) >= sum_p min_s (L_p(s) - mu_p s)  +  sum_j g_j x_j,     g_j = sum of mu_p over patterns with j
//
// so a choice S loses at least the constant minus sum_S |g_j|, and any choice of k columns among
// F beside S at most the k largest |g_j| of F more. Multipliers are rounded to a fixed grain and
// clamped, so that gradients are exact sums, and the constant is lowered by more than its rounding
// error: what is pruned, is pruned rigorously, whatever the simplex did.
//
// Enumeration, for small N. Sets of N-2 columns are fitted one by one; what two or three more can
// gain is bounded by the certificates of the set and of its one-column extensions together, and an
// extension is fitted only if no certificate of those before it rules it out. So
// C(m, N-2) fits of some 20 microseconds prove C(m, N) sets, most of them spared by the bounds.
//
// Branch and bound, for larger N. A node has columns in, out and free. Its relaxation charges tau
// |x_j| for each free column, whose optimum minus k tau is a bound; tau is adjusted until the
// charge meets the budget k. The node is solved by a dual simplex with one row per column and
// one bounded variable per pattern: a pivot passes as many kinks of the losses as pay, and a
// child starts from the basis of its parent, so it takes some ten pivots of a few microseconds.
// Nodes with two columns to choose are enumerated. To have a bound at any time the tree is
// searched for a rising sequence of cutoffs, each of which is certified when its tree is done.
//
// Limits. With ten features the charge meets the budget at once: the fit by all 55 columns of AA
// against RUS has the weights sum |x| = 2.8, so the bound of a node is the loss of all columns not
// out until most are chosen: 1.815 of 2.167 percentage points at the root. Cuts that make patterns
// which differ in few columns share one estimate unless one of those is chosen lift the root to 2.60
// for N = 4, 2.22 for N = 5 and 2.00 for N = 6, but to 1.826 for N = 10, and 1.87 to 2.00 with four to
// six columns chosen, at the price of a general linear program a node; they are not used here.
//
// Features that are true on the same rows share a column with a weight of up to their number,
// a relaxation that is exact when the optimum has all |x| <= 1.
//
// The search of a node depends on the node and the cutoff alone: the answer is the same for any
// number of workers. If a better formula than the incumbent turns up, it is returned.
//
// Sources: G. M. Furnival and R. W. Wilson, "Regressions by leaps and bounds", Technometrics 16
// (1974), for the shape of the search; I. Barrodale and F. D. K. Roberts (1973) and R. Fourer, "A
// simplex algorithm for piecewise-linear programming", Math. Programming 33 (1985), for simplex
// steps past several kinks.
package prove
