// Package sequence writes small games in sequence form and finds all equilibria at once: as a
// polytope over which linear functions, and what a plan loses in another game, are made least or
// most.
//
// A plan of a seat gives each of its sequences, the actions that it took with what it knew, the
// product of their probabilities. Plans x of seat 0 and y of seat 1 are polytopes of few rows, the
// value x'Ay is bilinear, and what x is sure of, the least of x'Ay over y, is by duality the optimum
// of a linear program: v(x) = max r(root) with, for each sequence s of seat 1 and its information
// set I, r(I) <= x'A(s) + sum of r(J) over the sets J that follow s. So
//
//   - the value of the game is the largest v(x), and seat 0's halves of its equilibria are the
//     plans with v(x) at the value: a polytope;
//   - let w(x) be what x is sure of in another game, in which seat 1 knows more: it is concave, so
//     the plan of an equilibrium that loses least there is one more linear program;
//   - the one that loses most minimises a concave function. Starts in random directions are
//     improved by turns, a plan against a fixed response and a best response to the plan, to
//     a vertex that gets no worse: there may be worse ones;
//   - w is continuous on the segment between the two, which lies in the polytope: bisection finds
//     an equilibrium that loses any amount in between.
//
// Programs are solved by package highs. Sequence forms are for games whose every pair of hands can
// be walked: those with one hole card, Kuhn and Leduc. They need perfect recall, which New checks.
//
// Source: B. von Stengel, "Efficient Computation of Behavior Strategies", Games and Economic
// Behavior 14 (1996).
package sequence
