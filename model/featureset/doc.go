// Package featureset makes yes/no features of a hand on a board from expressions in a YAML file.
//
// A file holds a name, the streets that the set is for, a base set and features:
//
//	name: my-questions
//	streets: [flop]          # of flop, turn and river; flop if the key is missing
//	base: paper-2            # the 73 features of the paper; or [F39, F40], or none
//	features:
//	  - {name: eight-outs, when: "outs.clean >= 8", says: "at least eight outs"}
//
// Expressions are those of github.com/expr-lang/expr: compiled, with checked types, without side effects, and here
// without loops. Their words are the facts of package features (docs/feature-words.md explains each by an example). No
// word depends on the names of suits, so one board stands for all of its images under the suit permutations that fix
// the hand.
//
// The 73 features of the paper are such a file too, paper-2.yaml, from which scripts/gen-features writes the table of
// package features.
// A test holds the two equal on hands and flops of all kinds, and a test with the tag slow on all 1,286,792 pairs of a
// hand and a flop that differ by more than suits.
//
// [Default] has the features of a turn and of a river, turn.yaml and river.yaml here: what the paper asks of a flop,
// where it makes sense, and what further cards add.
//
// The digest of a set is the SHA-256 of its streets and of the names, expressions and sentences of its features, so it
// does not depend on how the file is laid out. Facts about a hand and a board take 3 microseconds, each expression
// some 200 nanoseconds.
package featureset
