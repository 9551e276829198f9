// Package handout turns formulas into what people learn them from: a cheat sheet to print, one
// HTML page a hand, and a deck of quiz cards for Anki.
//
// Everything on them follows from the exact matrix: equities are exact, errors are those that
// model/regression computes, worked examples and worst flops come from pipeline/explain. The same
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
package handout
