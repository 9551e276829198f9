// Package expost checks solutions of jam-or-fold games. It computes the most that any player of a
// profile could gain by deviating alone, in dollars: the certificate of an equilibrium. It shares no
// code with the solvers of package jamfold, only the game they play.
//
// # One state
//
// EndingsOf computes for each situation and class of a state the probability of each end of the hand if the player
// jams and if he folds, given the strategies of the others: Endings. It sums the deals in which both others jam, one
// player's hand after the other's. The lines in which others fold follow from the results of two hands alone:
//
//	probability(a jams, b jams, c folds) = probability(a, b jam) - probability(a, b, c jam)
//
// That takes some 20 ms of processor time. The values of jam and fold for any payoffs, and the regret
// at the state, follow from Endings.
//
// # Two players for chips
//
// HeadsUp adds up, hand by hand, what jams and calls gain over folds in the counts of deals of two hands.
//
// # The tournament
//
// With the others' strategies fixed, a player faces a Markov decision process whose nodes are states and seats. One
// process serves all players, since a state's strategies do not depend on which player has which seat. Check starts
// policy iteration from the profile's own strategies and stops when no action at any node can be improved. The values
// are then those of a best response in the whole tournament, and Gain is the largest difference to the profile's own
// values over all nodes. Each evaluation solves the sparse linear system by Gauss-Seidel sweeps. Value iteration with
// fictitious play may stop at a profile that is not an equilibrium (Ganzfried and Sandholm, "Computing equilibria in
// multiplayer stochastic games of imperfect information", IJCAI 2009, propose this check); the certificate tells.
//
// Endings of all states are kept, 0.2 MB each, 190 MB for 946 states; a check takes about 20
// seconds of processor time for them.
//
// # A table of more players
//
// CheckTable bounds the gains at a table of two to ten players (tournament.Table) by sampled deals of all hands from
// one deck, from both sides.
package expost
