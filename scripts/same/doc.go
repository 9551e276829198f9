// Command same compares the answers of two builds of feltlab: it runs every command of a list with both and compares
// what they print, as JSON or as lines of text. Each build has a cache of its own. Three things may differ: what
// depends on the clock or the build; new keys; and numbers within the gap of an optimum (docs/json.md). Whole numbers,
// words and formulas must be equal. The exit code is 1 if an answer differs.
//
//	go run ./scripts/same OLD NEW            the commands of commands.txt
//	go run ./scripts/same OLD NEW FILE       the commands of another list
//
// `feltlab sweep compare DIR DIR` compares stored results of two builds.
package main
