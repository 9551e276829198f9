// Package bestresponse computes exactly how much a policy can lose: the value of a best
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
package bestresponse
