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
//
// It also counts how strong hands are on the river: exactly, over all rivers that a
// board leads to.
//
// The strength of a hand on a river is 2 x wins + ties against the 990 hands that an opponent may
// hold, an integer from 0 to Most; divided by Most it is the hand strength HS. On a flop or turn
// a Tally has for every hand the sum of the strengths over the rivers to come, the sum of their
// squares, and a histogram of Bins bins. From those follow
//
//	E[HS]   = Sum / (rivers x Most)       E[HS^2] = Square / (rivers x Most^2)
//
// and how hands compare by either follows from the integers. E[HS] cannot tell a made hand from a
// draw of the same equity; E[HS^2] ranks the draw higher, which becomes strong or weak; the
// histogram tells them apart. Before the flop Classes has the whole distribution, not in bins.
//
// A turn takes 48 sweeps (package showdown) and a flop 1,176, for all hands at once. For
// histograms of many boards RiverBins sweeps each river up to suits once and looks them up.
//
// Sources: M. Johanson, "Robust Strategies and Counter-Strategies" (MSc thesis, University of
// Alberta, 2007) for E[HS^2]; A. Gilpin, T. Sandholm and T. B. Sorensen, "Potential-Aware
// Automated Abstraction of Sequential Games, and Holistic Equilibrium Analysis of Texas Hold'em
// Poker" (AAAI 2007) for distributions; S. Ganzfried and T. Sandholm, "Potential-Aware
// Imperfect-Recall Abstraction with Earth Mover's Distance in Imperfect-Information Games" (AAAI
// 2014) for fifty bins of two hundredths.
//
// It also clusters histograms, by the distance L2 or by the earth mover's distance, and vectors
// by L2.
//
// # Distances
//
// L2 is the Euclidean distance between two histograms. It does not know which bins are neighbours.
// The earth mover's distance (EMD) is the least work that turns one histogram into the other, a
// unit being one count moved by one bin; in one dimension that is the sum, over the bins, of the
// absolute difference of the cumulative sums. Vectors differ from histograms under L2 only in how the
// search for the nearest centre is pruned.
//
// # Method
//
// Lloyd's iteration from seeds by k-means++: points are drawn one after the other, with a
// probability in proportion to weight times squared distance to the nearest drawn before (L2) or
// weight times distance (EMD), whose sums are what the clusters minimise. Each iteration assigns
// every point to its nearest centre, of equally near ones to the first, and moves every centre to
// where its points' sum is least: for L2 the mean histogram; for EMD, of each cumulative sum by
// itself, the lower weighted median. Medians of ascending sequences ascend, so this is a histogram
// too; means, which the literature on poker takes for EMD as well, need not lower the sum. A
// centre without points stays where it is. It ends when an iteration lowers the sum by less than
// a thousandth, or after MostIterations.
//
// Everything is in integers, L2's means rounded to 256ths: the result depends on the points and
// the seed, on no machine and no number of goroutines.
//
// # Pruning
//
// Centres are in the order of a projection p, the mean of the histogram or the sum of the vector. Since
//
//	EMD: |p(x) - p(c)| <= distance     L2: (p(x) - p(c))^2 <= |u|^2 distance^2
//
// (u the projection's direction, for vectors all ones), the search for the nearest goes outward from p(x), first where
// the last iteration ended, and stops when no nearer centre can come. Those on the way are first
// compared by sums over blocks of five bins, which bound the distance from below in the same way. A
// search in 1,000 centres of hand strength looks at a few dozen. Seeds skip points by the
// triangle inequality: a new centre c is no nearer to x than its centre a if d(a, c) >= 2 d(a, x).
//
// Sources: D. Arthur and S. Vassilvitskii, "k-means++: The Advantages of Careful Seeding" (SODA
// 2007), also for other powers of the distance; C. Elkan, "Using the Triangle Inequality to
// Accelerate k-Means" (ICML 2003); P. S. Bradley, O. L. Mangasarian and W. N. Street, "Clustering
// via Concave Minimization" (NIPS 1996) for medians and L1; S. Ganzfried and T. Sandholm,
// "Potential-Aware Imperfect-Recall Abstraction with Earth Mover's Distance in
// Imperfect-Information Games" (AAAI 2014) for EMD in one dimension as a walk along the bins.
package buckets
