// Package several counts or samples what a range wins of the pot against one or more opponents, each
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
package several
