// Package sweep runs many fits from one YAML file: the product of hands, ranges, programs
// and sizes, or several such products, in parallel, one thread a fit.
//
// Every answer is kept at once in what is known (pipeline/known), so a sweep that was killed goes on
// by being started again, and what two sweeps share is solved once. Fits that are to be measured,
// by HiGHS or from nothing, are artifacts (pipeline/store) keyed by their whole question. The
// results go to the sweep's folder as table.csv and table.parquet (one row a solve), solves.jsonl
// (one JSON object a line, lossless) with its proofs, and sweep.json (what made them), in the order
// of the configuration whatever finished first: all at once when the sweep is complete, or as partial
// results where there were fewer. One process writes to a folder at a time. Export turns results into
// weight tables as CSV, Markdown, LaTeX or JSON.
package sweep
