// Package jamfold solves jam-or-fold tournaments of three players and of two for their prizes. Package multiway plays
// the hands, until no seat gains more than epsilon in the hand; at intervals it drops early responses of hands whose
// response has not changed since, and hands that are nearly pure become pure if the regret stays within epsilon.
//
// The average of fictitious play gives iteration t the weight 2/(t+2). A state starts from the strategies of the last
// round, or of a neighbouring state.
//
// Over the states of a tournament Solve runs one of two methods:
//
//	VI-FP   values from ICM; equilibria at all states; new values; until none moves by delta
//	PI-FP   the same, but the values are those of the profile itself, by exact policy evaluation
//
// Values may be damped, for tournaments in which new values overshoot.
//
// A solution is checked independently: package expost fixes the other players and solves each player's
// tournament by policy iteration; the largest gain is the certificate.
//
// A best response at one state costs a millisecond or two. The number of rounds has no bound known in
// advance: fictitious play need not converge with three players.
//
// Source: S. Ganzfried and T. Sandholm, "Computing an approximate jam/fold equilibrium for
// 3-player no-limit Texas hold'em tournaments", AAMAS 2008. VI-FP is as published; PI-FP, of
// their later work, is reconstructed from its description.
package jamfold
