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
//
// It also reads and writes tabular policies of Kuhn and Leduc poker as OpenSpiel does:
// by information-state strings. docs/strategy-format.md has the format.
//
// Read takes JSON of what OpenSpiel calls a policy dictionary, an object with a list of pairs of
// action and probability for each information state (TabularPolicy.to_dict, policy_to_dict), or
// with an object in the place of the list, and the text of the C++ TabularPolicy.Serialize. Every
// information state of the game must be there and no other. Write writes the first.
//
// Leduc's cards are numbered 0 to 5, by rank and then suit; with OpenSpiel's option
// suit_isomorphism they are ranks, 0 to 2. Read finds out which.
//
// Source: M. Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games" (2019),
// and its files games/kuhn_poker, games/leduc_poker, policy and python/policy.
package strategy
