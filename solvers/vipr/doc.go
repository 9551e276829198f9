// Package vipr writes proofs as VIPR certificates (version 1.0): texts that programs of others check in exact rational
// arithmetic, viprchk (scipopt/vipr) and a checker that is verified in CakeML among them. A certificate is the whole
// claim, from the rows of the instance to the bound.
//
// # The program
//
// It is the published integer program, as a question: is there a formula with an error of at most a limit? The limit is
// a decimal less than the proof's cutoff, by at most 10^-13 of the range of the targets. A column j has a weight x_j
// and z_j, 0 or 1, which says whether it is used; target k of pattern p is y_pk, with the weight w_pk.
//
//	down_j, up_j    lower_j z_j <= x_j <= upper_j z_j
//	budget, group   sum z_j <= N,  sum of a group's z_j <= 1
//	order_j         z_j <= z_i, if i < j are interchangeable
//	over, under     s_p + d_pk >= y_pk,  s_p - d_pk <= y_pk,  s_p the sum of the pattern's x_j and the intercept
//	total           sum w_pk d_pk <= W limit
//
// For the largest error over and under have the limit in place of d_pk, and there is no total. A round weight is a
// whole number of steps, x_j = step k_j; or the least value and the differences to the next ones as long as there is
// a 1: x_j = v_0 + sum (v_n+1 - v_n) b_jn with b_jn >= b_jn+1. The certificate says that there is no solution.
//
// With a formula it has both sides. Then the program asks for the least error, a variable e, which stands in total,
// over and under in place of the limit, and has a variable above, 0 or 1, that says on which side of the limit it is:
//
//	below, beyond   e <= limit + E above,  e >= limit above,  E the error of the formula, which is the solution
//
// All derivations assume that above is 0 and so e at most the limit; where above is 1, e is at least the limit.
//
// # The derivations
//
// For a slope between those of a loss, two lines touch the pattern's loss where the slope passes it: sum_k w_k d_k >=
// m s + c, a sum of over and under. A cut is a sum of lines less total, which leaves sums of x_j; down and up turn
// these into sums of z_j, and bounds and budget take those of columns outside the cut away, as the kernel does. What
// is left, sum of b_j z_j >= c > 0 over the columns of the cut, is scaled and rounded up to sum of z_j >= 1.
// Multipliers are multiples of 1/16 if that proves the limit, else of a smaller number. A tree of a cut is a case for
// each split (uns), with bounds of the weights under its assumptions. Where a split of any weight has a leaf beyond a
// bound, that leaf is solved for the weight, if it is used (z_j is 1), in place of a case. From then on the certificate
// is a covering problem: a tree of package cover, in which every leaf is a sum of a dozen cuts. Clauses make it short:
// a tree in which each leaf had to reach the error from one cut would be some hundred times as large.
//
// # Cost
//
// Derivations are made twice, to count and to write, and are not kept. AVGERR(10) of AA against ATC has 268 cuts and
// 7,700 derived constraints: 4.3 MB, packed 0.42 MB; viprchk takes 2.6 s.
//
// Source: K. Cheung, A. Gleixner and D. Steffy, "Verifying integer programming results", IPCO 2017, and the description
// of the format, cert_spec_v1_0.md of scipopt/vipr.
package vipr
