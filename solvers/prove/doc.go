// Package prove proves that no formula with at most N features has a smaller average or largest
// error, or gives the best lower bound that it can in the time it has:
//
//	AVGERR(N) = min over sets S of N features and |x_j| <= 1 of  1/W sum_i w_i |e_i - sum_S a_ij x_j|
//	MAXERR(N) = min over sets S of N features and |x_j| <= 1 of      max_i |e_i - sum_S a_ij x_j|
//
// Instances with rules have other bounds, an intercept, and groups of which S has at most one; Options.With lists
// columns that S has.
//
// The search returns cuts, which the kernel, model/proof, judges. [Make] does both; [Replay] and [Expand] find the dual
// vectors of stored proofs again.
//
// Dual vectors. Every bound comes from one. Rows with the same features are a pattern p with the
// convex piecewise-linear loss L_p, and for slopes mu_p of these losses
//
//	loss(x) >= sum_p min_s (L_p(s) - mu_p s)  +  sum_j g_j x_j,     g_j = sum of mu_p over patterns with j
//
// so a choice S loses at least the constant minus sum_S |g_j|. With bounds l_j and u_j a column lowers the bound by the
// larger of -g_j l_j and -g_j u_j. An intercept is one more column, of every row and every choice; as its bounds do not
// bind, its g is 0 up to rounding.
//
// Cuts. A core is a set of columns that does not suffice: even the best formula with all of them does not get below the
// cutoff. So every formula below it has one of the other columns, which form a cut. One dual vector shows a cut, which
// holds everywhere in the tree. The search for a better formula is thus a search for a hitting set: N columns with one
// of every known cut. If there is one, it is fitted: either it is better, or it is part of a core, whose cut is
// learned. If there is none, the cutoff is proved. Nodes cost little: operations on bit sets. With six columns or
// fewer left to choose, bit sets of the cuts that each column is in tell first whether a node has a hitting set
// (closed.go); one without is not visited.
//
// Small cuts close more nodes, so columns are put back into a core one by one while it stays a core. To shrink a cut to
// 15 to 20 columns takes some 50 relaxations. Cuts that are not shrunk have twice the columns, and a proof needs ten
// times as many. The order counts as much: a cut of columns that few candidates have closes most. Columns that lower
// the bound little for the weight of their rows, and those of many candidates, come back first (grow.go): half the cuts
// of an order by the bound alone. A relaxation that does not approach the cutoff soon is abandoned: most would never
// reach it. AVGERR(10) of AA against ATC takes 300 cuts, of JTs against ATC 12,000.
//
// Relaxations are solved by a dual simplex with one row a column and one bounded variable a pattern; a pivot passes as
// many kinks of the losses as improve the dual. A solve asks only on which side of the cutoff the optimum is; the value
// of the dual, or the loss of the current weights, often tells after a few pivots. Rows enter by their distance times
// the root of their weight, and one scan of all patterns serves several pivots. The rows of columns that are out stay
// basic and are updated only when the columns come back.
//
// The largest error. A set reaches a largest error of E if every estimate lies in an interval that depends on its
// pattern. The loss of a pattern is the distance from this interval, and a set is a core if its losses cannot all be
// zero. So the same relaxations learn cuts, with other losses for each E; their dual vectors bound the error itself for
// any E (table.go). MAXERR(10) of JJ against RUS takes 1,000 cuts.
//
// Large instances. A pivot of the dual simplex moves one pattern past its kinks, but a change of the weights moves the
// estimates of all patterns, each past one kink in a hundred. With 20,000 patterns of 50 targets a relaxation takes
// more than 20,000 pivots. So for more than 2^15 pairs of a pattern and a target, relaxations of average errors are
// solved by package lad, from the weights of the last core; columns are taken out and put back many at a time. They
// first try a coarse table, in which the targets of a pattern within a percent are one, their mean: as losses are
// convex, its dual vectors hold for the table too. The 1,120,000 rows of any hand on any flop, with 61 columns and
// 35,000 patterns, take 8 ms a relaxation, and 60 CPU-seconds for N = 4.
//
// Trees of choices. A cut holds wherever its columns are out, so it does not use that few columns are left to choose.
// Where very many choices are near the optimum, as for targets of 0 and 1, that takes too many cuts. So for tables of
// the average error the search also branches on columns (branch.go): a column is out, or one of the N. The relaxation
// of a node has the budget of mixed-integer solvers, a weight at its bound takes one of the places that are left. The
// budget is a price on weights. Both searches get the same work, and the branching more while the share of its tree
// that is closed for a pivot promises an end. A large tree begins anew with smaller bounds of weights near its root:
// beyond them no formula reaches the cutoff (narrow.go). Pima.tr with 66 columns: N = 8 takes some 13,000 leaves.
//
// Many columns. Where the columns are many for the rows, the relaxation of all has no error, and each cut would need
// hundreds of relaxations. There the formulas are divided into parts, by the blocks of columns that theirs are in, so
// that most parts are cores at once (divide.go). Two of 1,000 columns of 500 rows take 200 cuts and 9 CPU-seconds with
// all that is around them, three take 1,500 and 52.
//
// The best sets. The k best sets of columns are proved by the same cuts: those of a cutoff hold for every lower one.
// The search for a choice may end in a set that is on the list, and a better one than the last joins the list and
// lowers the cutoff (list.go).
//
// The goal, the incumbent's error, is tried first, with new searches for a formula in between (climb.go). After
// seven tenths of the time lower cutoffs follow, the lowest first; all cuts of the goal hold for them too. A core does
// not depend on the number of features, so proofs for one number after the other start with the cuts of the one before.
//
// Limits. The number of cuts grows severalfold with each further feature; each takes 32 bytes for every
// level of the tree at which it is open.
//
// The proved cutoff does not depend on the number of workers; the cuts do.
//
// [Relax] bounds the average error without a search, by the linear relaxation.
//
// Sources: G. Codato and M. Fischetti, "Combinatorial Benders' cuts for mixed-integer linear programming", Operations
// Research 54 (2006), for the cuts; J. Davies and F. Bacchus, "Solving MAXSAT by solving a sequence of simpler SAT
// instances", CP 2011, for hitting sets of sets that are learned; I. Barrodale and F. D. K. Roberts (1973) and R.
// Fourer, "A simplex algorithm for piecewise-linear programming", Math. Programming 33 (1985), for simplex steps past
// several kinks.
package prove
