// Package agent asks other programs for their policies. A program is started, in several copies,
// and gets public states on its standard input: the betting history and the board. It answers on
// its standard output with the probabilities of the actions for all hands at once. The protocol is
// that of docs/agents.md: lines of JSON, or frames of binary numbers for speed.
//
// Nothing that comes back is believed: an answer of another length, for other hands, with numbers
// that are no probabilities or sums that are not one ends the work with an error that names the
// public state. So does a program that ends, or that takes longer than it may.
package agent
