// Package expost checks solutions of jam-or-fold games. It computes the most that any player of a
// profile could gain by deviating alone, in dollars: the certificate of an equilibrium. It shares no
// code with the solvers of package jamfold, only the game they play.
//
// # Two and three hands
//
// EndingsOf computes for each decision and class the probability of each end of the hand if the player jams and if the
// player folds, given the strategies of the others: Endings. It sums the deals in which both others jam, one
// player's hand after the other's. The lines in which others fold follow from the results of two hands alone:
//
//	probability(a jams, b jams, c folds) = probability(a, b jam) - probability(a, b, c jam)
//
// That takes some 20 ms of processor time. The values of jam and fold for any payoffs, and the regret
// at the state, follow from Endings: CheckTableExactly for a table, Check for a tournament.
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
// CheckTable bounds the gains at a table of four to ten players (tournament.Table) by sampled deals of all hands from
// one deck, from both sides. A deal has up to six boards with no card in common, and counts the mean over them: that
// takes most of the boards' chance out of it, and costs little more than one board.
//
// In a deal, let g be the gain of a player's best response, which depends on the strategies and not on the deals. On N
// deals its mean is at most that of the response that is best on these deals. So only the mean of g, one fixed
// function, must be near its expectation, for all decisions together. By Bernstein's inequality the expectation exceeds
// the mean by more than
//
//	sqrt(2 V L / N) + 4 S L / (3 N)
//
// with probability exp(-L), where S is the largest value of the player at any end of a hand less the smallest, and V is
// at least the variance of g.
//
// V comes from the decisions at which the best response may play otherwise. At a decision let p be the probability that
// the others' play comes to it, d the difference between the values of jam and fold in the deal, and c the most that
// the probability to jam can change. One course of play happens, so the sum of p over a player's decisions is at most
// 1, and the square of g at most the sum of p (c d)^2. The mean of that sum on the deals, Q, bounds its expectation
// (Bernstein's inequality for variables that are not negative): with probability 1 - exp(-L)
//
//	sqrt(V) <= sqrt(Q) + S sqrt(2 L / N)
//
// Most hands surely play their best action: what a jam gains over a fold has the right sign by more than its own margin
// of this kind, for all decisions and classes together. A best response does not change them, and they are left out of
// Q and of the mean.
//
// The lower limit takes a response that is chosen on half of the deals, and its mean on the other half less such a
// margin. All inequalities of all looks fail together with a probability of 0.001: the j-th look gets 1/(j (j+1)) of
// it, so that the check may stop at any look.
package expost
