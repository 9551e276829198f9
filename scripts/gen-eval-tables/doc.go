// Command gen-eval-tables writes the constants and tables of package dataset/eval.
//
//	go run ./scripts/gen-eval-tables dataset/eval
//
// writes tables.go and tables.bin into the given folder. The output depends on nothing
// but this source. docs/evaluator.md derives every constant.
package main
