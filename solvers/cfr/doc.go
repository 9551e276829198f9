// Package cfr computes equilibria by CFR+, in any game of package game whose boards are few,
// with or without merging hands into buckets.
//
// # The algorithm
//
// The public tree is walked by betting histories, and every vector spans all boards of the
// round: entry (board, hand). One pass updates one seat. The opponent's reach goes down and
// counterfactual values come up, as in package bestresponse; at each decision of the seat the
// current strategy is regret matching, and
//
//	regret[bucket][action] += sum over the bucket of (value of the action - value of the strategy)
//
// after the pass, with negative regrets set to 0. Passes alternate between the seats, and the
// strategy of iteration t enters the average with weight t. An iteration takes
// O(histories x boards x hands) and memory likewise; no vector is allocated after the first.
//
// Where the bucketings do not tell suits apart one board of each orbit is enough, and it counts
// for all.
//
// Options.Predictive plays what regret matching would do if the last regrets came once more,
// and weighs iteration t by t squared: PCFR+. It needs a few times the iterations of CFR+ for
// a rough answer at worst, and far fewer for a sharp one at best.
//
// # Abstractions
//
// Where the bucketings merge hands the result is an equilibrium of the smaller, abstract game.
// Gap is its certificate there: what both seats together could gain by other strategies of the
// same bucketing, found by a best response that must act alike within a bucket. What such a
// strategy loses in the real game is for package bestresponse to say. Bucketings must have
// perfect recall: a seat never forgets what bucket it was in. Without it Gap is still computed,
// but need not go to 0.
//
// Limit hold'em has too many boards for this: package sampled learns it from sampled deals.
//
// Sources: O. Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014); M.
// Zinkevich, M. Johanson, M. Bowling and C. Piccione, "Regret Minimization in Games with Incomplete
// Information" (NIPS 2007); G. Farina, C. Kroer and T. Sandholm, "Faster Game Solving via
// Predictive Blackwell Approachability" (AAAI 2021).
package cfr
