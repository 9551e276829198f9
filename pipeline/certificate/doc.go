// Package certificate makes, stores and reads what proves a lower bound on the average error of every
// formula with at most N features, or by a tree on the largest.
//
// A dual certificate is a list of integers, one for each pattern of features, a few kilobytes as
// text. [Find] takes it from the linear relaxation
//
//	min  sum_i |e_i - estimate_i|  +  tau sum_j |x_j|       |x_j| <= 1
//
// whose optimum is found by solvers/lad, the penalty being one more row a feature; tau is bisected
// until sum |x_j| meets N. [Certificate.Check] evaluates it by pipeline/exact, which shares no code
// with that and makes no rounding error. So the bound holds by the file alone, with no search.
//
// A tree certificate is the record of a search that was judged step by step by pipeline/proofcheck while
// it ran ([Recorder]): the bound, the numbers of leaves and dual vectors, the number of sets of features
// that the leaves cover, and a digest of the leaves. The sets are counted by this package, leaf by
// leaf: a leaf with f free features of which k may be chosen covers sum_{i<=k} C(f,i) sets, and all
// leaves together must cover sum_{i<=N} C(m,i), no more and no less. (Features that are true on the same rows
// are interchangeable, so of these only sets with the smallest count.) The tree is not stored; one is
// made again, and judged again, by [Prove]: of the same bound, though with several workers hardly with the
// same leaves.
//
// A file holds one certificate a line, as JSON; several may be about the same hand, range and N. A
// bound for N features holds for fewer too.
package certificate
