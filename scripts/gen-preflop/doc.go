// Command gen-preflop computes the exact preflop equity of the 169 classes of starting
// hands against a random hand and writes it as a table of integers for model/ranges:
//
//	go run ./scripts/gen-preflop -out model/ranges/preflop.go
//
// It sorts the 1,081 remaining hands of each of the 134,459 five-card boards that differ
// by more than their suits' names, and counts for every hand the disjoint hands below it
// and level with it. That is 145 million evaluations: about 20 s on one core.
// The evaluator here is its own, so that the table is a check on the one in dataset/.
package main
