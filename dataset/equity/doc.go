// Package equity counts wins and ties of hands against weighted ranges: one hand on a board, a hand on all flops, turns
// or rivers, all hands on all flops, all hands before the flop, and range against range. Package strength has spots of
// several opponents.
//
// # Counts
//
// The result is an exact Count of integers: wins, ties and deals, over every opponent hand that avoids the
// known cards and every way to complete the board, each weighted by the range's integer weight.
//
//	Against       flop: evaluates every deal, about a million, in 2 ms; turn and river less
//	RangeAgainst  sorts and sweeps each completed board once; 1,176 on the flop, in 10 ms
//	              preflop: adds up a table of every hand against every other, in milliseconds; with dead cards
//	              0.6 ms for each two hands that differ by more than suits, or a sweep of the boards with a
//	              dead card, which are subtracted: 3 CPU-seconds for one, at most 15
//	ByCombo       the same for each combo
//	Preflop       all 169 classes from the table; in another ranking the board sweep, in 1 CPU-second
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
// Weights of nine digits are counted exactly: one hand against any range fits 64 bits, since weights are at most
// ranges.MaxWeight, and range against range fits the 128 bits of a Sum.
//
// The inner loops follow the fast terminal evaluation of Johanson et al. (IJCAI 2011); the definition of a
// flop's equity is that of Dalpasso and Lancia (2015).
package equity
