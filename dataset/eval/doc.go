// Package eval computes the strength of a poker hand of five, six or seven cards: its
// place among the 7,462 classes of five-card hands that tie, from 1 (seven high) to 7462
// (royal flush).
//
// A card is two 64-bit words and a hand is the sum of its cards' words, so adding a card
// costs two additions. One word counts cards by suit and sums rank keys, numbers chosen
// so that no two rank multisets of up to seven cards have the same sum. If a suit holds
// five cards, its 13-bit rank set is looked up in a table of 8,192 strengths. Otherwise
// a first-fit row displacement maps the sum, without collision, to a slot of the rank
// table: two dependent loads, no loop, one well-predicted branch. Tables take 220 kB.
//
// The method is Cactus Kev's idea of table look-up by rank and by suit with the additive
// keys of SpecialK (K. Rasquinha, "7-card poker hand evaluator", 2007) and the sparse
// table compression of Tarjan and Yao ("Storing a sparse table", CACM 22, 1979). The
// tables are written by scripts/gen-eval-tables; docs/evaluator.md derives the constants.
package eval

//go:generate go run feltlab/scripts/gen-eval-tables .
