// Package outs counts a hand's outs on a flop and applies the rule of four and two: multiply the
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
package outs
