// Package strength computes the strength of a hand on every street: its expected share of the pot at showdown, against
// a range, or with a range of its own against up to eight. The package also lists the hands that beat it.
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
//	           preflop from a table, or in other modes the 134,459 suit-canonical boards in 3 CPU-seconds
//	Matchups   weights the result of Enumerate by any range, in microseconds
//	Preflop    all 169 classes from a table, or in other modes in one board sweep, 1.2 CPU-seconds
//	Spot       several opponents, counted, or sampled with a standard error
//
// All but samples are exact: integers until the last division.
//
// # Modes
//
// The published numbers come from a program with three mistakes. Mode Rules computes strength by the rules,
// AsPublished with the mistakes, and AsWritten by the paper's text. as_published.go derives the mistakes.
//
// # Several opponents
//
// Spot.Exact counts every completed board and every way to give hands to all players but the one of the most hands. On
// each board it adds up, by card, that player's hands up to each strength; inclusion and exclusion over the held cards
// gives those that avoid the other hands, since a hand has two cards. Before the flop against suit-symmetric ranges one
// board represents those that differ by suits, and one hand of ours its class. Few hands before the flop are counted
// deal by deal (package allin), and two ranges by package equity. Steps estimates the cost; 2e10 steps take a minute
// or less on two processors.
//
// Spot.Sample deals at random, and again if two hands from ranges share a card, which gives the distribution of Exact.
// The result depends on the seed and not on the number of workers. Against eight wide ranges it rejects most deals.
//
// Spot.Holdings splits the result on a board by made hands and draws, Spot.Curve by combo; Spot.Now counts who is ahead
// without further cards. Flops counts what a range holds on all flops.
//
// Shares of pots are added up as integers, in units of 1/2520 of a pot, which every number of up to nine
// winners divides.
//
// # Textures
//
// TextureFamilies sort flops by what players call their texture, in four families that look at one thing each:
//
//	suits          one suit, two suits, three suits
//	pairing        unpaired, paired, three of a kind
//	high card      ace high, king high, ..., nine high or lower
//	connectedness  three to a straight: three different ranks within five neighbouring ranks, so
//	               that someone may have flopped a straight; two to a straight: no three, but
//	               two different ranks; disconnected: neither. An ace is high and low.
//
// Every flop is in exactly one group of each family. The cost is a few operations a flop.
package strength
