// Package allin keeps the exact all-in results before the flop as artifacts: the 169 x 169
// pairs of classes and the 818,805 triples (dataset/allin), each computed once, in
// about 2 and 40 CPU-seconds, and read back in milliseconds. A stored table that does not
// match its checksum is reported and computed again. JamFold makes the heads-up game of them.
//
// It also solves jam-or-fold play for commands and experiments: it reads what is
// to be played from YAML, gets the exact rollout from the store, solves single hands and whole
// tournaments (solvers/jamfold), and keeps solutions with their certificates
// (solvers/expost) as artifacts.
//
// A tournament under way leaves its snapshot in the store after every round, 4 MB each for 946
// states; a run that was killed goes on from the last one and takes the same steps.
//
// Where values go on moving to the bound on rounds, Steadiest certifies the round that moved them
// least: values that do not settle are no proof that strategies are bad, nor the other way round.
//
// A single hand is solved for given values of the states that may follow: those of ICM, or
// those of the solved tournament, of which its state's equilibrium is then a part. A Chart is
// heads-up play, a hand for chips, at many depths: 231 of them take about 30 CPU-seconds.
//
// Value is what a small game is worth to the first seat, beside which losses are measured.
package jamfold
