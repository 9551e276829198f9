// Package kmeans clusters histograms, by the distance L2 or by the earth mover's distance, and vectors
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
package kmeans
