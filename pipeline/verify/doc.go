// Package verify checks stored results of this program: it believes nothing that a file says.
//
// For every row the flops of hand and range are counted again from the cards, in no artifact store, and
// the formula is evaluated in rational arithmetic (pipeline/exact), by code that shares nothing with the
// solvers. Then
//
//   - the weights lie in [-1, 1], the features exist, and there are no more than the program allows;
//   - the errors are those that are written, to their last digit;
//   - the errors are within the limit of the program, and the lower bound is not above the objective;
//   - where the program is said to be infeasible, that is a bound on formulas with all features;
//   - the gap follows from both, and the status is optimal exactly where they meet (fit.Meets);
//   - the lower bound is the best of the certificates that are stored beside the file, each of which is
//     evaluated (multipliers, in integers) or held to its counts (the record of a tree);
//   - a table has the formulas of the solves.jsonl that lies beside it, to the last digit of a weight, and its bounds
//     rest on the records of proofs there;
//   - where no certificate is stored, a dual certificate is looked for: the relaxation is solved and its
//     multipliers are evaluated in the same way.
//
// A bound that only a recorded tree proves is made and judged again on request, see [Options]. What
// could not be checked, such as bounds of HiGHS, is counted as such.
//
// Files: the CSV files of reproduce table3, table4, sor13 and figures; table.csv, table.parquet and solves.jsonl of
// a sweep; what fit --json prints; weight tables of export as CSV, Markdown, LaTeX or JSON; and files of
// certificates. A kind is told by its content.
//
// Cost: 0.7 CPU-seconds for one hand and range, 3 for all hands against four ranges; then 10 to 40 ms a
// formula and 20 to 300 ms a bound without a stored certificate.
package verify
