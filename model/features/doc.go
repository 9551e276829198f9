// Package features computes the 73 yes/no features F1..F73 of two hole cards on a flop, the columns of poker instances.
//
// Facts are what can be said about a hand on a board of three to five cards; they are also the words of package
// featureset. The features are questions about facts: scripts/gen-features writes the table, and the questions as Go,
// from featureset's paper-2.yaml. F1..F38 depend on the flop alone, F39..F73 on hand and flop. Of takes a few hundred
// nanoseconds and allocates nothing. It does not depend on the names of the suits, so one hand and flop stand for all
// their suit permutations.
//
// The source describes its features in prose, which leaves choices open. The choices here agree with its worked
// examples and explain more of its printed numbers than other readings (results/readings). Words used throughout:
//
//   - "all five" are hand and flop together;
//   - a made hand is "ours" if it uses a hole card; a pair or trips on the flop alone is not;
//   - "at least" follows the ranking of poker hands, so a flush is at least trips;
//   - an ace is high, and counts low too where a straight is concerned (F34..F38, F59..F71).
//
// Source: M. Dalpasso and G. Lancia, Estimating the strength of poker hands by integer linear
// programming techniques, Central European Journal of Operations Research 23(3), 2015.
package features
