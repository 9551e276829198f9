// Package expost checks solutions of jam-or-fold games. It computes, for a profile of
// strategies, how much the best-placed player could gain by deviating alone, in dollars: the
// certificate of an equilibrium. It shares no code with the solvers of package jamfold, only
// the game they play (package game).
//
// # One state
//
// Look computes for each situation and class of a state how hands end if the player jams and
// if he folds, given what the others do: an Outlook. It sums the deals in which both others jam,
// one player's hand after the other's, and gets the lines in which others fold from what two
// hands do alone:
//
//	probability(a jams, b jams, c folds) = probability(a, b jam) - probability(a, b, c jam)
//
// That takes some 20 ms of processor time. From an Outlook follow the values of jam and
// fold for any payoffs, and the regret at the state.
//
// # The tournament
//
// If the others' strategies are fixed, a player faces a Markov decision process whose nodes
// are states and seats; one process serves all players, since a state's strategies do not
// depend on who sits where. Check starts policy iteration from the profile's own strategies
// and goes on until no action at any node can be improved; the values are then those of a
// best response in the whole tournament, and Gain is the largest difference to the profile's
// own values over all nodes. Each evaluation solves the sparse linear system by Gauss-Seidel
// sweeps. Value iteration with fictitious play may stop at a profile that is no equilibrium
// (Ganzfried and Sandholm, "Computing equilibria in multiplayer stochastic games of imperfect
// information", IJCAI 2009, propose this check); the certificate tells.
//
// Outlooks of all states are kept, 0.2 MB each, 190 MB for 946 states; a check takes about 20
// seconds of processor time for them.
package expost
