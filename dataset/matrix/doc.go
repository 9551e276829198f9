// Package matrix makes the rows that formulas are fitted to: what is counted for a hand against a range on each board,
// with the features of hand and board. [Meta] says which rows, [Meta.Build] counts them, [Rows] holds them, and
// [Rows.Instance] is what the programs of package regression see of them.
//
// A hand has one row for each of its C(50,3) = 19,600 flops, with the 73 features of the paper or those of a set. On
// the turn and the river it has a row for each orbit of boards under the suit permutations that change neither hand
// nor range, weighted by the number of its boards: C(50,4) = 230,300 or C(50,5) = 2,118,760 in all. Several hands
// together have a row for each orbit of a hand and a flop.
//
// Counts come from package equity, features from packages features and featureset. A class of starting hands means its
// representative combo, which is exact for a suit-symmetric range; other ranges need two cards.
//
// # Files
//
// [Rows.Write] writes a hand's flops as a Parquet file of one row group (zstd, data pages of version 2), an Arrow
// file or CSV, with these columns in this order and no missing values. Rows ascend by the bits of the flop's card
// set, as in package equity.
//
//	flop          text     cards from the highest down, "KhTc5s"
//	c1 c2 c3      int32    numbers of the cards, 4*rank + suit, descending
//	f1 .. f73     boolean  features
//	equity        float64  (wins + ties/2) / deals, a fraction of 1
//	wins, ties    int64    runouts against all opponent combos, times the combos' weights
//	combos        int64    total weight of the opponent combos that avoid hand and flop
//	orbit_weight  int64    number of rows in the orbit of the flop under suit permutations that fix the hand
//	                       (with the same equity, if the range is suit-symmetric)
//
// The deals of a row are 990 * combos, C(45,2) runouts for each. The metadata of a Parquet file are "feltlab.format"
// (version of this layout), "feltlab.definitions" (version of the features), "feltlab.hand" (a class or two cards),
// "feltlab.cards" (the two cards), "feltlab.range", "feltlab.source" and "feltlab.sha256": the SHA-256 of hand,
// range, definitions and source, each followed by a line feed, and the CSV form. The same matrix has the same bytes.
//
// The file of a turn or a river has
//
//	board         text     the orbit's smallest board, cards from the highest down, "KhTc5s2d"
//	f1 ...        boolean  features
//	equity, wins, ties, combos as above
//	deals         int64    combos times the rivers to come, 44 on the turn
//	orbit_weight  int64    number of boards in the orbit
//
// and the same metadata with "feltlab.street" and without a SHA-256. That of hands together is for [Meta.Read] alone.
//
// [Meta.Read] takes the counts of a Parquet file; boards and the features of the paper follow from the hand, so that a
// damaged file is an error and never another matrix. Whether the counts are those of the cards only [Meta.Build] tells.
//
// [EncodeAll] writes one file of all 1,286,792 orbits of hand-flop pairs under suit permutations, for the ranges RUS,
// RS, RML and ATC.
//
// The features and the four ranges are those of Dalpasso & Lancia, "Estimating the strength of poker hands by integer
// linear programming techniques", CEJOR 23(3), 2015.
package matrix
