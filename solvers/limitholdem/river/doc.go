// Package river values the river of heads-up limit hold'em for sixteen betting histories at once: best responses to a
// fixed opponent, for all 1,081 hands of one board.
//
// # Lanes are betting histories
//
// 567 betting histories lead to every river board. They share all that the board determines: the live hands, their
// ranking and ties, their cards, and the opponent's buckets. This is computed once a board (Board), and each step of
// the sweep is done for sixteen histories side by side, one a lane, in one or two instructions. Memory is laid out as
// [hand][16].
//
// # Nine showdowns and eight folds
//
// The river's betting ends in nine showdowns (see Sequence) and eight folds. The opponent's reach at a showdown is
// its reach at the start of the river times the probability of its actions on the way: Shares, which depends only on
// the history and on the bucket of the hand. Its reach at a fold is a sum or difference of those, because what it
// neither folds nor raises it calls. The payoff of an end depends only on these shares and on the stakes of the
// history, so both are multiplied once for all boards: a Book holds, by bucket, the opponent's losses at each of the
// 17 ends (Ends).
//
// # The sweep
//
// For reach r, T its total, C[a] the total of the hands that hold card a, and a hand {a, b}:
//
//	fold       F = T - C[a] - C[b] + r{a, b}
//	showdown   weaker - stronger = (t - c[a] - c[b]) + (t' - c'[a] - c'[b]) - (T - C[a] - C[b])
//
// where t, c are running totals before the hand's group of ties and t', c' those after it. The hand's own reach
// cancels in a showdown, and must be added back at a fold. Both are sums of a part of a and one of b:
//
//	fold       X[a] + X[b] + r{a, b}   where X[a] = T/2 - C[a]
//	showdown   Z[a] + Z[b]             where Z[a] = (t + t' - T)/2 - (c[a] + c'[a] - C[a])
//
// The X are the same for the whole board, the Z for a group, so each end of a hand is one addition. Tied hands are
// mostly in one bucket and then lose the same with each sequence. So reach is first added up by class (a group of
// ties and a bucket) and card; such a sum is a part. Then parts are multiplied by losses. With buckets by strength
// there are a hundred classes on a board, and 0.6 times as many parts as hands; where buckets have nothing to do with
// strength there are twice as many parts as hands, and a board takes half as long again.
//
// The passes over a board: parts by hand; T and C by part; then by group, totals after it and Z by part, and values
// by hand. Totals begin at -T/2 and -C[a]/2, which saves the last terms.
//
// Learning (Lesson) has neither fixed stakes nor fixed shares; there the terms are added up for each hand, from
// totals of reach.
//
// A kernel does all of this in one call: portable Go, AVX2 or AVX-512, chosen at run time. They agree to the last bit
// in float32: none contracts a product and a sum.
//
// The cost is O(9 x 16 x 1,081) a board and block of sixteen histories. AVX2 takes eight lanes at a
// time, whose books and totals are neighbours in memory. A block's reach takes 85 KB and its book
// 1,088 bytes a bucket, which stay in the caches while all rivers of a turn pass by.
//
// In float32 a hand's value is off by up to about 1e-6 of what the opponent's reach times the
// stakes amounts to. Sums over boards are formed in float64.
//
// Sources: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response Calculation in Large
// Extensive Games" (IJCAI 2011), section 3.2, for the terminals; the lanes of betting histories are our own.
package river

//go:generate go run feltlab/scripts/gen-kernels -out kernels_amd64.s -stubs kernels_amd64.go -pkg river
