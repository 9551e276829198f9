// Package lattice searches for formulas whose weights are multiples of a step, such as 5 or 1
// percentage points, so that a player can add them up at the table. With step s the weights are
// x_j = s k_j with integers |k_j| <= 1/s; the search chooses features and multiples together for the
// least average or largest error, and does not round afterwards. It proves nothing.
//
// Tables. Sums of multiples are multiples, so every estimate is m s for an integer m. The loss of a
// pattern, the rows with the same features, is tabulated once for m s in [0, 1]; beyond, where there
// are no equities, it is linear (table.go). Patterns with the same features of a set form a cell whose
// table is their sum. The error of a choice of multiples for ten features takes a hundred look-ups.
//
// Multiples for a set (descend.go): from the rounded free weights, line searches along every direction
// with up to three entries of +1 or -1. The error is convex along each, so a line search is a
// bisection; the result is optimal in all these directions.
//
// Features (search.go): the search starts from the best set with free weights. It exchanges one feature at a time,
// tries the sets by ascending error with free weights, and takes the first improvement. That error (package lad,
// exact) is a lower bound, which rules out most exchanges without a descent. Random restarts follow. A finer step
// starts from the result of a coarser one that it divides, so it is never worse.
//
// With n features, c cells and a step of 1/g, a descent costs O(n^3 c log g) look-ups a round: a
// millisecond at n = 10 and s = 5%. Directions with three entries are tried near the incumbent only.
//
// Source: the pair and triple moves are the elementary steps of integer least-squares searches (reduced-basis
// directions restricted to entries 0, ±1); the programs are those of Dalpasso & Lancia, CEJOR 23(3), 2015.
package lattice
