// Package buckets merges hands of limit hold'em, for strategies that depend on cards and yet fit
// in memory.
//
// # Strength
//
// The strength of a hand on a board is its exact equity against a uniformly random hand: half
// of 2 x wins + ties over all opponents and all ways to complete the board. On the river that
// is the share of opponents beaten (HS), before it the expectation of that share, E[HS]. It cannot
// tell a made hand from a draw of the same equity. E[HS^2] ranks the draw higher; the distribution
// of HS over the rivers to come tells them apart (package distribution).
//
// # Equally likely buckets
//
// strength-K and strength-A-B-C-D divide each street by E[HS]. A hand's percentile is the share of
// all deals (hand and board of the street, equally likely) in which the hand is weaker, plus half
// the share in which it is equally strong. It is kept in 65,536ths, and with K buckets on a street
//
//	bucket = percentile * K / 65536, rounded down; 0 is the weakest.
//
// So each bucket holds a K-th of all deals as nearly as equal strengths allow. Before the flop
// there are only 169 classes: with 169 buckets or more each class has one of its own.
// Everything is integer arithmetic, and no suit differs from another in it.
//
// # Built bucketings
//
// Those that Parse reads and Build builds are tables, of 31 MB, with perfect recall 115 MB, and of
// kmeans-ochs 277 MB:
//
//   - percentile-hs: equally likely buckets of E[HS], by exact percentiles.
//   - percentile-hs2: the same of E[HS^2].
//   - nested: equally likely buckets of E[HS^2], each divided by E[HS] in the same way.
//   - kmeans-l2, kmeans-emd: clusters of the distributions, as histograms of fifty bins, by
//     k-means (package kmeans) with the Euclidean and with the earth mover's distance. EMD's
//     centres are medians of the cumulative sums: they lower the sum of distances, means need not.
//     A deal of hand and board counts once, so a pair of hand and board counts as often as there
//     are pairs that differ from it by suits. The flop's centres are learnt from all pairs, the
//     turn's from 1.5 million evenly spread; then every pair goes to the nearest centre, exactly.
//     Buckets are numbered in the order of their centres' means. There are fewer than asked for
//     where there are fewer different distributions.
//   - kmeans-ochs: kmeans-emd before the river, and on it clusters of the hand strength against
//     eight clusters of opponents (opponent cluster hand strength, OCHS), with the Euclidean distance.
//     The opponents' clusters divide the 169 classes by their distributions before the flop, with
//     EMD. A hand's share of wins against each, ties counting half, is in thousandths; where none of
//     a cluster can be held beside it, it is that against all hands. Centres are learnt from 1.5
//     million deals evenly spread; then every pair goes to the nearest, as above.
//
// On the river a distribution is one number, so that all other families have percentiles of HS there,
// computed on the fly by a sweep: no table of its 2.4 billion pairs of hand and board is needed.
// kmeans-ochs has one of the 123,156,254 that differ by more than suits and the order of the board.
// Before the flop 169 buckets or more are the classes, in order of E[HS] or of E[HS^2].
//
// With imperfect recall a street is divided as a whole, and what came before is forgotten. The
// board is then a set: 1,286,792 pairs on the flop, 13,960,050 on the turn. With perfect recall
// each bucket of the street before is divided by itself into buckets of its own: by percentiles
// among its hands, or by clusters of its hands' distributions. On the turn it then matters which
// card came last, which makes four entries of a pair: 55,840,200, within 1.2% of the 55,190,538
// ordered ones. The river has a row of 1,981 strengths for each bucket of the turn. kmeans-ochs,
// whose river would have twenty entries of a pair, does without perfect recall.
//
// # Cost
//
// The first use of strength-K computes the percentiles from one sweep over the 134,459
// suit-canonical boards, in about 3 CPU-seconds and at most 150 MB, of which 50 MB stay: tables for
// the 16,432 four-card boards and the 1,755 flops, shared by all numbers of buckets. Then Of takes
// a few microseconds on the turn and before it, and one sort and sweep, some 10 microseconds,
// on the river. docs/performance.md has what builds take; Spec.Memory bounds their memory.
//
// Sources: D. Billings, N. Burch, A. Davidson, R. Holte, J. Schaeffer, T. Schauenberg and
// D. Szafron, "Approximating Game-Theoretic Optimal Strategies for Full-scale Poker" (IJCAI
// 2003) for buckets of strength; M. Johanson, "Robust Strategies and Counter-Strategies" (MSc
// thesis, University of Alberta, 2007) for percentiles, E[HS^2] and nested buckets; M. Zinkevich,
// M. Johanson, M. Bowling and C. Piccione, "Regret Minimization in Games with Incomplete
// Information" (NIPS 2007) for percentiles within the bucket of the round before; K. Waugh, M.
// Zinkevich, M. Johanson, M. Kan, D. Schnizlein and M. Bowling, "A Practical Use of Imperfect
// Recall" (SARA 2009); M. Johanson, N. Burch, R. Valenzano and M. Bowling, "Evaluating State-Space
// Abstractions in Extensive-Form Games" (AAMAS 2013) for clusters with EMD, the weights of
// isomorphic deals, and OCHS: kmeans-ochs is the abstraction that they call IR-KE-KO.
package buckets
