// Package eval computes the strength of a poker hand of five, six or seven cards: its number among the
// 7,462 classes of equal five-card hands, from 1 (seven high) to 7462 (royal flush).
//
// A card is two 64-bit words and a hand is the sum of its cards' words, so that adding a card costs two
// additions, and nested loops add their common cards once. One word counts the cards of each suit and adds
// up a key for each rank; the other is the set of cards. If a suit has five cards, its 13-bit set of ranks
// is the index in a table of 8,192 strengths. Otherwise the sum of the rank keys leads to the strength,
// without collision and in two dependent loads. There is no loop, no call and no bounds check, and one
// branch, which goes the same way for 97% of hands. The tables take 245,760 bytes.
//
// One 4 GHz Zen 5 core evaluates about 1,000 million hands of seven cards a second in order and 380 million at
// random, by processor time (docs/evaluator.md); docs/performance.md has lower figures, of a busy virtual machine.
// OfSevens evaluates many hands at once: 1,270 million random hands a second with AVX-512 (Zen 4, 3.65 GHz). Its kernel
// computes strengths by arithmetic, and no address that it reads depends on a card.
//
// Public evaluators (Shackleton's SpecialKEval among them) also add up keys of ranks and look up flushes by
// their ranks; the compression is the first-fit row displacement of Tarjan and Yao ("Storing a sparse
// table", CACM 22(11), 1979). scripts/gen-eval-tables writes the tables, and docs/evaluator.md derives every
// constant in them and in this package.
package eval

//go:generate go run feltlab/scripts/gen-eval-tables .
