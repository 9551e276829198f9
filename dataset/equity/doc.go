// Package equity counts wins and ties of hands against weighted ranges: one hand on a board, a hand on all flops, turns
// or rivers, all hands on all flops, all hands before the flop, range against range, and a hand or range against up to
// eight ranges.
//
// # One opponent
//
// The result is an exact Count of integers: wins, ties and deals, over every opponent hand that avoids the
// known cards and every way to complete the board, each weighted by the range's integer weight.
//
//	Against       flop: evaluates every deal, about a million, in 2 ms; turn and river less
//	Against       preflop: evaluates the 2,118,760 boards for up to 64 combos, else the board sweep
//	RangeAgainst  sorts and sweeps each completed board once; 1,176 on the flop, in 10 ms
//	Preflop       the board sweep for all 169 classes at once, in 1 CPU-second
//	FlopsOf       the board sweep, which adds each result to the flops of the board's images;
//	              1 CPU-second, up to 4 for a range that is not suit-symmetric
//	BoardsOf      the board sweep, for the turn or the river of a hand, one board an orbit; 1 CPU-second
//	AllFlops      the board sweep with four ranges in a word, summed over turns and then flops, in
//	              2.5 CPU-seconds and 420 MB
//
// The board sweep sorts each of the 134,459 suit-canonical boards once and counts all hands on it with running
// totals (package showdown). For a range that is not suit-symmetric it runs with up to 24 images of the range,
// four in a word, because permuting the suits of a board is the same as permuting those of hand and range.
//
// Counts must fit 64 bits. One hand against any range always does, since weights are at most ranges.MaxWeight;
// where products of two ranges' weights may not, the functions return ErrOverflow before they count.
//
// The inner loops follow the fast terminal evaluation of Johanson et al. (IJCAI 2011); the definition of a
// flop's equity is that of Dalpasso and Lancia (2015).
//
// # Several opponents
//
// Spot.Exact counts every completed board, every hand of ours and every way to give hands to all opponents but
// the last. For each of our hands it adds up, by card, the hands of the last opponent that ours beats and ties;
// inclusion and exclusion over the held cards gives those that avoid the other hands, since a hand has two
// cards. Before the flop against suit-symmetric ranges, 134,459 boards represent all, and one hand of ours
// its class. Steps estimates the cost; 2e10 steps take a minute or less on two processors.
//
// Spot.Sample deals at random, and again if two hands from ranges share a card, which gives the distribution of Exact.
// The result depends on the seed and not on the number of workers. Against eight wide ranges it rejects most deals.
//
// Spot.Holdings splits the result on a board by made hands and draws.
//
// A spot can have dead cards. Without them the canonical boards no longer represent all, so that Spot.Count sorts all
// boards before the flop, in some 20 CPU-seconds, unless the opponent has at most 64 combos.
//
// Shares of pots are added up as integers, in units of 1/2520 of a pot, which every number of up to nine
// winners divides.
package equity
