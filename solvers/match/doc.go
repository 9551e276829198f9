// Package match says what one policy wins against another.
//
// Exact walks the public tree as package bestresponse does, with one policy in each seat: the value
// of the two against themselves is that of the match. It is for games of few boards; limit hold'em
// has holdem.NewMatch.
//
// Sample deals cards at random and plays each deal twice, with the seats' policies exchanged, so
// that both get the same cards: luck in the deal cancels to a great part. Actions are drawn too. The
// standard error is that of the mean over deals, which are independent; it falls with the square
// root of their number. A deal takes as many questions to the policies as it has decisions.
package match
