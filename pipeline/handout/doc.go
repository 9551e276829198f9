// Package handout turns formulas into what players learn them from: a cheat sheet to print, one HTML
// page a hand, a deck of quiz cards for Anki, and explanations of where a formula is right or wrong.
//
// A formula is about the flops, turns or rivers of a hand, or about several hands on all flops; [matrix.Rows] has them
// all alike. Equities are exact, and errors are recomputed from them. The same formulas and seed give the
// same bytes. Pages need no network, fonts or scripts; each prints on one A4 or Letter page.
//
// # Decks
//
// A deck is a CSV file with Anki's header lines (separator, html, columns, tags). Its flops differ by
// more than suits. They are drawn without replacement, either as dealt, each of the 19,600 flops equally
// likely, or evenly over equity, so that a player also practises rare strong and weak flops. Source of
// the sampling: P. Efraimidis and P. Spirakis, "Weighted random sampling with a reservoir", Information
// Processing Letters 97(5), 2006.
//
// # Charts
//
// [WriteCharts] lays out the jams and calls of all seats of a table as an HTML file, a printed page a table: the number
// of columns is the smallest with which all grids fit. [ChartDeck] draws quiz cards of decisions in which jam and fold
// differ by little.
//
// # Functions
//
// [WriteCode] writes formulas as functions to paste: SQL expressions, Python, Go. Tests run them and compare the
// estimates with those of [data.Predict].
//
// # Explanations
//
// [Textures] gives the errors by the texture of the flop, turn or river, [ByHand] those by hand, [Rank] the flops with
// the largest errors; a sheet works out a flop of typical error step by step. Flops with the same equity that differ
// only in suits that the hand does not tell apart are listed once. The cost is a few passes over the flops: some
// milliseconds for a hand, some seconds for all hands.
//
// # Outs
//
// [Outs] counts a hand's outs on a flop; the rule of four reads four times their number as the chance in percent to
// win. An out is one of the 47 unseen cards that, as the turn, lifts the hand into a better category of package eval,
// and that either pairs a hole card or makes a straight or better that the four board cards do not make alone. So a
// flush draw has nine outs, an open-ended straight draw eight, two overcards six, top pair five, a set seven. No out
// is discounted for what it gives the opponent. The count evaluates 48 hands, about a microsecond.
//
// Source: the rule is folklore, in print at least since P. Gordon, "Little Green Book" (2005).
package handout
