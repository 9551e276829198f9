// Package lattice finds formulas whose weights are whole multiples of a step, such as 5 or 1
// percentage points, so that a player can add them up at the table. The multiples are solved
// for, not rounded afterwards: with step s the weights are x_j = s k_j, |k_j| <= 1/s integer,
// and features and multiples are chosen together for the least average or largest error.
//
// Tables. Sums of multiples are multiples, so every estimate is one of the few values m s. The
// loss of all flops with the same features (a pattern) is tabulated once for m s in [0, 1];
// beyond, where no equity lies, it is linear (see table.go). The patterns that a set of features
// does not tell apart form a cell whose table is their sum, and the error of a choice of
// multiples for ten features costs a hundred look-ups.
//
// Multiples for a given set (descend.go): from the rounded optimum without the step, line
// searches along every direction with up to three entries of +1 or -1. The error is convex along
// each of them, so a line search is a bisection; the result is optimal in all those directions.
//
// Features (search.go): from the best set without the step, exchanges of one feature, first
// improvement by ascending error without the step. That error (package lad, exact) bounds the
// error with it from below, which prunes most exchanges without a descent. Scrambled restarts
// follow. A finer step starts from the result of a coarser one that it divides, so it is never
// worse. The search proves nothing.
//
// The integer program (program.go) is package regression's in the pattern formulation with the
// weights replaced by integer columns, for a solver that can prove it; every bound for free
// weights holds for it too.
//
// With n features, c cells and a step of 1/g, a descent costs O(n^3 c log g) look-ups a round:
// a millisecond at n = 10 and s = 5%. Only ends near the incumbent are worth the triples.
//
// Source: the pair and triple moves are the elementary steps of integer least-squares searches
// (reduced-basis directions restricted to entries 0, ±1); the programs are those of Dalpasso &
// Lancia, CEJOR 23(3), 2015.
package lattice
