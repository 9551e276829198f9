// Package strategy holds policies: four trivial opponents, and tables of bucketed strategies with their file formats.
//
// # Tables
//
// A Bucketing merges hands: on a given board each hand falls into one of a few buckets. A Table holds, for each
// decision of the betting tree and each bucket of the seat that acts, the probabilities of the actions. Public states
// with the same betting history and bucket share a row, so a table's size does not depend on the number of boards.
// Looking up all hands at a public state takes O(hands x actions).
//
// The bucketings of Kuhn and Leduc are written as in the source: "J.Q.K" keeps the ranks apart, "[JQ].K" merges jack
// and queen, and so on. In Leduc's second round such a bucketing distinguishes only the group of the first round and
// whether the board pairs the hand. "real" merges hands that differ in suits alone, "cards" merges nothing, "classes"
// is the only bucketing of jam or fold. dataset/buckets has those of limit hold'em.
//
// # Files
//
// Write and Read exchange tables as text; docs/strategy-format.md describes the format. Read accepts only proper
// probabilities, and its errors name the line; what the file lacks, Table.Check refuses.
//
// Source of the abstractions: K. Waugh, D. Schnizlein, M. Bowling and D. Szafron,
// "Abstraction Pathologies in Extensive Games" (AAMAS 2009).
//
// # OpenSpiel
//
// ReadOpenSpiel and WriteOpenSpiel exchange policies of Kuhn and Leduc with OpenSpiel, by information-state strings:
// JSON of a policy dictionary and, for reading, the text of the C++ TabularPolicy.Serialize.
//
// Source: M. Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games" (2019),
// and its files games/kuhn_poker, games/leduc_poker, policy and python/policy.
package strategy
