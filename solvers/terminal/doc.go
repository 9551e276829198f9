// Package terminal applies the linear maps at the ends of a game: from the probability with
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
package terminal
