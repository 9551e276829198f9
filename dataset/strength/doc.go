// Package strength computes the strength of a hand on every street: its expected share of the pot at
// showdown, against a range or up to eight hands of a range. The package also lists the hands that beat it.
//
//	strength = probability to win + half the probability to tie
//
// over all opponent's hands that avoid the known cards, each weighted by the range, and all ways to complete
// the board. The definitions, the case of section 5 and the weights max(Chen score, 1) are those of Kumar &
// Keshner, "Poker Hand Strength" (2017).
//
// # Methods and costs
//
//	Enumerate  a hand against each opponent's hand; 1,081 boards on the flop, 3 ms;
//	           the 134,459 suit-canonical boards preflop, 0.5 to 1 CPU-second
//	Spot       weights the result of Enumerate by any range, in microseconds
//	Preflop    all 169 classes in one board sweep, 1.2 CPU-seconds
//	Sample     several opponents, by random deals, with a standard error
//
// All but Sample are exact: integers until the last division.
//
// # Modes
//
// The published numbers come from a program with three mistakes. Mode Rules computes strength by the rules,
// AsPublished with the mistakes, and AsWritten by the paper's text. as_published.go derives the mistakes.
package strength
