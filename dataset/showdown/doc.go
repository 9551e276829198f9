// Package showdown compares all two-card hands on a board at once.
//
// # The sweep
//
// Order sorts the 1,081 live hands of a five-card board by strength, and Sweep walks
// through them once with running totals: the weight T of all weaker hands, and for each
// card a the weight C[a] of the weaker hands that hold it. A hand {a, b} beats
//
//	T - C[a] - C[b]
//
// of any weighted range, because no weaker hand that could be dealt beside it holds a or
// b. So all 1,081 hands are compared with all 990 opponents each in O(1081) additions
// rather than 1,081 x 990 comparisons; sorting is a counting sort. The method is that of
// Johanson, Waugh, Bowling and Zinkevich, "Accelerating Best Response Calculation in Large
// Extensive Games" (IJCAI 2011), section "fast terminal node evaluation".
//
// # The boards
//
// Renaming the suits changes nothing at a showdown, so of the 2,598,960 boards one of each
// orbit is enough: 134,459 of them, with 1,755 flops and 16,432 four-card sets. Orbits
// lists them, and finds for any set its orbit and the permutation that leads there.
package showdown
