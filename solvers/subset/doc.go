// Package subset searches for the few features whose formula has the least error: good incumbents for
// AVGERR(N), MAXERR(N) and, by [Fewest], for the programs that minimise the number of features. Every
// fit is optimal for its own set; nothing is proved about other sets.
//
//   - A greedy start adds the best feature until there are n: n * m small fits for m useful features.
//   - [Backward] removes features one by one from a larger set.
//   - [Exchange] drops q features and refills the set optimally, in every way, until none helps: the
//     set is then q-exchange optimal. Of the C(m,q) ways to refill each of C(n,q) sets, bounds rule
//     out most before they are fitted.
//   - [Best] combines them: exchanges with q = 1 from a greedy start and many others, then with q = 2 from the best
//     three results. For the average error the other starts are found by least squares; for the largest error they are
//     a backward start, random ones and a set that was exchanged at every size.
//
// Least squares. An exchange of one or two features rarely leads from one way to write a formula to another, such as
// from one feature for the highest card to one for each rank. But 4,000 descents by least squares take as long as some
// ten by absolute errors: the sweep operator keeps the sums of products of all columns solved for the chosen ones, and
// an exchange takes a few operations to judge and m^2 to make. Each descent begins without a random half of the
// features and ends with all of them; rows have equal weights, or, every other round, weights for which squares near
// the incumbent are absolute errors. The sets of least absolute error are the starts. With 40 of them the search finds
// the proved optimum of 43 of the 44 rows of Table 4 for N = 10, in 0.5 to 2.2 CPU-seconds.
//
// The bound. The certificate of the fit on R has reduced gradients g_j, and adding T gains at most the sum of |g_j|
// over T (see package lad). For a pair {j, k} the certificates of R, R+j and R+k all apply, and the largest of
//
//	v(R) - |g_j| - |g_k|,   v(R+j) - |g'_k|,   v(R+k) - |g''_j|
//
// rules out most pairs. A set R is refilled once only.
//
// Of duplicate columns (regression.Patterns.Duplicates) under equal rules the search tries another only if the smallest
// is in the set: together they can weigh more than one alone. A set has all columns of Options.With and no more of a
// group than it allows; the first column of a whole group stands for all. With bounds l_j and u_j a column gains at
// most the larger of g_j l_j and g_j u_j, which is |g_j| for -1 and 1.
//
// Work is divided into the same batches for any number of workers, and each piece depends only on the
// incumbent at the start of its batch, so the answer does not depend on the number of workers.
//
// Sources: the greedy and stepwise selections are textbook methods (A. Miller, "Subset Selection in Regression", 2002);
// exchange with q = 1 is V. Fedorov's for designs (1972); the sweep operator is described by J. Goodnight, "A tutorial
// on the SWEEP operator", The American Statistician 33 (1979). The fits are by the simplex of P. Bloomfield and W. L.
// Steiger (1983) after I. Barrodale and F. D. K. Roberts (1973).
package subset
