// Package equity counts exactly how hands do against weighted ranges: one spot, all flops
// of a hand, all flops of all hands, all hands before the flop, range against range.
//
// Everything is a Count of integers: wins, ties and deals, over every opponent hand that
// avoids the known cards and every way to complete the board, each weighted by the range's
// integer weight. Nothing is sampled; the only division is the last one.
//
// # Methods and costs
//
//	Against       flop: every deal is evaluated, about a million, in 2 ms; turn and river less
//	Against       preflop: the 2,118,760 boards against up to 64 combos, else the board sweep
//	RangeAgainst  each completed board sorted and swept once; 1,176 on the flop, in 10 ms
//	Preflop       the board sweep, once for all 169 classes, in 1 CPU-second
//	FlopsOf       the board sweep; each result is added to the flops of the board's images;
//	              1 CPU-second, up to 4 for a range that is not suit-symmetric
//	AllFlops      the board sweep with four ranges to a word, summed by way of the turns, in
//	              2.5 CPU-seconds and 420 MB
//
// The board sweep visits the 134,459 suit-canonical boards, sorts each once and counts all
// hands on it with running totals (package showdown). It serves ranges that are not
// suit-symmetric too: renaming the suits of a board is the same as renaming those of hand
// and range, so the sweep runs with up to 24 images of the range, four to a word.
//
// # Limits
//
// Counts must fit 64 bits. Ranges' weights are at most ranges.MaxWeight, so one hand
// against any range always fits; products of two ranges' weights may not, and are then
// refused with ErrOverflow before any work, never wrapped.
//
// The inner loops and conventions follow the fast terminal evaluation of Johanson et al.
// (IJCAI 2011); the definitions of a flop's equity are those of Dalpasso and Lancia (2015).
//
// It also counts or samples what a range wins of the pot against one or more opponents, each
// with a range of its own, on any board.
//
// Exact goes through every completed board, every hand of ours and every way to give hands to all
// opponents but the last. Of the last one the hands that ours beats and ties are added up by card,
// once for each of our hands; what the others leave of them follows by inclusion and exclusion,
// since a hand has two cards: all, less those with each card that is held, plus those with two.
// Before the flop, where nobody tells suits apart, the 134,459 boards stand for all, and one hand of
// ours for its class. Steps estimates the cost; 2e10 of them take a minute or less on two
// processors.
//
// Sample deals at random, all anew if two hands of ranges share a card, which gives exactly the
// distribution of Exact. The same seed gives the same result with any number of workers.
// Ranges cost more than any two cards, as their hands must fit: against eight wide ones most deals
// are begun anew.
//
// Shares are added up as integers, in parts of a pot that divide by every number of hands that may
// share it.
package equity
