// Package shared finds one set of features for several hands at once, each hand with weights of
// its own, that minimises the mean of the hands' errors: one vocabulary to learn instead of one a
// hand.
//
//	min over S, |S| <= n   1/H sum_h v_h(S)      v_h(S): least error of hand h on the set S
//
// Each v_h is solved exactly by package lad, one stack a hand, so a set costs H times what it
// costs for one hand. The certificates add up too: where v_h falls by at most |g_hj| for each
// feature j added, the mean falls by at most the mean of the |g_hj|, so what prunes the search
// for one hand (package subset) prunes this one.
//
// The search is greedy, then exchange: drop one feature or two and refill the set optimally,
// until no exchange helps; scrambled restarts follow. The result is optimal for exchanges, not
// proved optimal: errors are exact, the choice is an incumbent. The answer does not depend on
// the number of workers.
//
// Source: sequential and exchange methods as in A. J. Miller, "Subset Selection in Regression"
// (2nd ed., 2002), applied to a sum of least-absolute-deviations problems.
package shared
