// Package curve computes a hand's least error for every number of features from 1 to N: what one
// more feature to learn is worth.
//
// The points help each other. Going up, the search for n features starts from those for n-1 and
// the best one to add; going down, from those for n+1 without the least useful one; both are
// improved by exchanges of two features (solvers/subset). So the curve never rises. With a time
// for proofs, package fit then works on every point, and a bound for n+1 features, which bounds
// n features as well, is carried down. Errors are those that model/proof computes.
//
// The cost is about half a minute for N = 12 without steps and proofs.
package curve
