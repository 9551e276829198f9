// Package johanson sets worst cases beside M. Johanson, K. Waugh, M. Bowling and M. Zinkevich,
// Accelerating Best Response Calculation in Large Extensive Games, IJCAI 2011, and the table of
// Waugh, Schnizlein, Bowling and Szafron, Abstraction Pathologies in Extensive Games, AAMAS 2009.
//
// What a strategy loses is computed by exact best responses on the public tree
// (solvers/extensive, pipeline/worstcase). Opponents that ignore their cards are met in all of
// limit hold'em; equilibria over buckets of strength come from sampled boards and are judged on a
// sample of flops, each exactly; abstractions of Leduc hold'em are solved by CFR+ to a certified
// gap; jam-or-fold equilibria are checked by a best response that shares no code with their solver.
//
// The distributions of hand strength that bucketings merge are counted over all rivers.
//
// Leduc takes about a CPU-minute. Nearly all of the other time goes into strategies that look at
// their cards; whatever is computed is kept in the artifact store.
package johanson
