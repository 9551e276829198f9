// Package extensive solves two-player games in extensive form that fit in memory, those of package game but limit
// hold'em: best responses, equilibria by CFR+, and matches. Packages limitholdem and training do the same for limit
// hold'em at full size, with this package's terminals.
//
// # Terminals
//
// Terminals are linear maps from the opponent's reach to the values of our hands. With r the reach, S its sum, C[x] the
// sum over the hands that hold card x, and h one of our n hands, made of the cards a and b:
//
//	one card, fold       payoff * (S - r[h])                       O(n)
//	one card, showdown   payoff * (below - above)                  O(n), strengths are small numbers
//	two cards, fold      payoff * (S - C[a] - C[b] + r[h])         O(n)
//	two cards, showdown  payoff * (below - above)                  O(n) after sorting, by showdown.Sweep
//	dense                payoff * (matrix times r)                 O(n^2)
//
// Below and above count hands that share no card with h. At a fold h's own reach was subtracted twice and is added
// again; at a showdown it is in its own group of ties and takes part in neither sum.
//
// # One decision each
//
// SolveYesNo solves games in which both players decide once, such as heads-up jam or fold, up to rounding, and tells
// for each hand how often it says yes in any equilibrium. CFR+ leaves a gap in which hands near a threshold wander.
//
// # One walk
//
// Walk carries the reach of hands down a betting tree and brings values up. All that walks public trees is a Visitor
// of it: best responses and losses, where hands are those of one board; CFR, where they are those of all boards of a
// round; and in packages limitholdem and training the rounds of limit hold'em.
//
// # Best responses
//
// BestResponse computes exactly how much a policy can lose. One walk carries the policy's reach down, and brings the
// values of both seats up:
//
//	the opponent decides   each action gets its share of the reach; values add up
//	we decide              each hand takes the larger of its values
//	chance                 hands that hold a dealt card leave the reach; values add up
//	the end                a linear map from reach to values
//
// The walk skips public states that the policy does not reach with any hand: all values there are 0. Four things
// make it fast:
//
//   - Public tree: all hands walk it together, where a search over information sets walks it for each hand.
//   - Terminals in O(n) rather than O(n^2).
//   - Suit isomorphism. Of deals that differ in a permutation of suits one is walked, and its values are permuted
//     for the others. This is right only if the policy does not distinguish suits, which CheckSymmetric tests;
//     otherwise all deals are walked.
//   - Parallel subtrees. Goroutines share the deals of the first chance node on each path. Sums are formed in the
//     same order for any number of workers, so that results are the same to the last bit.
//
// With n hands and m public states the walk takes O(n m).
//
// # Where the loss arises
//
// Let V(k) be our value when we play the opponent's own policy in the rounds before k and a best response from round k
// on. V(0) is the best response, and V(last+1) is the policy against itself. V(k) - V(k+1) >= 0 is the policy's loss in
// round k; summed over rounds and seats that is its NashConv, since in a zero-sum game the two seats' values of the
// policy against itself cancel. One walk computes all of them. LossesByDecision splits NashConv by decision and hand.
//
// # Equilibria
//
// SolveCFR runs CFR+ over a bucketing. Every vector spans all boards of the round: entry (board, hand). One pass
// updates one seat. At each decision of the seat the current strategy is regret matching, and
//
//	regret[bucket][action] += sum over the bucket of (value of the action - value of the strategy)
//
// after the pass, with negative regrets set to 0. Passes alternate between the seats, and the strategy of iteration t
// enters the average with weight t. An iteration takes O(histories x boards x hands) and memory likewise; no vector is
// allocated after the first. Where the bucketings do not distinguish suits, one board of each orbit counts for all.
// CFROptions.Predictive (PCFR+) assumes that the next regrets repeat the last ones: the strategy matches the sum of
// both. It weights iteration t by t squared. At worst it needs a few times the iterations of CFR+ for a rough answer;
// at best it needs far fewer for a sharp one.
//
// Where the bucketings merge hands the result is an equilibrium of the smaller, abstract game, and Gap is its
// certificate there: the gain of both seats together by other strategies of the same bucketings. BestResponse
// computes the loss in the real game. Bucketings must have perfect recall: a seat never forgets its bucket. Otherwise
// Gap need not go to 0.
//
// # Matches
//
// ExactMatch walks the public tree as BestResponse does, with one policy in each seat. SampleMatch deals cards at
// random and plays each deal twice with the seats' policies exchanged, so that much of the luck in the deal cancels.
//
// Sources: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response Calculation in Large
// Extensive Games" (IJCAI 2011); O. Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014); M.
// Zinkevich, M. Johanson, M. Bowling and C. Piccione, "Regret Minimization in Games with Incomplete Information"
// (NIPS 2007); G. Farina, C. Kroer and T. Sandholm, "Faster Game Solving via Predictive Blackwell Approachability"
// (AAAI 2021).
package extensive
