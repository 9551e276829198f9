// Package game holds what a jam-or-fold game is made of, for the solvers and for the checker
// that does not trust them: the joint distribution of three players' hands and their order at
// the showdown (Trios), that of two (Duels), strategies, and the states of a tournament under
// given rules.
//
// Hands are the 169 classes. A Trios holds, for each class of one player and each pair of
// classes of the other two, the number of deals by the 13 orders, as 32-bit integers in
// memory order of the sums that solvers need: 126 MB, made in about a third of a second from
// the exact rollout (package rollout). Sums over classes stay exact in float64.
//
// # Card removal
//
//	exact  every number is a count of the rollout: three hands and a board from one deck.
//	pair   the deals are those of one deck, but if one player has folded, the other two win
//	       as often as if nobody else had held cards. This is the reading of Ganzfried and
//	       Sandholm (AAMAS 2008) that reproduces their tables.
//	none   every player's hand comes from a deck of its own; given the classes, two or three
//	       of them finish as in the rollout. Three times the same pair, which one deck does
//	       not hold, tie.
//
// In the last two the equities of two hands are not sums of the 13 orders; six further
// numbers hold them, each rounded to a whole deal, which changes an equity by less than 1e-6.
package stochastic
