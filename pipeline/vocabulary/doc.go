// Package vocabulary answers how good formulas can be that all use the same few features: one
// vocabulary for several hands against a range, each hand with weights of its own.
//
// The set of features minimises the mean of the hands' errors (subset.Shared); what sharing
// costs is told against the best set that each hand has for itself: what is known of it
// (pipeline/known) if that is proved, else the best of subset.Best and of exchanges from what is known
// and from the shared set, so it is never worse than either. What is found is kept there in turn, and
// the mean of the hands' proved bounds is one on any shared set. On request the weights on the shared
// set are multiples of a step (solvers/lattice). Errors are those that model/proof computes.
package vocabulary
