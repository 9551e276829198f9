// Package ranges reads and prints ranges, which are weighted sets of the 1,326 two-card hands, and starting hands.
//
// # Syntax
//
// A range is a list of tokens between commas, semicolons or spaces, in upper or lower case. A kind after a space
// narrows the token before it: "AK suited" is AKs, "KTs+ !hh" has no two hearts. The page docs/ranges.md has all forms.
//
//	77  AKs  KQo  AK        a pair, a suited hand, an offsuit hand, both
//	77+  ATs+  ATo+  AT+    higher pairs too; the same high card and higher kickers too
//	99-66  A5s-A2s  A5-A2   pairs, or kickers of one high card, between the two
//	T9s-65s  JTo-54o        hands with the same gap between the two
//	AhKh  A♥K♥  10h9h       one combo
//	Axs  Kxo  Qx            every kicker below the first rank, as A2s+, K2o+, Q2+
//	ATC  any  random        every hand
//	pairs  suited  offsuit  hands of a kind; offsuit has no pairs
//	broadway  connectors    two ranks from ten to ace; two ranks next to each other, 32 to AK
//	RUS  RS  RML            Sklansky groups 1, 1-2 and 1-5 (Dalpasso & Lancia 2015)
//	sklansky:3  sklansky:1-5
//	top 15%  15%  10%-20%   see below; the top 20% without the top 10%
//	AhXx  AxKx  hx  hh      x is any suit, X any rank; a heart, two hearts
//	chen                    every class with weight max(Chen score, 1)
//
// A token can have a weight: a decimal from 0 to 1, "AKo:0.5", or percent, "AKo@50" or "AKo:50%". Tokens between [50]
// and [/50] have that percentage, and so have all after "50:" up to the next. Weight 0 leaves hands out. Tokens can
// overlap if they agree on the weight; a combo with two weights is an error.
//
// "!KK" excludes its hands, before or after other tokens: "22+, !KK", "connectors, !offsuit".
//
// Define gives names to ranges of the user's own, which ParseTyped reads as tokens.
//
// "top N%" is the smallest number of best classes that hold at least N percent of the 1,326 combos, where
// classes are ranked by their exact equity all-in before the flop against a random hand. N is a decimal above
// 0 and up to 100. A slow test of dataset/equity counts the equities.
//
// The groups are those of Sklansky in Table 2 of Dalpasso & Lancia, which lists K9s in group 6 and in group
// 7: the first listing counts.
//
// # Weights
//
// Weights are integers, divided by their greatest common divisor, because only ratios matter: in "AA:0.5, KK"
// aces have weight 1 and kings 2. No weight is above MaxWeight: weights of nine digits are exact, others are rounded to
// a part in a billion of the largest, and Rounded says so.
//
// # Printing
//
// String returns a shortest text that parses back to the same weights: an exact minimum over all covers by tokens with
// decimal weights. Dashes along a gap, x, words for kinds, weights in percent, marks such as [50] and exclusions are
// read but not printed, so that the texts in the names of artifacts and proofs do not change. Plain names no group and
// no percentage, for people and other programs, and For writes it in the marks of one program. The cost is dynamic
// programming for each high card, linear in the kickers, for each useful set of names and each length of a weight: 0.1
// to 5 ms for usual ranges, 0.2 s for the worst of thousands of random ones. See print.go, cover.go and row.go.
//
// # Chen's points
//
// ChenScore returns Bill Chen's points for a class of starting hands, as Kumar & Keshner 2017 state them, in O(1):
//
//  1. The higher card scores A 10, K 8, Q 7, J 6, T 5, any other half its pips.
//  2. A pair scores double, at least 5.
//  3. Suited cards add 2.
//  4. One missing rank between the two cards costs 1, two cost 2, three 4, four or more 5.
//  5. Cards with at most one missing rank between them, both below a queen, add 1 for straights.
//  6. Half points are rounded up at the end.
//
// The numbers in the paper follow from another gap; see ChenAsPublished.
package ranges
