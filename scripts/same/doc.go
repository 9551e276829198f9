// Command same tells whether two builds of feltlab give the same answers: it runs every command of
// a list with both and compares what they print as JSON. What may differ is what depends on the
// clock or the build, keys that are new, and numbers within the gap of an optimum (docs/json.md);
// whole numbers, words and formulas may not. It exits with 1 if an answer differs.
//
//	go run ./scripts/same OLD NEW            the commands of commands.txt
//	go run ./scripts/same OLD NEW FILE       those of another list
//
// Stored results of two builds are compared by `feltlab sweep compare DIR DIR`.
package main
