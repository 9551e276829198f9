// Package buckets merges hands of limit hold'em by their strength, for strategies that depend
// on cards and yet fit in memory.
//
// # Strength
//
// The strength of a hand on a board is its exact equity against a uniformly random hand: half
// of 2 x wins + ties over all opponents and all ways to complete the board. On the river that
// is the share of opponents beaten, before it the expectation of that share ("E[HS]").
// Strength cannot tell a made hand from a draw of the same equity; that is the price of one
// number a hand.
//
// # Equally likely buckets
//
// A hand's percentile is the share of all deals (hand and board of the street, equally likely)
// in which the hand is weaker, plus half the share in which it is equally strong. It is kept
// in 65,536ths, and with K buckets on a street
//
//	bucket = percentile * K / 65536, rounded down; 0 is the weakest.
//
// So each bucket holds a K-th of all deals as nearly as equal strengths allow. Before the flop
// there are only 169 classes: with 169 buckets or more each class has one of its own.
// Everything is integer arithmetic, and no suit differs from another in it.
//
// # Cost
//
// The first use computes the percentiles from one sweep over the 134,459 suit-canonical
// boards, in about 3 CPU-seconds and at most 150 MB, of which 50 MB stay: tables for the
// 16,432 four-card boards and the 1,755 flops, shared by all numbers of buckets. Then Of takes
// a few microseconds on the turn and before it, and one sort and sweep, some 10 microseconds,
// on the river.
//
// Sources: D. Billings, N. Burch, A. Davidson, R. Holte, J. Schaeffer, T. Schauenberg and
// D. Szafron, "Approximating Game-Theoretic Optimal Strategies for Full-scale Poker" (IJCAI
// 2003) for buckets of strength; M. Johanson, "Robust Strategies and Counter-Strategies" (MSc
// thesis, University of Alberta, 2007) for percentiles.
package buckets
