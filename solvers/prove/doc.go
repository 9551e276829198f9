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
// Cuts, for larger N. A set B of columns is bad if even the formula with all of them does not get
// below the cutoff; then every formula that does has one of the other columns, which make a cut. One
// dual vector certifies a cut, and it holds everywhere in the tree. So the search for a better formula
// is one for a hitting set: N columns with one of every cut known so far. If there is such a set,
// it is fitted; either it is better, or it is part of a bad set, whose cut is learned; if there is
// none, the cutoff is proved. To learn a cut, columns are taken away from all that are still free in
// the node, dearest first, until the rest is bad; then those that the certificate can do without are
// put back, so that the cut is small and of use elsewhere, too. The nodes of the search cost next to
// nothing: they are operations on bit sets. AVGERR(10) of AA against ATC takes 15,000 cuts, AA against RUS
// 100,000; branch and bound on the same relaxations, which learns nothing, visits more than a million nodes
// for the former.
//
// Relaxations are solved by a dual simplex with one row per column and one bounded variable per
// pattern, from the basis of the node above: a pivot passes as many kinks of the losses as pay.
// Deep in the tree patterns that differ only in columns that are gone are merged first.
//
// To have a bound at any time, a rising sequence of cutoffs is proved.
//
// Limits. The number of cuts grows severalfold with each further feature, and all are kept: 16 bytes
// each for every level of the tree that they are open in.
//
// Features that are true on the same rows share a column with a weight of up to their number,
// a relaxation that is exact when the optimum has all |x| <= 1.
//
// What is proved does not depend on the number of workers; which cuts are learned, and so the number of
// nodes, does. If a better formula than the incumbent turns up, it is returned.
//
// Sources: G. M. Furnival and R. W. Wilson, "Regressions by leaps and bounds", Technometrics 16
// (1974), for the enumeration; G. Codato and M. Fischetti, "Combinatorial Benders' cuts for
// mixed-integer linear programming", Operations Research 54 (2006), for the cuts; J. Davies and
// F. Bacchus, "Solving MAXSAT by solving a sequence of simpler SAT instances", CP 2011, for hitting
// sets of sets that are learned; I. Barrodale and F. D. K. Roberts (1973) and R. Fourer, "A simplex
// algorithm for piecewise-linear programming", Math. Programming 33 (1985), for simplex steps past
// several kinks.
package prove
