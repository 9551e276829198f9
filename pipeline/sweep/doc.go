// Package sweep runs many fits from one YAML file: the product of hands, ranges, programs
// and sizes, in parallel, one thread a fit.
//
// Every finished fit is an artifact (pipeline/artifact) keyed by its whole question, so a
// sweep that was killed goes on by being started again, and an entry that two sweeps share
// is solved once. The results go to the sweep's folder as table.csv and table.parquet (one
// row a solve) and solves.jsonl (one JSON object a line, lossless), in the order of the
// configuration whatever finished first. Export turns them into weight tables as CSV,
// Markdown, LaTeX or JSON.
package sweep
