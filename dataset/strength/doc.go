// Package strength says how strong a hand is on every street: the share of the pot it
// wins at showdown against one hand of the opponent's range, or against up to eight random
// hands, and which hands beat it.
//
//	strength = probability to win + half the probability to tie
//
// over all opponent's hands that avoid the known cards, each weighted by the range, and all
// ways to complete the board. The definitions, the case of section 5 and the weights
// max(Chen score, 1) are those of Kumar & Keshner, "Poker Hand Strength" (2017).
//
// # Methods and costs
//
//	Enumerate  a hand against each opponent's hand; 1,081 boards on the flop, 3 ms;
//	           the 134,459 suit-canonical boards preflop, 0.5 to 1 CPU-second
//	Spot       weighs what was enumerated by any range, in microseconds
//	Preflop    all 169 classes from one board sweep, 1.2 CPU-seconds
//	Sample     several opponents, by package several
//
// All but Sample is exact: integers until the last division. Sample gives its standard
// error, and the same numbers for the same seed whatever the number of workers.
//
// # Modes
//
// The published numbers come from a program with three slips, so everything comes by the Rules
// and AsPublished with all of them, and AsWritten, with the text taken at its word.
// published.go tells what the slips are and how one knows.
package strength
