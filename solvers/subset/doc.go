// Package subset looks for the few features whose formula has the least error: good incumbents
// for AVGERR(N), MAXERR(N) and, by [Fewest], for the programs that minimise their number. It
// proves nothing about other sets; every returned fit is optimal for its own set.
//
//   - [Greedy] adds the best feature until there are n: n * m small fits for m useful features.
//   - [Backward] takes features away one by one from a larger set.
//   - [Exchange] drops q features and refills the set optimally, in every way, until none helps:
//     the set is then q-exchange optimal. C(n,q) sets are refilled, each by C(m,q) candidates of
//     which only those are fitted that a bound leaves.
//   - [Best] is what a user wants: exchanges with q = 1 from greedy, backward and many scrambled
//     starts and from a set that was exchanged at every size on its way, then with q = 2 from the
//     best three ends. The landscape is rugged: on some hands exchanges of two from the greedy set
//     alone end a fifth above the best known error.
//
// The bound. The certificate of the fit on R has reduced gradients g_j, and adding T gains at
// most the sum of |g_j| over T (see package lad). For a pair {j, k} the certificates of R, R+j
// and R+k all apply, and the largest of
//
//	v(R) - |g_j| - |g_k|,   v(R+j) - |g'_k|,   v(R+k) - |g''_j|
//
// spares most pairs their fit. Sets R that have been refilled once are never refilled again.
//
// Of duplicate columns (regression.Patterns.Duplicates) the smallest is a candidate, the others
// only beside it, where they let the common weight exceed 1.
//
// Work is cut into the same batches whatever the number of workers, and every piece depends on
// the incumbent at the start of its batch only, so the answer does not depend on the workers.
//
// Several hands. [Shared] looks for one set of features for several hands, each with weights of its
// own: one vocabulary to learn instead of one a hand.
//
//	min over S, |S| <= n   1/H sum_h v_h(S)      v_h(S): least error of hand h on the set S
//
// The certificates add up too: where v_h falls by at most |g_hj| for each feature j added, the mean
// falls by at most the mean of the |g_hj|. So it is the same search with H fits for one.
//
// Sources: the greedy and stepwise selections are textbook methods (A. Miller, "Subset
// Selection in Regression", 2002); exchange with q = 1 is V. Fedorov's for designs (1972). The
// fits are by the simplex of P. Bloomfield and W. L. Steiger (1983) after I. Barrodale and
// F. D. K. Roberts (1973).
package subset
