// Package buckets groups hands of limit hold'em into buckets (card abstraction), for strategies that depend on
// the cards and fit in memory. It also computes the distributions of hand strength that buckets are made from.
//
// # Hand strength
//
// The strength of a hand on a river is 2 x wins + ties against the 990 hands of an opponent, from 0 to
// MostStrength; divided by MostStrength it is the hand strength HS. On a flop or turn every hand has
// a sum of the strengths over all rivers, and a histogram of fifty bins:
//
//	E[HS] = Sum / (rivers x MostStrength)
//
// E[HS] is the exact equity against a uniformly random hand. It does not distinguish a made hand from a draw of
// the same equity; the histograms do. Each canonical river is swept once (package showdown), for all hands and all
// boards that lead to it.
//
// # Percentiles of strength
//
// strength-K and strength-A-B-C-D divide each street by E[HS]. A hand's percentile is the share of all deals
// (hand and board of the street, equally likely) in which the hand is weaker, plus half the share in which it is
// equally strong, in 65,536ths. With K buckets on a street
//
//	bucket = percentile * K / 65536, rounded down; 0 is the weakest.
//
// So each bucket has a K-th of all deals as nearly as equal strengths allow. Before the flop each of the 169
// classes has its own bucket if there are 169 buckets or more. The first use computes the percentiles by one sweep
// over the 134,459 suit-canonical boards, in about 3 CPU-seconds and at most 150 MB, of which 50 MB stay. Then Of
// takes a few microseconds, and on the river one sort and sweep, some 10 microseconds.
//
// # Built bucketings
//
// kmeans-emd:SIZES is built first: Parse reads its name and Build builds it, a table of 31 MB. It clusters the
// histograms of flop and turn by k-means with the earth mover's distance. A pair of hand and board has as weight the
// number of pairs in its orbit under suit permutations. The board is a set: 1,286,792 pairs on the flop, 13,960,050 on
// the turn. Centres on the flop are learned from all pairs, those on the turn from 1.5 million evenly spread ones; then
// every pair goes to its nearest centre. Buckets are in the order of their centres' means. There are fewer buckets if
// there are fewer different distributions.
//
// Before the flop, 169 buckets or more are the classes in the order of E[HS], fewer are clusters of their
// distributions. The river has percentiles of HS, computed on the fly by a sweep. Each street is divided as a whole:
// buckets of earlier streets are forgotten (imperfect recall).
//
// docs/performance.md has the times of builds; Spec.Memory is an upper bound of their memory.
//
// # Clusters
//
// The earth mover's distance (EMD) is the least work that turns one histogram into the other, where moving one count
// by one bin is one unit: the sum over the bins of the absolute difference of the cumulative sums.
//
// Cluster runs Lloyd's iteration from seeds by k-means++: points are drawn with a probability proportional to weight
// times the distance to the nearest drawn point, the terms of the sum that clusters minimise. Each iteration assigns
// every point to its nearest centre, the first of equally near ones, and moves every centre to the minimum of its
// points' sum: the lower weighted median of each cumulative sum. Such medians ascend, so that they are a histogram;
// means, which the literature on poker also uses, need not lower the sum. A centre without points stays. The iteration
// ends if it lowers the sum by less than a thousandth, or after MostIterations. All arithmetic is in integers, so that
// the result depends only on the points and the seed.
//
// Centres are sorted by the mean p of the histogram, in bins and times the number of counts. Since
// |p(x) - p(c)| <= distance, the search for the nearest centre goes outward from p(x), starts with the centre of the
// last iteration, and stops where no centre can be nearer. It first compares sums over blocks of five bins, which are
// lower bounds in the same way. A search among 1,000 centres of hand strength measures a few dozen.
// Seeding skips points by the triangle inequality: a new centre c is no nearer to x than its centre a if
// d(a, c) >= 2 d(a, x).
//
// # Sources
//
//   - D. Billings et al., "Approximating Game-Theoretic Optimal Strategies for Full-scale Poker" (IJCAI 2003): buckets
//     of strength.
//   - M. Johanson, "Robust Strategies and Counter-Strategies" (MSc thesis, University of Alberta, 2007): percentiles.
//   - K. Waugh et al., "A Practical Use of Imperfect Recall" (SARA 2009).
//   - A. Gilpin, T. Sandholm and T. B. Sorensen, "Potential-Aware Automated Abstraction of Sequential Games" (AAAI
//     2007): distributions.
//   - S. Ganzfried and T. Sandholm, "Potential-Aware Imperfect-Recall Abstraction with Earth Mover's Distance in
//     Imperfect-Information Games" (AAAI 2014): fifty bins; EMD as a walk along the bins.
//   - M. Johanson, N. Burch, R. Valenzano and M. Bowling, "Evaluating State-Space Abstractions in Extensive-Form
//     Games" (AAMAS 2013): clusters with EMD, weights of isomorphic deals.
//   - D. Arthur and S. Vassilvitskii, "k-means++: The Advantages of Careful Seeding" (SODA 2007).
//   - C. Elkan, "Using the Triangle Inequality to Accelerate k-Means" (ICML 2003).
//   - P. S. Bradley, O. L. Mangasarian and W. N. Street, "Clustering via Concave Minimization" (NIPS 1996): medians.
package buckets
