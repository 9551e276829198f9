// Package ranges reads, holds and prints ranges: weighted sets of the 1,326 two-card hands.
//
// # Syntax
//
// A range is a list of tokens between commas or spaces, in any mix of cases:
//
//	77  AKs  KQo  AK        a pair, a suited hand, an offsuit hand, both at once
//	77+  ATs+  ATo+  AT+    pairs upwards; the same high card and any kicker from here up
//	99-66  A5s-A2s  A5-A2   pairs, or kickers to one high card, from here to there
//	T9s-65s  JTo-54o        hands of one gap, from here to there
//	AhKh  A♥K♥  10h9h       one combo
//	ATC  any  random        every hand
//	RUS  RS  RML            Sklansky groups 1, 1-2 and 1-5 (Dalpasso & Lancia 2015)
//	sklansky:3  sklansky:1-5
//	top 15%                 see below
//	chen                    every class with weight max(Chen score, 1)
//
// Any token may carry a weight, a decimal above 0 and up to 1 with at most six digits after
// the point, "AKo:0.5", or percent, "AKo@50"; tokens between [50] and [/50] have that percentage
// in common. Tokens may overlap as long as they agree on the weight; a combo given two weights
// is an error, whichever token comes first.
//
// "!KK" excludes: its hands are not in the range, wherever it stands, as in "22+, !KK".
//
// "top N%" ranks the 169 classes by their exact equity all-in before the flop against a
// random hand and takes the fewest whole classes, from the best down, that hold at least N
// percent of the 1,326 combos. N is a decimal above 0 and up to 100, with at most six digits
// after the point. The table of equities is counted by scripts/gen-preflop.
//
// The groups are those of Sklansky as Dalpasso & Lancia print them in their Table 2, which
// lists K9s in group 6 and in group 7: the first listing counts.
//
// # Weights
//
// Weights are integers reduced by their greatest common divisor, because only ratios
// matter: "AA:0.5, KK" weighs aces 1 and kings 2. No range's largest weight is above
// MaxWeight, which is what six digits can spell.
//
// # Printing
//
// String gives a shortest text that parses back to the same weights, an exact minimum over all
// covers by tokens with decimal weights; dashes along a gap, percent, groups and exclusions are
// only read, so that a text that names an artifact or a proof stays what it is. Cost: a dynamic
// programme per high card, linear in the kickers, for each useful choice of names and for each
// length of weight that occurs: 0.1 to 5 ms for ranges as people write them, 0.2 s for the worst of
// thousands of random ones. See print.go, cover.go and row.go.
//
// It also computes Bill Chen's points for a starting hand, O(1) a class, in the
// wording of Kumar & Keshner 2017:
//
//  1. The highest card scores A 10, K 8, Q 7, J 6, T 5, any other half its pips.
//  2. A pair scores double, at least 5.
//  3. Suited cards add 2.
//  4. Ranks missing between the two cards cost 1 (one), 2 (two), 4 (three), 5 (four or more):
//     connected cards cost nothing.
//  5. Connected cards or cards one rank apart, both below a queen, add 1 for straights.
//  6. Half points are rounded up at the end.
//
// The numbers the paper prints come from another gap; see AsPublished.
package ranges
