// Package strategy holds policies as values: four trivial opponents, and tables of bucketed
// strategies with their file format.
//
// # Tables
//
// A Bucketing merges hands: on a given board each hand falls into one of a few buckets. A
// Table holds, for each decision of the betting tree and each bucket of the seat that acts,
// the probabilities of the actions. So the public states of one betting history share a row
// if they share a bucket, and a table's size does not depend on the number of boards. Looking
// up all hands at a public state takes O(hands x actions).
//
// The bucketings of Kuhn and Leduc are written as in the source: "J.Q.K" keeps the ranks
// apart, "[JQ].K" merges jack and queen, and so on; in Leduc's second round such a
// bucketing knows the group of the first round and whether the board pairs the hand, and
// nothing else. "real" merges only what differs in suits, "cards" merges nothing.
// "classes" is the only one of jam/fold. Other packages bring bucketings of their own.
//
// # Files
//
// Write and Read exchange tables as text; docs/strategy-format.md describes it. Read accepts
// nothing but a complete table of proper probabilities and names the line otherwise.
//
// Source of the abstractions: K. Waugh, D. Schnizlein, M. Bowling and D. Szafron,
// "Abstraction Pathologies in Extensive Games" (AAMAS 2009).
package strategy
