// Package exact evaluates formulas and lower bounds in rational arithmetic: no rounding anywhere.
//
// The equity of a flop is a ratio of integers, (2 wins + ties) / (2 * 990 * combos). A [Problem]
// writes the equities of all flops over one common denominator, so that every number below is an
// integer of arbitrary size until the last division.
//
// [Problem.Errors] computes the average, the 90th percentile (nearest rank) and the largest
// absolute error of a formula whose weights are rationals, such as decimals in a file.
//
// [Problem.DualBound] evaluates a certificate. Flops with the same features are a pattern p, and
// L_p(s) is the sum of their |e_i - s|. Whatever slopes mu_p in [-W_p, W_p] are given, W_p being the
// number of flops, every formula x with at most n features and |x_j| <= 1 has
//
//	sum_i |e_i - estimate_i|  >=  sum_p min_s (L_p(s) - mu_p s)  -  the n largest |g_j|
//
// with g_j the sum of mu_p over the patterns that have feature j, because L_p(s) is at least its
// value anywhere on a line of slope mu_p below it, and the lines add up to at most |g_j| |x_j| a
// feature. So a list of integers, one a pattern, proves a bound without any search. The
// minimum of L_p(s) - mu_p s is taken on at an equity of the pattern.
//
// Cost: 5 to 30 ms a formula or certificate on 19,600 flops, by the size of the denominator.
//
// The package imports nothing under solvers; a test holds it to that. Source: weak duality, as in
// any text on linear programming.
package exact
