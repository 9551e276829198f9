// Package prove proves that no formula with at most N features has a smaller average or largest
// error, or gives the best lower bound that it can in the time it has:
//
//	AVGERR(N) = min over sets S of N features and |x_j| <= 1 of  1/W sum_i w_i |e_i - sum_S a_ij x_j|
//	MAXERR(N) = min over sets S of N features and |x_j| <= 1 of      max_i |e_i - sum_S a_ij x_j|
//
// What it returns is a list of cuts, which package model/proof judges; nobody believes this
// package.
//
// Dual vectors. Every bound comes from one: rows with the same features are a pattern p with the
// convex piecewise-linear loss L_p, and for slopes mu_p of these losses
//
//	loss(x) >= sum_p min_s (L_p(s) - mu_p s)  +  sum_j g_j x_j,     g_j = sum of mu_p over patterns with j
//
// so a choice S loses at least the constant minus sum_S |g_j|.
//
// Cuts. A core is an infeasible set of columns: even the formula with all of them does not get
// below the cutoff. Then every formula that does has one of the other columns, which make a
// cut. One dual vector shows a cut, and it holds everywhere in the tree. So the search for a better
// formula is one for a hitting set: N columns with one of every cut known so far. If there is such
// a set, it is fitted; either it is better, or it is part of a core, whose cut is learned; if there
// is none, the cutoff is proved. The nodes of the search cost next to nothing: they are operations
// on bit sets.
//
// Small cuts decide, so a core is made as large as it can be: one column after the other is put
// back as long as the set stays a core. Some 50 relaxations make a cut of 15 to 20 columns; without
// them it would have twice as many, and the proof need ten times the cuts. A relaxation that does
// not come near the cutoff soon is given up: most of them never would. AVGERR(10) of AA against ATC
// takes 400 cuts, of JTs against ATC 30,000.
//
// Relaxations are solved by a dual simplex with one row per column and one bounded variable per
// pattern: a pivot passes as many kinks of the losses as pay. All that is asked is on which side of
// the cutoff the optimum is, and the value of the dual or the loss of the present weights often
// tells after a few pivots. Rows enter by their distance times the root of their weight, and a scan
// of all patterns serves several pivots. The rows of columns that are out stay basic; what belongs
// to them is computed when they come back.
//
// Features that are true on the same rows are duplicate columns, and interchangeable: the smallest
// free one is chosen first, and where it is given up the others go with it.
//
// The largest error. That a set reaches a largest error of E means that every estimate can be
// brought into an interval, the same for all rows of a pattern: the loss of a pattern is the
// distance from there, and a set is a core if its losses cannot all be zero. So cuts are learned by
// the same relaxations, with other losses for each E; their dual vectors bound the error itself,
// whatever E was (see largest.go). MAXERR(10) of JJ against RUS takes
// 1,000 cuts.
//
// The goal, the incumbent's error, is proved at once. When three quarters of the time are over a
// lower cutoff has its turn, of which all cuts learned so far are cuts too. A core is one for any
// number of features, so to show for one number after the other that it does not reach an error,
// each proof begins with the cuts of the one before.
//
// Limits. The number of cuts grows severalfold with each further feature and with the number of
// columns that matter, and all are kept: 32 bytes each for every level of the tree that they are
// open in.
//
// Others can help, on other machines: Options.Share tells of each search, and [Help] takes part in one
// by requests. A helper gets tasks, nodes of the tree, and the cuts that were learned; it sends the
// cuts that it learns, gives parts of its task back when somebody waits for one, and reports a better
// formula. A worker that waits is given what is left of the uppermost node on somebody's way that is
// open. Nothing that a helper says is believed: its cuts are looked at by a relaxation each, of the 50
// that it took to learn them, and when nobody has a task any more what helpers had is searched again,
// now that all cuts are known.
//
// What is proved does not depend on the number of workers; which cuts are learned, and so the
// number of nodes, does. If a better formula than the incumbent turns up, it is returned.
//
// [Relax] bounds the average error without a search, by the linear relaxation. [Finder] finds the
// dual vector of a cut again.
//
// Sources: G. Codato and M. Fischetti, "Combinatorial Benders' cuts for
// mixed-integer linear programming", Operations Research 54 (2006), for the cuts; J. Davies and
// F. Bacchus, "Solving MAXSAT by solving a sequence of simpler SAT instances", CP 2011, for hitting
// sets of sets that are learned; I. Barrodale and F. D. K. Roberts (1973) and R. Fourer, "A simplex
// algorithm for piecewise-linear programming", Math. Programming 33 (1985), for simplex steps past
// several kinks.
package prove
