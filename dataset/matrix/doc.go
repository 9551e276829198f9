// Package matrix makes the table that formulas are fitted to: one hand against one range, one
// row for each of the C(50,3) = 19,600 flops, with the 73 features of hand and flop and the
// exact equity.
//
// [Build] takes wins and ties from package equity and the features from package features; it
// costs as much as [equity.FlopsOf], the features add some milliseconds. A class of starting
// hands means its representative combo, which is exact when the range does not tell suits
// apart; other ranges need two cards.
//
// # Files
//
// A matrix is a Parquet file of one row group (zstd, data pages of version 2) or a CSV file
// with the same columns, in the order of the table, no value missing. Rows ascend by the bits
// of the flop's card set, the order of package equity.
//
//	flop          text     cards from the highest down, "KhTc5s"
//	c1 c2 c3      int32    their numbers, 4*rank + suit, descending
//	f1 .. f73     boolean  features
//	equity        float64  (wins + ties/2) / deals, a fraction of 1
//	wins, ties    int64    runouts against all opponent combos, times the combos' weights
//	combos        int64    total weight of the opponent combos that avoid hand and flop
//	orbit_weight  int64    number of rows that are this one up to suit permutations that fix
//	                       the hand (and the same equity, if the range is suit-symmetric)
//
// The deals of a row are 990 * combos, C(45,2) runouts for each. The metadata of a Parquet
// file holds "feltlab.format" (version of this layout), "feltlab.definitions" (version of the
// features), "feltlab.hand" (as given: a class or two cards), "feltlab.cards" (the two cards),
// "feltlab.range", "feltlab.source" and "feltlab.sha256": the SHA-256 of hand, range,
// definitions and source, each followed by a line feed, and the CSV form. [ReadParquet] checks
// all of it, so that a damaged file is an error and never another matrix. The same matrix
// gives the same bytes.
//
// [EncodeAll] writes one file of all 1,286,792 hand-flop pairs up to suit permutations of hand
// and flop together, for the ranges RUS, RS, RML and ATC, in row groups, as its documentation
// says.
//
// The features and the four ranges are those of Dalpasso & Lancia, "Estimating the strength of
// poker hands by integer linear programming techniques", CEJOR 23(3), 2015.
package matrix
