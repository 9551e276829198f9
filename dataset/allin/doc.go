// Package allin counts exactly how three hands all-in before the flop finish: for each of the C(171,3) =
// 818,805 multisets of three of the 169 classes, the number of deals in each of the 13 orders of three, ties
// included. It counts the same for two hands, 169 x 169 wins, ties and losses. A deal is a choice of disjoint
// combos, one of each class, and of five board cards from the rest.
//
// All deals are 2.5e15 showdowns. The method below takes some 40 seconds of processor time and 400 MB for all
// triples, on any number of processors. A Table in a file has 43 MB; Decode reads and checks it in 50 ms. The Write
// methods write tables for other programs (docs/all-in.md).
//
// Versus has the result of every hand against every other, of 221 kB in the program, and Pairs adds them up by class.
// Winners counts the boards of any two to nine hands beside dead cards, in a millisecond, by steps 1 and 2 below; Deals
// calls it once for all deals of some ranges that differ by suits only.
//
// # 1. Without flushes, suits do not matter
//
// Rank all hands as if there were no flushes. Then the order of three hands depends on the ranks of the hands,
// of which there are 91 pairs, and on the ranks of the board, of which there are 6,175 patterns. If the hands
// have u cards of a rank and the pattern b, there are C(4-u, b) ways to deal those, for any suits of the hands.
//
// # 2. With flushes, one suit matters
//
// Flushes change the order only on boards with three or more cards of one suit. A board of five has at most one
// such suit; take spades and count four times. The suiting of a combo is the set of its cards that are spades.
// The ranks with the suiting are one of 338 hand types. A board is the set X of its ranks in spades, and the
// multiset of its ranks in the three other suits: 286 x 91 + 715 x 13 + 1,287 = 36,608 boards with three, four
// or five spades. Given the suitings of three hands, X must avoid their spades, and if the hands have v other
// cards of a rank and the board g, there are C(3-v, g) ways to deal those.
//
// Let F be the numbers of spades on a board with which a hand makes a flush. Boards with enough spades for a flush (a
// number in F) are counted one by one in their true order, all others by their patterns:
//
//	count(A, B, C) = sum over suitings of M * (
//	    sum over patterns of [order of the ranks] * (product of C(4-u, b) - 4 * flush(pattern))
//	    + 4 * sum over boards in F that avoid the hands' spades of [true order] * product of C(3-v, g))
//
// where M is the number of disjoint choices of combos of the classes with the suitings, and flush(pattern) the number
// of boards of a pattern with n spades, n in F: the coefficients of z^n of the product over ranks of C(3-v, b) + z
// C(3-v, b-1), without the second term if a hand has the spade. The strength of a hand with a flush is the larger of
// those of its flush and its ranks. So strengths depend on rank pair and pattern, and on the set of spades.
//
// The number of deals with a pattern depends on its numbers of cards of each of the hands' ranks, and on the
// numbers of equal cards of other ranks: 583 cells instead of 6,175 patterns. It is the same for all hands
// with the same coincidences of ranks, of which there are 150 kinds. So these numbers are computed once, and a
// triple of rank pairs takes one pass over the patterns for all its classes, up to 8 triples.
//
// # 3. An order follows from two comparisons
//
// Hand 0 before 1 before 2 means "0 beats 1" and "1 beats 2", and so on for the 12 other orders. So each two
// types are compared once on all boards, and the results kept as bits, 64 boards in a word; three types then
// take an AND and a population count for each order and word. Boards with the same cards outside spades are a
// slice of 286, 715 or 1,287 bits with the same weight; boards with a hand's spades are masked out.
//
// An item of work is two rank pairs with all third ones. Triple computes one triple without the others.
//
// # Sources
//
// Ganzfried and Sandholm, "Computing an approximate jam/fold equilibrium for 3-player no-limit Texas hold'em
// tournaments" (AAMAS 2008), use these counts; they report a month of 16 processors for them (and print 881,805 for
// C(171,3)). The method is this project's. The tests compare it with reference_test.go, which deals every board.
package allin
