// Package proof is the kernel: the one judge of bounds. It computes the errors of a formula, and decides whether a
// claim about all formulas follows from the rows of an instance and a proof: no formula with at most N columns and
// weights in [-1, 1] has an average, or largest, error below a cutoff. Rules change what a formula may be: bounds of
// weights, an intercept, groups of columns, weights that are multiples of a step or listed values. The kernel knows
// nothing of what rows and columns mean, and trusts no solver, cache or file.
//
// A proof is a list of cuts. A cut says that every formula below the cutoff has one of its columns. The kernel checks
// two things: each cut follows from its dual vector by weak duality; and no choice of N columns satisfies every cut, by
// an exhaustive search. docs/proof-format.md says enough to write an independent checker.
//
// # Dual vectors
//
// Rows with the same columns are a pattern p. They have the same estimate s, and the loss L_p(s) of the pattern, the
// sum of their distances from s, is convex and piecewise linear. For any slopes m_p, and a formula x with the columns
// of a set S,
//
//	sum_p L_p(s_p)  >=  sum_p min_s (L_p(s) - m_p s)  -  sum over j in S of |g_j|
//
// where g_j is the sum of m_p over the patterns with column j, because s_p is the sum of the x_j of the pattern, and
// |x_j| <= 1. The minimum is at the target at which the slope of L_p passes m_p; an m_p outside the slopes is moved to
// the nearest. Divided by the weight of all rows, this bounds the average error. For a_p, b_p >= 0 the largest error is
// at least
//
//	(sum_p a_p max_p - b_p min_p  -  sum over j in S of |g_j|) / sum_p (a_p + b_p)
//
// with the largest and smallest target of each pattern, and g_j the sum of b_p - a_p over the patterns with column j.
// For a cut, S has the N columns outside the cut that have the largest |g_j|. A dual vector need not satisfy anything:
// a bad one proves little.
//
// Under rules a column lowers the bound by at most max(-g l, -g u) for a weight in [l, u]; a group whose columns count
// as one, by the sum over them. A cut may be shown by a tree: its nodes split the values of a weight, each leaf has a
// dual vector for its box of weights, and the leaves cover all formulas without the cut's columns.
//
// # Cover
//
// The search branches on the open cut with the fewest free columns among the first 16: it chooses one of these columns
// after the other, and gives each up for the rest, with the columns that are interchangeable with it. A column that
// fills a group gives up the others of the group. A claim may except sets of columns: a choice with all columns of one
// may have a column of every cut.
//
// A claim about the rows that scores get wrong has no cuts: the kernel goes through all sets of columns (Scores).
//
// # Numbers
//
// Everything is an integer. Targets are fractions; they are counted in units of a grid of about 2^-52, chosen so that
// all targets are whole. Where no such grid exists, targets are rounded down, each by less than a unit; all bounds
// subtract that unit, and the radius of all errors includes it. There is no other rounding, except that the cutoff is
// rounded up. All sums fit in 128 bits: docs/proof-format.md says why.
//
// # Cost
//
// For R rows in P patterns NewInstance and Evaluate take R log R, and a dual vector P times the columns of a pattern:
// some 10 ms, 1 ms and 0.1 to 0.3 ms for 19,600 flops. Cover is exponential in N: 0.01 to 4 s for N = 10 and 450 to
// 4,700 cuts.
//
// # Trust
//
// A claim is as reliable as this package, the rows, and SHA-256, which tells instances apart. The caller makes the rows
// from their source, for poker the cards: docs/architecture.md lists what that involves, and the other packages that
// handle proofs. The labels of a claim are not read here.
//
// Sources: G. Codato and M. Fischetti, "Combinatorial Benders' cuts for mixed-integer linear programming", Operations
// Research 54 (2006), for the cuts; K. Cheung, A. Gleixner and D. Steffy, "Verifying integer programming results", IPCO
// 2017, for a log that a small program replays; the programs are those of M. Dalpasso and G. Lancia (see
// model/regression).
package proof
