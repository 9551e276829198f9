// Package sequence writes small games in sequence form and describes all equilibria at once: as a polytope
// over which linear functions, and the loss of a plan in another game, are minimised or maximised.
//
// A plan of a seat gives each of its sequences (the actions that it took, with its information) the product
// of their probabilities. Plans x of seat 0 and y of seat 1 are polytopes with few rows, and the value x'Ay
// is bilinear. The guaranteed value of x, the minimum of x'Ay over y, is by duality the optimum of a linear
// program: v(x) = max r(root) with, for each sequence s of seat 1 and its information set I, r(I) <= x'A(s) +
// sum of r(J) over the sets J that follow s. So
//
//   - the value of the game is the largest v(x), and seat 0's halves of its equilibria are the plans with v(x) at
//     the value: a polytope;
//   - let w(x) be the guaranteed value of x in another game, in which seat 1 has more information: it is concave, so
//     the plan of an equilibrium that loses least there is one more linear program;
//   - the plan that loses most minimises a concave function. Starts in random directions are improved by alternating
//     a plan against a fixed response and a best response to the plan, to a local minimum: there may be lower ones;
//   - w is continuous on the segment between the two, which lies in the polytope: bisection finds an equilibrium
//     that loses any amount in between.
//
// Package highs solves the programs. Sequence forms are for games in which every pair of hands can be walked:
// those with one hole card, Kuhn and Leduc. They need perfect recall, which New checks.
//
// Source: B. von Stengel, "Efficient Computation of Behavior Strategies", Games and Economic Behavior 14 (1996).
package sequence
