// Package feltlab goes from a starting hand to a proved formula for its equity in five calls:
// [Equities], [NewMatrix], [Fit], [Prove], [Check].
//
// What it returns are the types of the packages that do the work, which a program may use as well;
// docs/architecture.md lists them, and says how another module requires this one.
package feltlab
