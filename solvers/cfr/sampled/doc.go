// Package sampled computes approximate equilibria of limit hold'em over buckets, and of
// smaller games of cards, by CFR+ on sampled deals.
//
// # The algorithm
//
// The abstract game keeps the betting tree of the real one, 6,378 decisions in limit hold'em,
// and replaces hands by their buckets on the street; buckets of earlier streets are forgotten.
// An iteration is two passes, one for each seat that learns. A pass deals some boards, each with
// a full table: in hold'em the 47 cards beside the board make 23 disjoint hands. Every player
// plays against all 22 others of its board, in both seats, which are 506 deals of two hands for
// the price of 23: each of them is as likely as any deal, and much of the luck of the cards
// cancels.
//
// The betting tree is walked once a pass. A vector has an entry (lane) for each player on
// each board. The other seat's reach goes down, values come up, and terminals are linear: with
// the lanes of a board in the order of the showdown, running totals say what lies below and
// above each. At decisions of the seat that learns
//
//	regret[action][bucket] += value of the action - value of the strategy
//
// over the lanes of the bucket; then regrets below 0 are cut and the strategy follows by regret
// matching. At the other seat's decisions what it plays in iteration t enters its average with
// weight t. Subtrees to which no lane plays are skipped, which changes nothing.
//
// # Cost
//
// A board takes 1 to 2.5 CPU-ms a pass in limit hold'em: less in larger batches, more with
// hundreds of buckets, whose tables do not fit a cache. They take 36 bytes for each of 6,378
// decisions and each bucket: 46 MB with 200. Subtrees of the later streets are walked in
// parallel. Every entry is summed up by one worker in a fixed order, and a board's cards
// follow from the seed and its number: so a seed's result does not depend on the number of
// workers.
//
// # What the result is
//
// Where every deal comes up in each iteration, as in Kuhn poker, this is CFR+. Where deals are
// sampled, cutting regrets at 0 lets noise in, which the average levels out: Leduc's
// exploitability falls with the square root of the number of boards. With buckets that forget,
// CFR has no guarantee. Gap estimates what is left to learn in the abstract game; what the
// strategy loses in the real one is for package bestresponse to say.
//
// Sources: O. Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014); M.
// Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret Minimization
// in Extensive Games" (NIPS 2009); M. Johanson, N. Bard, M. Lanctot, R. Gibson and M. Bowling,
// "Efficient Nash Equilibrium Approximation through Monte Carlo Counterfactual Regret
// Minimization" (AAMAS 2012) for vectors of hands on a public board; K. Waugh, M. Zinkevich, M.
// Johanson, M. Kan, D. Schnizlein and M. Bowling, "A Practical Use of Imperfect Recall" (SARA
// 2009).
package sampled
