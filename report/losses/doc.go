// Package losses tells where a strategy loses to a player who knows it: by betting round, seat, hand
// and betting history, the last in words. It writes that as a page about one strategy, or about two
// side by side, with tables of all numbers beside it.
//
// The numbers are those of solvers/extensive: what the strategy would win more, against itself, if
// it played best at a decision and from there on. They sum to its NashConv.
package losses
