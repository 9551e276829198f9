// Package dalpasso sets formulas for the equity on the flop beside M. Dalpasso and G. Lancia, CEJOR
// 23(3), 2015: Tables 3 and 4, Figures 1 to 6, and their subject at SOR'13.
//
// Each number is a mixed-integer program over all 19,600 flops of a hand and a range: the fewest features within 2.5
// percentage points, or the least average or largest error with N features. They are solved by pipeline/fit (search,
// then learned cuts with a proof) or taken from the artifact store; what stays unproved in the time keeps its
// certified bound. Beside the tables stand what the bounds say of the last printed digit, and HiGHS on the programs as
// published: alone on six rows (highs), and on both tables in each formulation. The whole sweep of configs/paper.yaml
// has a page of its own (paper). The atlas is beyond the source: what the best formulas of all 169 hands have in
// common.
//
// With the default time limits on two cores each table takes at most 35 minutes, the figures up to three hours, highs
// 12 minutes and sor13 five; aces takes four CPU-minutes; paper and atlas, which read a sweep, take a second.
package dalpasso
