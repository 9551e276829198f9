// Package handout turns formulas into what players learn them from: a cheat sheet to print, one HTML
// page a hand, decks of quiz cards for Anki, and explanations of where a formula is right or wrong.
//
// A formula is about the flops, turns or rivers of a hand, or about several hands on all flops; [matrix.Rows] has them
// all alike. Equities are exact, and errors are recomputed from them. The same formulas and seed give the
// same bytes. Pages need no network, fonts or scripts; each prints on one A4 or Letter page.
//
// # Charts
//
// [WriteCharts] lays out the jams and calls of all seats of a table as an HTML file, a printed page a table: the number
// of columns is the smallest with which all grids fit. [ChartDeck] draws quiz cards of decisions in which jam and fold
// differ by little. A deck is a CSV file with Anki's header lines (separator, html, columns, tags).
//
// # Functions
//
// [WriteCode] writes formulas as functions to paste: SQL expressions, Python, Go. Tests run them and compare the
// estimates with those of [fit.Predict].
//
// # Explanations
//
// [Textures] gives the errors by the texture of the flop, turn or river, [ByHand] those by hand, [Rank] the flops with
// the largest errors; a sheet works out a flop of typical error step by step. Flops with the same equity that differ
// only in suits that the hand does not tell apart are listed once. The cost is a few passes over the flops: some
// milliseconds for a hand, some seconds for all hands.
package handout
