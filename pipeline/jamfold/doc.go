// Package jamfold solves jam-or-fold play for commands and experiments: it reads the game from YAML, gets the exact
// rollout from the store, solves single hands and whole tournaments (solvers/jamfold), and keeps solutions with their
// certificates (solvers/expost) as artifacts.
//
// A tournament in progress leaves its snapshot in the store after every round, 4 MB each for 946 states; a run that was
// killed resumes from the last one and takes the same steps. Convergence of the values proves nothing about the
// strategies; the certificate does.
//
// State is a state of a solved tournament, or a hand that SolveHand solves for values of the states that may follow, of
// which Rules.ICMOfAll makes some. A Chart is heads-up play, a hand for chips, at many depths, solved as linear
// programs are (extensive.SolveYesNo), in all equilibria, and checked by expost: 231 depths take about 5 CPU-seconds.
// Value is the value of a small game to the first seat, with which losses are compared.
//
// Table solves one hand of two to ten players (solvers/jamfold/multiway), for chips or for prizes and bounties, with
// the limits of what a player could gain, exact for two and three players and by deals for more: 14 CPU-seconds for
// nine players, 4 for five. Its Chart has the jams and calls of all seats; ByDepth compares charts of many stacks.
//
// Changes tells which stacks and ranges would change an answer. Future values the ends of a hand by further hands of
// jam or fold: each likely end by the equilibrium of the next hand with the blinds moved, some 2 CPU-seconds for five
// players, and so on to the last of them, whose ends count by ICM.
//
// The store also has the exact all-in results before the flop (dataset/allin): the 169 x 169 pairs of classes and the
// 818,805 triples, each computed once, in about 2 and 40 CPU-seconds, and read back in milliseconds. HeadsUpGame
// makes the heads-up game of the pairs.
package jamfold
