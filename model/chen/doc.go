// Package chen computes Bill Chen's points for a starting hand, O(1) a class, in the
// wording of Kumar & Keshner 2017:
//
//  1. The highest card scores A 10, K 8, Q 7, J 6, T 5, any other half its pips.
//  2. A pair scores double, at least 5.
//  3. Suited cards add 2.
//  4. Ranks missing between the two cards cost 1 (one), 2 (two), 4 (three), 5 (four or more):
//     connected cards cost nothing.
//  5. Connected cards or cards one rank apart, both below a queen, add 1 for straights.
//  6. Half points are rounded up at the end.
//
// The numbers the paper prints come from another gap; see AsPublished.
package chen
