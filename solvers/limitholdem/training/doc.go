// Package training computes approximate equilibria of limit hold'em over buckets, and strategies that lose as little as
// their buckets allow, by counterfactual regret minimisation with public chance sampling.
//
// # The algorithm
//
// The abstract game keeps the betting tree of the real one, 6,378 decisions, and replaces hands by their buckets on
// the street; it forgets buckets of earlier streets. An iteration is two passes, one for each seat that learns. A
// pass deals some boards and plays all 1,081 x 990 pairs of hands of each against each other: the tree is walked once
// a board with a number for every hand. The other seat's reach goes down, values come up, and at decisions of the
// seat that learns
//
//	regret[action][bucket] += value of the action - value of the strategy
//
// over the hands of the bucket; the strategy follows by regret matching. The other seat's play in iteration t enters
// its average. Iteration t counts t times, in regrets and averages.
//
// The work is that of package river, whose sweep of a board best responses use too: sixteen betting histories side by
// side, of which 7 begin on the flop, 63 on the turn and 567 on the river. They are arranged so that the histories
// after one of the nine sequences of a street are sixteen histories side by side again. Tables hold for each block of
// sixteen histories and each bucket the 13 actions of a street, 832 bytes of regrets and as many of the average.
//
// # Best responses
//
// With Options.Respond the other seat does not learn but answers the current strategy: from the turn or the flop on
// each of its hands plays an exact best response over all cards to come, as Kernel.Respond finds it. Before that it
// learns over its own buckets, as in the hybrid form of the source. Its values need no abstraction, and so the learner
// approaches the strategy that loses least in the real game among those of its buckets; with FromTurn, as far as the
// buckets of its opponent before the turn allow. The theorem is about the average; in practice the current strategy is
// usually as good, and it needs no table of sums.
//
// # Cost
//
// A board takes 10 CPU-ms a pass with AVX2 on a shared Zen 3 core, or some 700 million decisions and hands a second,
// and 4 MB while it is used. A pass against a response from the turn takes 0.5 CPU-s. Every entry is summed up by one
// worker in a fixed order, and a board's cards follow from the seed and its number: so a seed's result does not
// depend on the number of workers, nor on where it stopped and resumed.
//
// # What the result is
//
// With buckets that forget, CFR has no guarantee. EstimateGap estimates how much is left to learn in the abstract game;
// the loss in the real game is for package limitholdem. The paper does not explain a tilt's four numbers; here they are
// the winnings and losses of each seat.
//
// Sources: M. Johanson, N. Bard, M. Lanctot, R. Gibson and M. Bowling, "Efficient Nash Equilibrium Approximation
// through Monte Carlo Counterfactual Regret Minimization" (AAMAS 2012) for public chance sampling; M. Johanson, N.
// Bard, N. Burch and M. Bowling, "Finding Optimal Abstract Strategies in Extensive-Form Games" (AAAI 2012) for
// CFR-BR; O. Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014); N. Brown and T. Sandholm,
// "Solving Imperfect-Information Games via Discounted Regret Minimization" (AAAI 2019); K. Waugh, M. Zinkevich, M.
// Johanson, M. Kan, D. Schnizlein and M. Bowling, "A Practical Use of Imperfect Recall" (SARA 2009).
package training
