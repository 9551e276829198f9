// Package extensive computes exactly how much a policy can lose: the value of a best
// response to it, in any game of package game.
//
// # The algorithm
//
// One walk through the public tree carries the opponent's reach down, a probability for each
// of its hands, and brings the values of all our hands up:
//
//	the opponent decides   each action gets its share of the reach; values add up
//	we decide              each hand takes the larger of its values
//	chance                 hands that hold a dealt card leave the reach; values add up
//	the end                a linear map from reach to values (package terminal)
//
// Public states that the opponent does not reach with any hand are skipped: all values there
// are 0.
//
// # The accelerations
//
// Four things make it fast; Options switches each of them off, and the answer stays the same:
//
//   - Public tree. Without it every hand of ours walks the tree by itself, which asks the
//     policy and splits the reach again for each of them.
//   - Terminals in O(n) rather than O(n^2) for n hands. A walk for a single hand has
//     nothing to share and takes O(n) a terminal in any case.
//   - Suit isomorphism. Of deals that differ in a permutation of suits one is walked, and its
//     values are permuted for the others. This is right only if the policy does not tell
//     suits apart; that is checked, see CheckSymmetric. A walk for a single hand uses the
//     permutations that leave the hand alone, and hands that a permutation takes to one
//     another are walked once.
//   - Parallel subtrees. The deals of the first chance node on each path are shared among
//     goroutines (the hands, where each walks by itself). Sums are formed in the same order
//     for any number of workers, so that results are the same to the last bit.
//
// With n hands and m public states the walk takes O(n m), O(n^2 m) without fast terminals.
//
// # Where the loss arises
//
// Let V(k) be our value when we play the opponent's own policy in the rounds before k and a best
// response from round k on. V(0) is the best response, and V(last+1) is the policy against
// itself. V(k) - V(k+1) >= 0 is what the policy loses by round k; summed over
// rounds and seats that is its NashConv, since in a zero-sum game the two seats' values of the
// policy against itself cancel. One walk computes all of them.
//
// The reference, naive, is an expectimax over information sets that shares nothing with the
// walk but the description of the game.
//
// Source: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response
// Calculation in Large Extensive Games" (IJCAI 2011).
//
// It also computes equilibria by CFR+, in any game of package game whose boards are few,
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
//
// It also says what one policy wins against another.
//
// Exact walks the public tree as package bestresponse does, with one policy in each seat: the value
// of the two against themselves is that of the match. It is for games of few boards; limit hold'em
// has holdem.NewMatch.
//
// Sample deals cards at random and plays each deal twice, with the seats' policies exchanged, so
// that both get the same cards: luck in the deal cancels to a great part. Actions are drawn too. The
// standard error is that of the mean over deals, which are independent; it falls with the square
// root of their number. A deal takes as many questions to the policies as it has decisions.
//
// It also applies the linear maps at the ends of a game: from the probability with
// which the opponent gets there with each hand to the value of each of our hands.
//
// With r the opponent's reach, S its sum, C[x] the sum over the hands that hold card x, and h
// one of our n hands, made of the cards a and b:
//
//	one card, fold       payoff * (S - r[h])                       O(n)
//	one card, showdown   payoff * (below - above)                  O(n), strengths are small numbers
//	two cards, fold      payoff * (S - C[a] - C[b] + r[h])         O(n)
//	two cards, showdown  payoff * (below - above)                  O(n) after sorting, by showdown.Sweep
//	dense                payoff * (matrix times r)                 O(n^2)
//
// Below and above count hands that share no card with h. At a fold h's own reach was
// subtracted twice and is added again; at a showdown it stands in its own group of ties and
// takes part in neither sum.
//
// The reference, Slow, compares every hand with every other in O(n^2).
//
// Source: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response
// Calculation in Large Extensive Games" (IJCAI 2011), section 3.2.
package extensive
