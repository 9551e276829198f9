// Package stochastic holds the data of a jam-or-fold game, shared by the solvers and by the independent
// checker: the joint distribution of three players' hands and of their order at the showdown (Triples),
// that of two (Pairs), strategies, and the states of a tournament under given rules. In the field's
// words the tournament is a stochastic game: each state is a hand, whose result leads to other states.
//
// Hands are the 169 classes. A Triples holds, for each class of one player and each pair of classes of the other two,
// the number of deals by the 13 orders, as 32-bit integers in the memory order of the solvers' sums: 126 MB, made in
// about a third of a second from the exact rollout (dataset/allin). Sums over classes stay exact in float64.
//
// # Card removal
//
//	exact  every number is a count of the rollout: three hands and a board from one deck.
//	pair   the deals are those of one deck, but after a fold the other two hands win as often as if
//	       nobody else had held cards. This reading of Ganzfried and Sandholm (AAMAS 2008)
//	       reproduces their tables.
//	none   every player's hand comes from its own deck; given the classes, two or three of them
//	       finish as in the rollout. Three times the same pair, which one deck cannot hold, tie.
//
// In the last two, the equities of two hands are not sums of the 13 orders; six further columns hold
// them, each rounded to a whole deal, which changes an equity by less than 1e-6.
package stochastic
