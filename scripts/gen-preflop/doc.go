// Command gen-preflop writes the exact preflop equity of the 169 classes of starting hands against a random hand, as
// a table of integers for model/ranges:
//
//	go run ./scripts/gen-preflop -out model/ranges/preflop.go
//
// The numbers are those of dataset/equity, which model/ranges must not import. A slow test counts them again in a way
// of its own: it sorts the 1,081 remaining hands of each of the 134,459 five-card boards that differ by more than
// their suits' names, and counts for every hand the disjoint hands below it and level with it, in about 20 s.
package main
