// Package allin computes, as exact integers, how three hands all-in before the flop finish:
// for each of the C(171,3) = 818,805 multisets of three of the 169 classes, in how many deals
// the hands finish in each of the 13 orders of three, ties included. It computes the same for
// two hands, 169 x 169 wins, ties and losses. A deal is a choice of disjoint combos, one of
// each class, and of five board cards from the rest. Nothing is sampled.
//
// Dealing it all out means 2.5e15 showdowns. Three observations bring that down to some 40
// seconds of processor time on a busy machine and 400 MB for all triples, and 2 seconds for all
// pairs; it parallelises fully. A Table on disk is 43 MB and is read and checked in 50 ms.
//
// # 1. Without flushes, suits do not matter
//
// Rank all hands as if there were no flushes. Then the order of three hands depends on the
// ranks of the hands, of which there are 91 pairs, and on the ranks of the board, of which
// there are 6,175 patterns. Whichever suits the hands have, if u cards of a rank are theirs
// and the pattern has b, there are C(4-u, b) ways to deal those.
//
// # 2. With flushes, one suit matters
//
// Flushes change the order only on boards with three or more cards of one suit. There is one
// such suit on a board of five; let it be spades and count four times. Of a combo it matters
// then which of its cards are spades: its suiting. The ranks with the suiting are one of 338
// hand types. Of the board it matters which ranks X are dealt in spades, and which others are
// dealt in any of the three other suits: 286 x 91 + 715 x 13 + 1,287 = 36,608 boards with
// three, four or five spades. Given the suitings of three hands, X must avoid their spades,
// and if v other cards of a rank are the hands' and g the board's, there are C(3-v, g) ways to
// deal those.
//
// Let F be the numbers of spades with which some of the hands makes a flush. The boards with
// such numbers are counted one by one in their true order, all others by their patterns:
//
//	count(A, B, C) = sum over suitings of M * (
//	    sum over patterns of [order of the ranks] * (product of C(4-u, b) - 4 * flush(pattern))
//	    + 4 * sum over boards in F that avoid the hands' spades of [true order] * product of C(3-v, g))
//
// where M is the number of disjoint choices of combos of the classes that have the suitings, and
// flush(pattern) how many boards of a pattern are in F: the coefficients of z^n, n in F, of the
// product over ranks of C(3-v, b) + z C(3-v, b-1), without the second term where a hand holds the
// spade. A hand with a flush is as strong as the better of its flush and its ranks; a hand's
// strength is needed only by rank pair and pattern, and by set of spades.
//
// The number of deals that goes with a pattern depends on how many cards it has of each of the
// hands' ranks, and how many equal ones of others: 583 cells in place of 6,175 patterns. It is the
// same for all hands whose ranks coincide in the same way, which are 150 kinds. So these
// numbers are made once, and a triple of rank pairs takes one pass over the patterns for all
// its classes, up to 8 triples.
//
// # 3. An order is a chain of two comparisons
//
// Hand 0 before 1 before 2 is "0 beats 1" and "1 beats 2", and likewise the 12 other orders.
// So each two types are compared once on all boards and the results kept as bits, 64 boards to
// a word; three types then take an AND and a population count for each order and word. Boards
// of equal cards outside spades make a slice of 286, 715 or 1,287 bits, all of which weigh the
// same; boards that hold a hand's spades are masked out.
//
// Work is shared out by multisets of three rank pairs. Nothing is shared between them but the
// tables, so that some triples can be computed without the others: Triple does that for one.
//
// # Sources
//
// The rollout and its use are those of Ganzfried and Sandholm, "Computing an approximate
// jam/fold equilibrium for 3-player no-limit Texas hold'em tournaments" (AAMAS 2008), who
// report a month of 16 processors for it (and print 881,805 for C(171,3)). The method is this
// project's. reference_test.go deals every board; the tests hold the two equal.
package allin
