// Package handout turns formulas into what people learn them from: a cheat sheet to print, one
// HTML page a hand, and a deck of quiz cards for Anki.
//
// Everything on them follows from the exact matrix: equities are exact, errors are those that
// model/regression computes, worked examples and worst flops come from pipeline/handout. The same
// formulas and seed give the same bytes. Pages need no network, no fonts and no scripts; their
// print style fits one A4 or Letter page a hand.
//
// A deck is a CSV file that Anki reads with its header lines (separator, html, columns, tags). Its
// flops are drawn from the matrix without repeating flops that are one up to suits, either as
// dealt, each flop equally likely, or evenly over equity, so that rare strong and weak flops are
// practised too. The draw is weighted sampling without replacement.
//
// Source of the sampling: P. Efraimidis and P. Spirakis, "Weighted random sampling with a
// reservoir", Information Processing Letters 97(5), 2006.
//
// It also counts a hand's outs on a flop and applies the rule of four and two: multiply the
// outs by four with two cards to come, by two with one, and read the product as percent.
//
// Books differ in what is an out. Here an out is one of the 47 unseen cards that, as the turn,
// lifts our hand into a better category (pair, two pair, trips, straight, ...) with a hole card's
// help:
//
//   - the best five of hand, flop and turn are in a higher category than hand and flop are, and
//   - either the card pairs a hole card, or the result is a straight or better that the four
//     board cards do not make by themselves.
//
// So a flush draw has nine outs, an open-ended straight draw eight, two overcards six, top pair
// five, a set that needs the board to pair seven; a card that pairs the board is none for a hand
// that holds one pair, since it pairs everyone's. No out is discounted because it may give the
// opponent a better hand: the rule does not know the opponent's range. A hand that has made
// nothing yet, no better category than the flop makes alone, is a draw; for it the rule is meant.
//
// The count evaluates 48 hands, about a microsecond.
//
// Source: the rule is folklore of the game, in print at least since P. Gordon, "Little Green
// Book" (2005); categories are those of package eval.
//
// It also says where a formula is right and where it is wrong: its errors by the flop's
// texture, the flops it misses most, one flop worked out step by step, and how it compares with
// the rule of four and two.
//
// Every error is recomputed from the matrix, on the rows of a group alone.
// Flops that are one up to the suits that the hand does not tell apart, with the same equity,
// are listed once. The cost is a few passes over the 19,600 flops.
package handout
