// Package feltlab goes from a starting hand to a proved formula for its equity in five calls:
// [Equities], [NewMatrix], [Fit], [Prove], [Check].
//
// It returns the types of the packages that do the work. A program may use these packages directly;
// docs/architecture.md lists them, and says how another module imports this one.
package feltlab
