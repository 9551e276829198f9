// Package proof is the judge. It computes the errors of a formula, and decides whether a claim
// about all formulas follows from the counts of an instance and a proof: no formula with at most N
// of the 73 features and weights in [-1, 1] has an average, or largest, error below a cutoff.
// Solvers, caches and files are not believed.
//
// A proof is a list of cuts: every formula below the cutoff has at least Need, mostly one, of a
// cut's columns. Two things are checked. Each cut follows from its dual vector, by weak duality;
// and no choice of N features has one of every cut, by an exhaustive search. A stranger can check
// both with a program of his own: docs/proof-format.md.
//
// # Dual vectors
//
// Rows with the same features are a pattern p. Its rows have the same estimate s, and its loss
// L_p(s), the sum of their distances from s, is convex and piecewise linear. For any slopes m_p,
// and a formula x with the features of a set S,
//
//	sum_p L_p(s_p)  >=  sum_p min_s (L_p(s) - m_p s)  -  sum over j in S of |g_j|,     g_j = sum of m_p over p with j
//
// because s_p is the sum of the x_j of the pattern, and |x_j| <= 1. The minimum is at the equity
// where the slopes of L_p pass m_p; m_p outside of them are moved to the nearest. Divided by the
// weight of all rows this bounds the average error. For a_p, b_p >= 0 the largest error is at least
//
//	(sum_p a_p max_p - b_p min_p  -  sum over j in S of |g_j|) / sum_p (a_p + b_p),  g_j = sum of b_p - a_p over p with j
//
// with the largest and smallest equity of each pattern. For a cut, S is all features but its
// columns, and the Need - 1 of these that have the largest |g_j|. Nothing has to hold of a dual
// vector: a bad one proves little.
//
// # Cover
//
// The search branches on the open cut with the fewest free columns, of the first 16: in turn one of
// them is chosen, and given up for the rest. Features that are true on the same rows are
// interchangeable, so with one go all smaller ones.
//
// # Numbers
//
// Everything is an integer. Equities, which are ratios of counts, are in units of a grid of about
// 2^-52, chosen so that all are whole. Where there is no such grid they are rounded down, each by
// less than a unit, which is subtracted from all bounds and part of the radius of all errors: the
// one rounding there is. The cutoff is rounded up.
//
// All sums fit in 128 bits. The weight of all rows is at most 2^31, an equity 2^52, so the
// multipliers of an average error, in units of 2^-24, sum to at most 2^55 and those of a largest
// error to 2^50; a sum of losses or of multipliers times equities is at most 2^107, and 73 gains
// times the grid less than 2^114. Estimates of 73 features and slopes fit in 64 bits.
//
// # Cost
//
// For R rows in P patterns NewInstance and Evaluate take R log R, and a dual vector P times the
// features of a pattern: some 10 ms, 1 ms and 0.1 to 0.3 ms for 19,600 flops. Cover is exponential
// in N: 0.01 to 4 s for N = 10 and 450 to 4,700 cuts.
//
// # Trust
//
// Who believes a claim believes this package, the rules of features (model/features), the counting
// of flops (dataset/equity and what it stands on), and that SHA-256 tells instances apart. The
// package has the hand and the range of a claim as mere names; it is the caller who counts their
// flops. The search for cuts, the finders of dual vectors, files and compression need not be
// believed.
//
// Sources: G. Codato and M. Fischetti, "Combinatorial Benders' cuts for mixed-integer linear
// programming", Operations Research 54 (2006), for the cuts; K. Cheung, A. Gleixner and D. Steffy,
// "Verifying integer programming results", IPCO 2017, for a log that a small program replays; the
// programs are M. Dalpasso's and G. Lancia's (see model/regression).
package proof
