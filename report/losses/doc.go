// Package losses shows where a strategy loses to a best response: by betting round, seat, hand and betting history, the
// last in words. It writes a page about one or two strategies, with tables of all numbers next to it.
//
// The numbers come from solvers/extensive: the additional winnings of the strategy against itself if it
// played best at a decision and after it. They sum to its NashConv.
package losses
