// Package eval computes the strength of a poker hand of five, six or seven cards: its
// place among the 7,462 classes of five-card hands that tie, from 1 (seven high) to 7462
// (royal flush).
//
// A card is two 64-bit words and a hand is the sum of its cards' words, so adding a card
// costs two additions and nested loops share the work on their common cards. One word
// counts cards by suit and adds up a key of each rank; the other is the set of cards. If a
// suit holds five cards, its 13-bit rank set is looked up in a table of 8,192 strengths.
// Otherwise the sum of rank keys leads, without collision and in two dependent loads, to
// the strength. There is no loop, no call and no bounds check, and one branch, which goes
// the same way for 97% of hands. The tables take 245,760 bytes.
//
// On one 4 GHz Zen 5 core it evaluates about 1,000 million hands of seven cards a second
// in order and 380 million at random; docs/evaluator.md has the measurements.
//
// Adding up keys of ranks and looking a flush up by its rank set is known from public
// evaluators (Shackleton's SpecialKEval among them); the compression is the first-fit row
// displacement of Tarjan and Yao ("Storing a sparse table", CACM 22(11), 1979). The
// tables are written by scripts/gen-eval-tables, and docs/evaluator.md derives every
// constant in them and in this package.
package eval

//go:generate go run feltlab/scripts/gen-eval-tables .
