// Package claims judges the sentences of the four sources that data can test: one row for each, with
// what is ours beside it, a verdict, and the command that shows it; and it lists their misprints.
//
// No number of ours is typed in. Each row has a function that counts from the cards, calls the packages above, or
// reads what another experiment left in the folder of results (its CSV files and solves.jsonl, whose bounds have
// proofs beside them); where that is not there, the row says which command makes it. Of a solved program only its
// certified bound can refute that an error is reached, and only a formula that it is least. Timings are measured anew,
// in processor time. What no other experiment needs is done here: how much jam or fold guarantees in the tournament of
// two against an opponent who may do anything (guarantee.go).
//
// It costs some four CPU-minutes, half of them for the timings.
package claims
