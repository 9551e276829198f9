// Package showdown compares all two-card hands on a board at once.
//
// # The sweep
//
// Order sorts the 1,081 live hands of a five-card board by strength. Sweep passes through them once with
// running totals: the weight T of all weaker hands, and for each card a the weight C[a] of the weaker hands
// with a. Hand {a, b} beats the weight
//
//	T - C[a] - C[b]
//
// of any weighted range, because an opponent of {a, b} holds neither card. This compares 1,081 hands with
// their 990 opponents each in O(1081) additions instead of 1,081 x 990 comparisons; sorting is a radix sort.
// Source: Johanson, Waugh, Bowling and Zinkevich, "Accelerating Best Response Calculation in Large Extensive
// Games" (IJCAI 2011), section "fast terminal node evaluation".
//
// # The boards
//
// A permutation of the suits changes no showdown, so one board of each orbit is enough: 134,459 of the
// 2,598,960 boards, 1,755 flops and 16,432 sets of four cards. Orbits lists them, and returns for any set its
// orbit and a permutation to the canonical set.
package showdown
