// Package question holds the question that feltlab asks about a flop formula, and its answer.
//
// A [Subject] is a hand against a range. A [Question] asks one of the four programs about a
// subject, with the options that change the answer. Commands, configuration files, JSON readers and
// the report's server parse a question once (flags in cmd/feltlab/bind.go and flags.go, YAML in pipeline/sweep,
// JSON by ReadAnswers in read.go); everything else passes the value on. Cache keys, JSON,
// pieces of work and table rows use its canonical text, which does not depend on how the user wrote
// the range; messages show the range as the user typed it.
//
// An [Answer] holds the best formula found, its errors, and the proved bound. Package fit computes
// answers; this package only holds, reads and writes them.
package question
