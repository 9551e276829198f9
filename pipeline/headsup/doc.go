// Package headsup makes the heads-up jam/fold game with exact equities: the 169x169 counts of
// dataset/equity/rollout, computed once in about 2 s of processor time and kept in the artifact
// store, turned into the equity matrix and the joint prior that model/game asks for.
package headsup
