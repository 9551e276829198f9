// Package question holds the question that feltlab asks about a formula, and its answer.
//
// An [Ask] is what a person asked: viper fills it from flags, a YAML file or a request of the report's page, and
// [Ask.Questions] is the product of its lists. A [Source] is what a formula is about: a [Hand] against a range, [Hands]
// together, or a [Table]; a [Subject] is a source and the weights that formulas about it may have. A [Question] asks
// one of the four programs about a subject, with the options that change the answer. Each text is parsed once, there;
// everything else passes values on. Cache keys, JSON, pieces of work and rows of tables use the question's canonical
// text, which does not depend on how the user wrote the range; messages show the range as the user typed it.
//
// An [Answer] holds the best formula found, its errors, and the proved bound. Package fit computes
// answers; this package only holds, reads and writes them.
package question
