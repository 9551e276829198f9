// Package features computes the 73 binary features of two hole cards on a flop, F1..F73,
// that formulas for a hand's equity are made of.
//
// The features are rows of a table: number, name, sentence and predicate. A predicate looks
// at a view of the five cards that is computed once for each hand and flop: sorted ranks, rank
// masks, suit counts, the made hand, and how the ranks lie in the ten five-rank windows a
// straight can fill. F1..F38 depend on the flop alone, F39..F73 on hand and flop together.
// Of costs a few hundred nanoseconds and allocates nothing; it does not depend on how the
// suits are named, so one hand-flop pair stands for all of its suit permutations.
//
// The source describes its features in prose, which leaves choices open. These agree with its
// worked examples and explain more of what it prints than other readings do (results/readings).
// Words used throughout:
//
//   - "all five" are hand and flop together;
//   - a made hand is "ours" when it uses a hole card: a pair or trips that lie on the flop
//     alone are not;
//   - "at least" follows the ranking of poker hands, so a flush is at least trips;
//   - an ace is high, and counts low too where a straight is concerned (F34..F38, F59..F71).
//
// Source: M. Dalpasso and G. Lancia, Estimating the strength of poker hands by integer linear
// programming techniques, Central European Journal of Operations Research 23(3), 2015.
//
// It also sorts flops by what players call their texture, in four families that look at
// one thing each:
//
//	suits          one suit, two suits, three suits
//	pairing        unpaired, paired, three of a kind
//	high card      ace high, king high, ..., nine high or lower
//	connectedness  three to a straight: three different ranks within five neighbouring ranks, so
//	               that someone may have flopped a straight; two to a straight: no three, but
//	               two different ranks; disconnected: neither. An ace is high and low.
//
// Every flop is in exactly one group of each family. The cost is a few operations a flop.
package features
