// Package game describes two-player zero-sum card games to the solvers: what is public, what is
// private, which seat acts, what chance deals and what an end pays.
//
// # Public states
//
// A public State is what both players see: a node of the betting tree and the board. The betting
// tree is small and built once (a Node knows the actor, the round, both contributions and its
// children). Boards are dealt on demand, so that limit hold'em, with more than a thousand million
// public states, is read through the same few calls as Kuhn poker:
//
//	Decision  the actor chooses among Node.Actions, action i leads to State.After(i)
//	Chance    Game.Deals lists the boards that may come
//	Folded    one seat folded; the payoff does not depend on hands
//	Showdown  the payoff depends on both hands; Game.Showdown says how
//
// # Private states
//
// Hands lists the private states of both seats with their joint prior, in one of three layouts. With one hole card
// (Kuhn, Leduc) or two (hold'em), all pairs of disjoint hands are equally likely. In the dense layout (jam or fold
// over the 169 classes) a matrix holds the probability of each pair.
//
// # Terminals are linear maps
//
// Let r[o] be the probability that the opponent's policy plays to a terminal with hand o. Then the
// value of our hand h there is, up to chance,
//
//	v[h] = sum over o of joint(h, o) * payoff(h, o) * r[o]
//
// a linear map from the opponent's reach to our values. The layout decides how fast it can be applied: with n hands,
// one-card maps take O(n) by running totals, two-card maps O(n) by inclusion and exclusion over the two cards, and
// dense maps O(n^2). Package game only describes the map; package solvers/extensive applies it.
//
// # Suits
//
// A Symmetry is a permutation of the suits applied to public states and hands. Game.Deals takes a
// group of symmetries that fix the state, and lists one deal of each orbit with the symmetries that
// lead to the other members. With the identity alone it lists all deals. A sum over orbits equals
// the sum over deals if the policy does not distinguish suits.
//
// Sources: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response Calculation in Large
// Extensive Games" (IJCAI 2011), for public trees and the linear maps; H. W. Kuhn, "A Simplified Two-Person Poker"
// (1950); F. Southey et al., "Bayes' Bluff: Opponent Modelling in Poker" (UAI 2005), for Leduc.
package game
